// The problem document (RFC 9457) that carries an error code. Apart from the codes, which only the server lists.
import * as z from 'zod/mini'

/** What a second factor is asked for with: a token for one use within five minutes, and what the account has. */
export const factorChallenge = z.object({
  challenge: z.string(),
  /** `totp`, `passkey`, `recovery`. */
  methods: z.array(z.string()),
  /** For `navigator.credentials.get`, as JSON (PublicKeyCredentialRequestOptionsJSON). */
  passkey: z.optional(z.record(z.string(), z.unknown())),
})
export type FactorChallenge = z.infer<typeof factorChallenge>

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
  /** With `second_factor_required`. */
  secondFactor: z.optional(factorChallenge),
})

export type ProblemDocument = z.infer<typeof problemDocument>
