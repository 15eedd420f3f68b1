import * as z from 'zod/mini'
import { AUTH, tokenPair } from './auth.js'
import { defineEndpoint, givenPassword, linkToken, personName, text } from './endpoint.js'
import { factorChallenge } from './problem.js'

const FACTOR = `${AUTH}/second-factor`

const bytes = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,4000}$/))
const totpCode = z.string().check(z.regex(/^\d{6}$/))

const assertion = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
})

export const factorProof = z.union([
  z.strictObject({ challenge: linkToken, code: totpCode }),
  z.strictObject({ challenge: linkToken, recoveryCode: text(1, 64) }),
  z.strictObject({ challenge: linkToken, passkey: assertion }),
])
export type FactorProof = z.infer<typeof factorProof>

const setUp = z.object({ recoveryCodes: z.optional(z.array(z.string())) })
export type SetUp = z.infer<typeof setUp>

/** Required if the account has a password but no second factor yet. */
const begin = z.strictObject({ currentPassword: z.optional(givenPassword) })
const BEGIN_ERRORS = ['password_wrong', 'login_needed', 'rate_limited'] as const
const PROOF_ERRORS = ['challenge_invalid', 'second_factor_wrong', 'rate_limited'] as const

export const secondFactorLogin = defineEndpoint('auth.second-factor', `POST ${FACTOR}`, {
  summary: 'Complete a login with a second factor',
  auth: 'none',
  body: factorProof,
  answer: tokenPair,
  errors: PROOF_ERRORS,
})

const factorState = z.object({
  totp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Creation time, ISO 8601, UTC. */
      createdAt: z.string(),
      usedAt: z.optional(z.string()),
    }),
  ),
  recoveryCodes: z.number(),
  passkeyOrigin: z.string(),
  hasPassword: z.boolean(),
  required: z.boolean(),
})
export type FactorState = z.infer<typeof factorState>

export const secondFactorState = defineEndpoint('second-factor.state', `GET ${FACTOR}`, {
  summary: 'Get your second factors',
  answer: factorState,
})

export const beginTotp = defineEndpoint('second-factor.begin-totp', `POST ${FACTOR}/totp`, {
  dangerous: true,
  summary: 'Start setting up an authenticator app',
  body: begin,
  /** `secret` is base32-encoded; `uri` is the content of the QR code. */
  answer: z.object({ challenge: z.string(), secret: z.string(), uri: z.string() }),
  errors: [...BEGIN_ERRORS, 'second_factor_present'],
})

export const addTotp = defineEndpoint('second-factor.add-totp', `POST ${FACTOR}/totp/confirm`, {
  summary: 'Set up the authenticator app with its first code',
  body: z.strictObject({ challenge: linkToken, code: totpCode }),
  answer: setUp,
  errors: [...PROOF_ERRORS, 'second_factor_present'],
})

export const removeTotp = defineEndpoint('second-factor.remove-totp', `DELETE ${FACTOR}/totp`, {
  dangerous: true,
  summary: 'Remove the authenticator app',
  status: 204,
  errors: ['not_found'],
})

export const beginPasskey = defineEndpoint('second-factor.begin-passkey', `POST ${FACTOR}/passkeys/options`, {
  dangerous: true,
  summary: 'Start adding a passkey',
  body: begin,
  /** `options` is a PublicKeyCredentialCreationOptionsJSON (Web Authentication). */
  answer: z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) }),
  errors: [...BEGIN_ERRORS, 'passkeys_full'],
})

export const addPasskey = defineEndpoint('second-factor.add-passkey', `POST ${FACTOR}/passkeys`, {
  summary: 'Add the created passkey',
  body: z.strictObject({
    challenge: linkToken,
    name: personName,
    id: bytes,
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
  answer: setUp,
  errors: ['challenge_invalid', 'passkey_refused', 'second_factor_present', 'passkeys_full', 'rate_limited'],
})

export const removePasskey = defineEndpoint(
  'second-factor.remove-passkey',
  `DELETE ${FACTOR}/passkeys/{id}`,
  {
    dangerous: true,
    summary: 'Remove a passkey',
    params: z.strictObject({ id: z.uuid() }),
    status: 204,
    errors: ['not_found'],
  },
)

export const renewCodes = defineEndpoint('second-factor.renew-codes', `POST ${FACTOR}/codes`, {
  dangerous: true,
  summary: 'Get new recovery codes, which replace the old ones',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['not_found'],
})

export const askFactor = defineEndpoint('second-factor.challenge', `POST ${FACTOR}/challenge`, {
  summary: 'Get a challenge to confirm with your second factor',
  answer: factorChallenge,
  errors: ['not_found', 'rate_limited'],
})

export const confirmFactor = defineEndpoint('second-factor.confirm', `POST ${FACTOR}/confirm`, {
  summary: 'Confirm with your second factor to allow sensitive changes for ten minutes',
  body: factorProof,
  status: 204,
  errors: PROOF_ERRORS,
})
