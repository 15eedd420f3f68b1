/** What a user reads when an external sign-in came to nothing: what happened, and what to do. */
import type { ErrorSentence } from '../../core/http/error-sentences.js'
import { codeOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { PROVIDER_NAMES, type ProviderId } from './providers.js'

/** The seven codes of external sign-in (specification, section 8), and what else can come. */
const SENTENCES: Readonly<Record<string, string>> = phrases({
  access_denied:
    'This sign-in was refused, or given up at {{provider}}. Try again, take another account, or log in with your password.',
  invalid_request:
    '{{provider}} did not understand what it was asked. Begin again; if it stays like this, log in with your password.',
  request_invalid:
    'This sign-in was not begun in this tab, or does not fit what is set up here. Begin it again, or log in with your password.',
  invalid_token:
    'What {{provider}} answered does not belong to this sign-in, so it was not accepted. Begin it again, or log in with your password.',
  stale_token:
    'This sign-in took too long or was used already. Begin it again, or log in with your password.',
  server_error:
    '{{provider}} has a problem with this sign-in. Log in with your password, or try again later.',
  request_failed:
    '{{provider}} cannot be reached at the moment. Try again in a minute, or log in with your password.',
  email_unverified:
    '{{provider}} does not vouch for your e-mail address. Confirm it there, or register here with address and password.',
  page_insecure: 'This page did not come by https, which {{provider}} needs. Open it at its https address.',
})

/**
 * The sentence of this plugin's words for a code of external sign-in; `undefined` for what can befall any call.
 * @param error a code, or what was thrown
 * @param provider whose it was; only where this tab had asked nobody is there none, and no sentence names it then
 */
export function externalSentence(
  error: unknown,
  provider: ProviderId | undefined,
): ErrorSentence | undefined {
  const code = typeof error === 'string' ? error : codeOf(error)
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
  if (sentence === undefined) return undefined
  return { sentence, values: provider ? { provider: PROVIDER_NAMES[provider] } : {} }
}
