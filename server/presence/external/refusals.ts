// What went wrong between us and a provider, in the seven codes of external sign-in.
import { errors as joseErrors } from 'jose'
import { ClientError, ResponseBodyError } from 'openid-client'
import type { ErrorCode } from '../../../src/core/api/errors.js'
import { Problem } from '../../http/problem.js'

export type ExternalCode = Extract<
  ErrorCode,
  | 'access_denied'
  | 'invalid_request'
  | 'request_invalid'
  | 'invalid_token'
  | 'stale_token'
  | 'server_error'
  | 'request_failed'
>

/** What a provider itself says (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6). */
const BY_PROVIDER: Readonly<Record<string, ExternalCode>> = {
  access_denied: 'access_denied',
  account_selection_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  login_required: 'access_denied',
  invalid_request: 'invalid_request',
  invalid_scope: 'invalid_request',
  // The code was used, has expired, or was not given for this client, address and verifier.
  invalid_grant: 'stale_token',
  temporarily_unavailable: 'request_failed',
}

/** What the library found out about an answer. */
const BY_LIBRARY: Readonly<Record<string, ExternalCode>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'stale_token',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'invalid_token',
  OAUTH_INVALID_RESPONSE: 'invalid_token',
}

/** What is wrong with a signature; everything else of that library is about the key set. */
const BAD_SIGNATURES = [
  joseErrors.JWSSignatureVerificationFailed,
  joseErrors.JWSInvalid,
  joseErrors.JOSEAlgNotAllowed,
  joseErrors.JWKSNoMatchingKey,
  joseErrors.JWKSMultipleMatchingKeys,
]

/** @returns the error itself where it is none of the provider's doing. */
export function refusalOf(error: unknown): unknown {
  const own = problemIn(error)
  if (own) return own
  // A wrong client id or secret is the operator's to mend, and lands in the log as every 5xx does.
  if (error instanceof ResponseBodyError) return told(BY_PROVIDER[error.error] ?? 'server_error', error.error)
  if (error instanceof ClientError) return told(BY_LIBRARY[error.code ?? ''] ?? 'server_error', error.message)
  if (error instanceof joseErrors.JOSEError) {
    const signature = BAD_SIGNATURES.some(kind => error instanceof kind)
    return told(signature ? 'invalid_token' : 'server_error', error.code)
  }
  return error
}

/** Our own fetch refuses with a Problem, which the library wraps. */
function problemIn(error: unknown): Problem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Problem) return cause
  }
  return undefined
}

/** Only a word of the reason: the library's errors carry whole tokens. */
function told(code: ExternalCode, reason: string): Problem {
  return Object.assign(new Problem(code), { cause: new Error(reason) })
}
