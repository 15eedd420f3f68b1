/** Schemas of what items of extension points are made of. */
import * as z from 'zod/mini'

/**
 * An id within its point, such as `root-notes`.
 * @since 1.1.0
 * @example const schema = z.object({ id: extensionId, play: callable })
 */
export const extensionId = z.string().check(z.minLength(1))

/**
 * A function. Its parameters and result cannot be checked beforehand.
 * @example const schema = z.object({ id: extensionId, play: callable })
 */
export const callable = z.custom<(...parts: never[]) => unknown>(
  value => typeof value === 'function',
  'a function is needed',
)
