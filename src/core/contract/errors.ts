const DETAILS = {
  400: {
    invalid_input: 'The request is invalid; see "errors".',
    request_unreadable: 'The HTTP request is malformed.',
    malformed_json: 'The body is not valid JSON.',
    tenant_missing: 'The X-Tenant header is missing.',
    user_missing: 'The user ID is missing from the path; use link/{id}.',
    self_link: 'You cannot follow or block yourself.',
    link_invalid: 'This link was used, has expired or is invalid; request a new one.',
    invalid_request: 'The provider could not process this login; start again.',
    request_invalid: 'This login does not match the tenant’s setup; start again from the login page.',
    signature_invalid: 'The event’s signature is invalid or more than five minutes old.',
    event_invalid: 'The event is missing a required field or has an invalid one.',
    event_refused: 'The customer in this event belongs to another tenant.',
    password_weak: 'This password is too easy to guess; "errors" says why. Choose another password.',
    password_same: 'This is already the account’s password.',
    email_same: 'This is already the account’s address.',
    challenge_invalid: 'This challenge was already used, has expired or is invalid. Start over.',
    passkey_refused: 'The passkey’s response does not match this request; start again.',
    import_invalid: 'The file was not imported; "errors" lists the problems.',
    picture_refused:
      'The picture was not accepted; "errors" says why. Send a PNG of at most 256 KB and 256 × 256 pixels.',
  },
  401: {
    invalid_credentials: 'Wrong email address or password.',
    second_factor_required:
      'Second factor required: send the challenge in "secondFactor" with a second factor to auth/second-factor.',
    unauthenticated: 'Log in first and send the token as Authorization: Bearer.',
    token_expired: 'The access token has expired; refresh it.',
    session_ended: 'This session has ended; log in again.',
    refresh_refused: 'The refresh token is no longer valid; log in again.',
    invalid_token: 'The provider’s response does not match this login; start again.',
    stale_token: 'This login was already used or took too long; start again.',
  },
  403: {
    registration_closed: 'Registration is closed; ask an administrator for an invitation.',
    mail_domain_refused:
      'Addresses at this domain cannot be used to register; tenant.json lists the allowed domains.',
    email_unverified: 'The email address is not confirmed yet; open the link that was sent to it.',
    access_denied: 'The login was declined; use a different account.',
    password_wrong: 'The current password is wrong.',
    second_factor_wrong: 'The code or passkey is wrong or was already used.',
    second_factor_needed:
      'Confirm this with the second factor (auth/second-factor/challenge, then auth/second-factor/confirm).',
    second_factor_missing: 'Administrators need a second factor on this server; set one up first.',
    login_needed: 'Log in again first: this session is older than ten minutes.',
    share_removed: 'An administrator has removed this; it cannot be shared again.',
    takes_not_shared: 'You aren’t sharing takes for this assignment. Turn on sharing first.',
    forbidden: 'This account does not have permission.',
    origin_refused: 'Requests from this origin are not accepted.',
  },
  404: {
    not_found: 'Not found.',
    join_code_invalid:
      'This join code is wrong, has expired or was replaced; ask the teacher for the current one.',
    billing_off: 'This server has no payment provider.',
    tenant_unknown: 'Unknown tenant; check the X-Tenant header.',
  },
  405: { method_not_allowed: 'Method not allowed; see the Allow header.' },
  408: { request_slow: 'The request took too long to arrive; send it again.' },
  409: {
    handle_taken: 'This handle is taken; choose another handle.',
    second_factor_present: 'This is already set up. Remove it first.',
    passkeys_full: 'This account has 20 passkeys; remove one first.',
    last_admin: 'This is the last administrator; assign the role to someone else first.',
    self_deletion: 'Administrators can delete their own account only with auth/account/delete.',
    blob_mismatch: 'A file doesn’t match its hash. Upload it again from the start.',
    not_synced: 'This is not in your library on the server yet; sync it first.',
    sharing_full: 'You’ve reached the limit for this account. Remove something first.',
    group_full: 'This group is full; its owner must remove someone first.',
    library_full: 'Your library is full. Remove something first.',
    plan_present: 'This account already pays for this or another plan. Change it under “Manage payments”.',
  },
  413: { body_too_large: 'The body is too large; the limit for most calls is 64 KB.' },
  415: { media_type_refused: 'Send the body as application/json.' },
  421: { host_refused: 'This server only accepts requests for loopback host names.' },
  429: { rate_limited: 'Too many attempts; wait for the time given in the Retry-After header.' },
  431: { headers_too_large: 'The headers exceed 16 KB in total; send fewer cookies.' },
  500: { internal_error: 'Something failed on the server; report the request ID.' },
  501: { not_implemented: 'This server does not support this yet.' },
  502: { server_error: 'The login provider returned an error. Log in another way.' },
  503: {
    request_failed: 'The login provider cannot be reached; try again shortly.',
    payment_unavailable: 'The payment provider is not responding correctly; try again shortly.',
    service_unavailable: 'The server cannot reach its database; try again shortly.',
  },
} as const

type Details = typeof DETAILS
export type ErrorCode = { [Status in keyof Details]: keyof Details[Status] }[keyof Details]

export const ERRORS = Object.fromEntries(
  Object.entries(DETAILS).flatMap(([status, details]) =>
    Object.entries(details).map(([code, detail]) => [code, { status: Number(status), detail }]),
  ),
) as Readonly<Record<ErrorCode, { readonly status: number; readonly detail: string }>>
