// The problem document (RFC 9457) that carries an error code. Apart from the codes, which only the server lists.
import * as z from 'zod/mini'

/**
 * The problem document as a client reads it. `code` is an open string: a newer server may have more codes than this
 * client. `errors` names invalid parts of the input by paths such as `body.email`.
 */
export const problemDocument = z.object({
  type: z.optional(z.string()),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  code: z.string(),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

export type ProblemDocument = z.infer<typeof problemDocument>
