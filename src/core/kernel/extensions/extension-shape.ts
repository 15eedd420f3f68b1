/** Words for the schemas of extension points: what an item's parts have to be. */
import * as z from 'zod/mini'

/**
 * An id within its point, such as `root-notes`.
 * @example const schema = z.object({ id: extensionId, play: callable })
 */
export const extensionId = z.string().check(z.minLength(1))

/**
 * Somebody else's function: what it takes and gives shows when it is called.
 * @example const schema = z.object({ id: extensionId, play: callable })
 */
export const callable = z.custom<(...parts: never[]) => unknown>(
  value => typeof value === 'function',
  'a function is needed',
)
