// The stable error codes of the wire and the problem document (RFC 9457) that carries them.
import * as z from 'zod/mini'

/** What each code means: its HTTP status and the English sentence of last resort (the client has its own words). */
export const ERRORS = {
  invalid_input: { status: 400, detail: 'The request does not have the expected form; see "errors".' },
  request_unreadable: { status: 400, detail: 'This is no HTTP request that can be read.' },
  malformed_json: { status: 400, detail: 'The body is not well-formed JSON.' },
  tenant_missing: { status: 400, detail: 'Name the tenant in the X-Tenant header.' },
  user_missing: { status: 400, detail: 'Name the user at the end of the path, as in link/{id}.' },
  self_link: { status: 400, detail: 'Nobody can follow or block themselves.' },
  link_invalid: {
    status: 400,
    detail: 'This link was used already, has expired or was never ours; ask for a new one.',
  },
  invalid_request: {
    status: 400,
    detail: 'The provider did not understand this sign-in; begin it again.',
  },
  request_invalid: {
    status: 400,
    detail: 'This sign-in does not fit what this tenant has set up; begin it again from the log-in page.',
  },
  signature_invalid: {
    status: 400,
    detail: 'The event is not signed with the secret of this webhook, or is older than five minutes.',
  },
  event_refused: { status: 400, detail: 'The customer of this event belongs to another tenant.' },
  password_weak: {
    status: 400,
    detail: 'This password is too easy to guess; "errors" says why. Choose another one.',
  },
  password_same: { status: 400, detail: 'This is the password that the account has already.' },
  email_same: { status: 400, detail: 'This is the address that the account has already.' },
  picture_refused: {
    status: 400,
    detail:
      'This picture is not taken; "errors" says why. Send a PNG of at most 256 KB and 256 × 256 pixels.',
  },
  invalid_credentials: { status: 401, detail: 'E-mail address or password is wrong.' },
  unauthenticated: { status: 401, detail: 'Log in first and send the token as Authorization: Bearer.' },
  token_expired: { status: 401, detail: 'The access token has expired; refresh it.' },
  session_ended: { status: 401, detail: 'This session has ended; log in again.' },
  refresh_refused: { status: 401, detail: 'The refresh token is no longer valid; log in again.' },
  invalid_token: {
    status: 401,
    detail: 'What the provider answered does not belong to this sign-in; begin it again.',
  },
  stale_token: { status: 401, detail: 'This sign-in was used already or took too long; begin it again.' },
  email_unverified: {
    status: 403,
    detail: 'The e-mail address is not verified yet; open the link that was sent to it.',
  },
  access_denied: { status: 403, detail: 'This sign-in was refused; take another account.' },
  password_wrong: { status: 403, detail: 'The current password is not right.' },
  forbidden: { status: 403, detail: 'This account may not do that.' },
  plan_required: { status: 403, detail: 'The plan of this account does not include that.' },
  origin_refused: { status: 403, detail: 'Requests from this origin are not accepted.' },
  request_slow: { status: 408, detail: 'The request took too long to arrive; send it again.' },
  not_found: { status: 404, detail: 'There is nothing at this address.' },
  billing_off: {
    status: 404,
    detail: 'Nothing is sold here: this server has no payment provider.',
  },
  tenant_unknown: { status: 404, detail: 'There is no such tenant here; check the X-Tenant header.' },
  method_not_allowed: {
    status: 405,
    detail: 'This address does not take that method; see the Allow header.',
  },
  handle_taken: { status: 409, detail: 'Somebody else has this handle already; choose another.' },
  last_admin: { status: 409, detail: 'This is the last Admin; give the role to somebody else first.' },
  plan_present: {
    status: 409,
    detail: 'This account pays for that already, or for another level; change it where the plan is managed.',
  },
  body_too_large: {
    status: 413,
    detail: 'The body is larger than this call takes, which is 64 KB for most.',
  },
  media_type_refused: { status: 415, detail: 'Send the body as application/json.' },
  host_refused: { status: 421, detail: 'This server answers to a loopback host name only.' },
  rate_limited: { status: 429, detail: 'Too many attempts; wait as long as the Retry-After header says.' },
  headers_too_large: {
    status: 431,
    detail: 'The headers are larger than 16 KB together; send fewer cookies.',
  },
  internal_error: { status: 500, detail: 'Something failed on the server; report the request id.' },
  not_implemented: { status: 501, detail: 'This server does not offer that yet.' },
  server_error: { status: 502, detail: 'The sign-in provider has a problem; take another way to log in.' },
  request_failed: {
    status: 503,
    detail: 'The sign-in provider cannot be reached at the moment; try again shortly.',
  },
  payment_unavailable: {
    status: 503,
    detail: 'The payment provider does not answer as it should; try again shortly.',
  },
  service_unavailable: {
    status: 503,
    detail: 'The server cannot reach its database at the moment; try again shortly.',
  },
} as const satisfies Record<string, { status: number; detail: string }>

export type ErrorCode = keyof typeof ERRORS

/**
 * The problem document as a client reads it. `code` stays an open string: a newer server may know more codes
 * than this client. `errors` names the places in the input, `path` written like `body.email`.
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
