import type { Notice, NoticeText } from '../events/notices.js'
import { codeOf, FretworkError } from '../platform/fretwork-error.js'
import { phrases } from '../platform/phrases.js'
import { ApiError, isFault } from './api-error.js'

const ERROR_SENTENCES: Readonly<Record<string, string>> = phrases({
  network: 'Can’t reach the server. Check your connection and try again.',
  timeout: 'The server took too long to respond. Try again in a moment.',
  cancelled: 'Canceled.',
  bad_request: 'The server didn’t accept the request. Check your input and try again.',
  too_large: 'This is too large. Shorten it or choose a smaller file.',
  bad_response: 'The server is having a problem. Try again in a few minutes.',
  answer_invalid: 'The server sent an unexpected response. Reload the page to get the latest version.',
  invalid_credentials: 'Wrong email address or password. Check both and try again.',
  second_factor_required: 'Two-step login is on for this account. Enter your second factor, too.',
  second_factor_wrong: 'This code or passkey is wrong or was already used. Try a different one.',
  second_factor_needed: 'Confirm with your second factor, then try again.',
  second_factor_missing: 'Administrators need two-step login here. Set it up under Security.',
  challenge_invalid: 'This took too long, or there were too many attempts. Start over.',
  email_unverified: 'This address isn’t confirmed yet. Open the link in the email we sent you.',
  registration_closed: 'Registration is closed. Ask an administrator for an invitation.',
  mail_domain_refused: 'You can’t register with this address. Use an address at another domain.',
  link_invalid: 'This link has been used, has expired or isn’t valid. Request a new one.',
  password_weak: 'This password is too easy to guess. Choose a different one.',
  rate_limited: 'Too many attempts. Try again in {{count}} seconds.',
  tenant_unknown: 'There’s no site at this address. Check the URL.',
  unauthenticated: 'You’re not logged in. Log in and try again.',
  token_expired: 'Your session has expired. Log in again.',
  session_ended: 'Your session has ended. Log in again.',
  refresh_refused: 'Your session has ended. Log in again.',
  invalid_input: 'Some of your input isn’t valid. Check it and try again.',
  forbidden: 'Your account doesn’t have permission to do that.',
  not_found: 'This no longer exists.',
  not_implemented: 'The server doesn’t support this yet.',
  internal_error: 'The server is having a problem. Try again in a few minutes.',
  service_unavailable: 'The server isn’t ready. Try again in a few minutes.',
})

const STATUS_CODES: Readonly<Record<number, string>> = {
  413: 'too_large',
  429: 'rate_limited',
  503: 'service_unavailable',
}

const { UNKNOWN } = phrases({ UNKNOWN: 'Something went wrong: {{reason}}' })
const SECONDS_TO_WAIT = 60

export interface ErrorSentence {
  readonly sentence: string
  readonly values?: Record<string, string | number>
}

export function sentenceFor(error: unknown): ErrorSentence {
  if (error instanceof ApiError) {
    const { code, kind, status = 0 } = error
    const own = code === kind ? undefined : ERROR_SENTENCES[code]
    const sentence = own ?? ERROR_SENTENCES[STATUS_CODES[status] ?? kind]
    if (sentence) return { sentence, values: { count: error.retryAfter ?? SECONDS_TO_WAIT } }
  }
  const reason = error instanceof FretworkError || error instanceof Error ? error.message : String(error)
  return { sentence: UNKNOWN, values: { reason } }
}

export type RefusalWords = (error: unknown) => NoticeText

/** Only notices about unexpected errors include an action to report the problem. */
export const failureNotice = (error: unknown, words: RefusalWords): Notice => ({
  kind: isFault(error) ? 'error' : 'warning',
  code: codeOf(error),
  ...words(error),
})

/**
 * @param source translation namespace
 * @param sentences messages by error code, in addition to the core messages
 * @example refusalWords('social', phrases({ self_link: 'That is you.' }))(error).message
 */
export function refusalWords(source: string, sentences: Readonly<Record<string, string>>): RefusalWords {
  return error => {
    const own = error instanceof FretworkError ? sentences[error.code] : undefined
    if (own !== undefined) return { source, message: own }
    const { sentence, values } = sentenceFor(error)
    return { source: 'core', message: sentence, ...(values && { values }) }
  }
}

const WEAK: Readonly<Record<string, string>> = phrases({
  common: 'This password is too common. Choose a different one.',
  context: 'This password contains your name, your address or the name of this site. Choose a different one.',
})

const SAME: Readonly<Record<string, string>> = phrases({
  password_same: 'This is already your password. Choose a different one.',
  email_same: 'This is already your address. Enter a different one.',
})

export function fieldRefusals(error: unknown): readonly { field: string; sentence: string | undefined }[] {
  if (!(error instanceof ApiError)) return []
  return (error.problem?.errors ?? [])
    .filter(({ path }) => path.startsWith('body.'))
    .map(({ path, message }) => ({
      field: path.slice('body.'.length),
      sentence: SAME[error.code] ?? WEAK[message],
    }))
}
