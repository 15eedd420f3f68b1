/** Words for the schemas of extension points: what an item's parts have to be. */
import * as z from 'zod/mini'

/** An id within its point, such as `root-notes`. */
export const extensionId = z.string().check(z.minLength(1))

/** Somebody else's function: what it takes and gives shows when it is called. */
export const callable = z.custom<(...parts: never[]) => unknown>(
  value => typeof value === 'function',
  'a function is needed',
)
