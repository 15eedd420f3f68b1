import * as z from 'zod/mini'

/** A token for one use within five minutes, and the account's factors. */
export const factorChallenge = z.object({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** PublicKeyCredentialRequestOptionsJSON. */
  passkey: z.optional(z.record(z.string(), z.unknown())),
})
export type FactorChallenge = z.infer<typeof factorChallenge>

const inputError = z.object({
  /** Such as `body.email`. */
  path: z.string(),
  message: z.string(),
  /** For translating `message`, with the values in it. */
  code: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** `code` is any string: a newer server may have more codes. */
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
