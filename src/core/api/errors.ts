// The stable error codes of the wire and the problem document (RFC 9457) that carries them.
import * as z from 'zod/mini'

/** The HTTP status of each code and a default English text (clients have their own texts). */
export const ERRORS = {
  invalid_input: { status: 400, detail: 'The request is invalid; see "errors".' },
  request_unreadable: { status: 400, detail: 'The HTTP request is malformed.' },
  malformed_json: { status: 400, detail: 'The body is not valid JSON.' },
  tenant_missing: { status: 400, detail: 'Name the tenant in the X-Tenant header.' },
  user_missing: { status: 400, detail: 'Name the user at the end of the path, as in link/{id}.' },
  self_link: { status: 400, detail: 'You cannot follow or block yourself.' },
  link_invalid: {
    status: 400,
    detail: 'This link was used, has expired or is invalid; request a new one.',
  },
  invalid_request: {
    status: 400,
    detail: 'The provider could not process this login; start again.',
  },
  request_invalid: {
    status: 400,
    detail: 'This login does not match the tenant’s setup; start again from the login page.',
  },
  signature_invalid: {
    status: 400,
    detail: 'The event’s signature is wrong, or it is more than five minutes old.',
  },
  event_refused: { status: 400, detail: 'The customer of this event belongs to another tenant.' },
  password_weak: {
    status: 400,
    detail: 'This password is too easy to guess; "errors" says why. Choose another one.',
  },
  password_same: { status: 400, detail: 'This is already the account’s password.' },
  email_same: { status: 400, detail: 'This is already the account’s address.' },
  picture_refused: {
    status: 400,
    detail:
      'The picture was not accepted; "errors" says why. Send a PNG of at most 256 KB and 256 × 256 pixels.',
  },
  invalid_credentials: { status: 401, detail: 'Wrong email address or password.' },
  unauthenticated: { status: 401, detail: 'Log in first and send the token as Authorization: Bearer.' },
  token_expired: { status: 401, detail: 'The access token has expired; refresh it.' },
  session_ended: { status: 401, detail: 'This session has ended; log in again.' },
  refresh_refused: { status: 401, detail: 'The refresh token is no longer valid; log in again.' },
  invalid_token: {
    status: 401,
    detail: 'The provider’s response does not match this login; start again.',
  },
  stale_token: { status: 401, detail: 'This login was already used or took too long; start again.' },
  email_unverified: {
    status: 403,
    detail: 'The email address is not confirmed yet; open the link that was sent to it.',
  },
  access_denied: { status: 403, detail: 'The login was declined; use a different account.' },
  password_wrong: { status: 403, detail: 'The current password is wrong.' },
  forbidden: { status: 403, detail: 'This account does not have permission.' },
  plan_required: { status: 403, detail: 'The plan of this account does not include that.' },
  origin_refused: { status: 403, detail: 'Requests from this origin are not accepted.' },
  request_slow: { status: 408, detail: 'The request took too long to arrive; send it again.' },
  not_found: { status: 404, detail: 'Not found.' },
  billing_off: {
    status: 404,
    detail: 'This server has no payment provider.',
  },
  tenant_unknown: { status: 404, detail: 'Unknown tenant; check the X-Tenant header.' },
  method_not_allowed: {
    status: 405,
    detail: 'Method not allowed; see the Allow header.',
  },
  handle_taken: { status: 409, detail: 'This handle is taken; choose another one.' },
  last_admin: {
    status: 409,
    detail: 'This is the last administrator; assign the role to someone else first.',
  },
  plan_present: {
    status: 409,
    detail: 'This account already pays for this or another level; change it under “Manage payments”.',
  },
  body_too_large: {
    status: 413,
    detail: 'The body is too large; the limit of most calls is 64 KB.',
  },
  media_type_refused: { status: 415, detail: 'Send the body as application/json.' },
  host_refused: { status: 421, detail: 'This server answers to a loopback host name only.' },
  rate_limited: {
    status: 429,
    detail: 'Too many attempts; wait for the time given in the Retry-After header.',
  },
  headers_too_large: {
    status: 431,
    detail: 'The headers are larger than 16 KB together; send fewer cookies.',
  },
  internal_error: { status: 500, detail: 'Something failed on the server; report the request id.' },
  not_implemented: { status: 501, detail: 'This server does not support this yet.' },
  server_error: { status: 502, detail: 'The login provider has a problem; log in another way.' },
  request_failed: {
    status: 503,
    detail: 'The login provider cannot be reached; try again shortly.',
  },
  payment_unavailable: {
    status: 503,
    detail: 'The payment provider is not responding correctly; try again shortly.',
  },
  service_unavailable: {
    status: 503,
    detail: 'The server cannot reach its database; try again shortly.',
  },
} as const satisfies Record<string, { status: number; detail: string }>

export type ErrorCode = keyof typeof ERRORS

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
