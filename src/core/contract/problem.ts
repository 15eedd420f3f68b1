import * as z from 'zod/mini'

/** One-time token, valid for five minutes, and the account's second factors. */
export const factorChallenge = z.object({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** PublicKeyCredentialRequestOptionsJSON (Web Authentication). */
  passkey: z.optional(z.record(z.string(), z.unknown())),
})
export type FactorChallenge = z.infer<typeof factorChallenge>

const inputError = z.object({
  /** Path of the invalid field, such as `body.email`. */
  path: z.string(),
  message: z.string(),
  /** Translation key for `message`. */
  code: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** Error response. `code` may be any string: a newer server may define more codes. */
export const problemDocument = z.object({
  type: z.optional(z.string()),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  code: z.string(),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(inputError)),
  secondFactor: z.optional(factorChallenge),
})

export type ProblemDocument = z.infer<typeof problemDocument>
