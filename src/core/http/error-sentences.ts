/** What a user reads for each error code: English sentences, keys of their translations in the core's locales. */
import { FretworkError } from '../platform/fretwork-error.js'
import { phrases } from '../platform/phrases.js'
import { ApiError } from './api-error.js'

const ERROR_SENTENCES: Readonly<Record<string, string>> = phrases({
  network: 'The server cannot be reached. Check your connection, then try again.',
  timeout: 'The server did not answer in time. Try again in a moment.',
  cancelled: 'That was cancelled.',
  bad_request: 'The server did not accept that. Check what you entered and try again.',
  too_large: 'That is more than the server takes. Shorten it, or choose a smaller file.',
  bad_response: 'The server has a problem at the moment. Try again in a few minutes.',
  answer_invalid:
    'The server answered something this page does not understand. Reload the page to get the newest version.',
  invalid_credentials: 'E-mail address or password is wrong. Check both and try again.',
  email_unverified: 'This address is not verified yet. Open the link in the mail that we sent you.',
  link_invalid: 'This link was used already, is too old or was never ours. Ask for a new one.',
  password_weak: 'This password is too easy to guess. Choose another one.',
  rate_limited: 'Too many attempts. Wait {{count}} seconds, then try again.',
  tenant_unknown: 'This address belongs to no tenant of ours. Check the address of the page.',
  unauthenticated: 'You are not logged in. Log in and try again.',
  token_expired: 'Your session has expired. Log in again.',
  session_ended: 'Your session has ended. Log in again.',
  refresh_refused: 'Your session has ended. Log in again.',
  invalid_input: 'Something in the form is not right. Check what you entered.',
  forbidden: 'Your account may not do that.',
  not_found: 'That does not exist any more.',
  not_implemented: 'The server does not offer that yet.',
  internal_error: 'The server has a problem at the moment. Try again in a few minutes.',
  service_unavailable: 'The server is not ready at the moment. Try again in a few minutes.',
})

/** For answers that are not ours: a proxy in between knows none of our codes. */
const STATUS_CODES: Readonly<Record<number, string>> = {
  413: 'too_large',
  429: 'rate_limited',
  503: 'service_unavailable',
}

const { UNKNOWN } = phrases({ UNKNOWN: 'That did not work: {{reason}}' })
/** Where the server does not say how long. */
const SECONDS_TO_WAIT = 60

export interface ErrorSentence {
  readonly sentence: string
  readonly values?: Record<string, string | number>
}

export function sentenceFor(error: unknown): ErrorSentence {
  if (error instanceof ApiError) {
    const { code, kind, status = 0 } = error
    // Without a code of ours, the status says more than the kind.
    const own = code === kind ? undefined : ERROR_SENTENCES[code]
    const sentence = own ?? ERROR_SENTENCES[STATUS_CODES[status] ?? kind]
    if (sentence) return { sentence, values: { count: error.retryAfter ?? SECONDS_TO_WAIT } }
  }
  const reason = error instanceof FretworkError || error instanceof Error ? error.message : String(error)
  return { sentence: UNKNOWN, values: { reason } }
}
