/** The way back from a provider: what it answered becomes a session, or a sentence that says why not. */
import type { Auth } from '../../../../core/auth/auth.js'
import { type ProviderParts, rememberVisit } from '../../../../core/auth/providers.js'
import { sentenceFor } from '../../../../core/http/error-sentences.js'
import { externalSentence } from '../../external-sentences.js'
import { takeCallback } from '../../external-sign-in.js'
import type { ProviderAnswer, RefusedSignIn } from '../../provider-answer.js'
import type { ProviderId } from '../../providers.js'
import { TAB_MEMORY } from '../tab-memory.js'

interface FinishParts extends ProviderParts {
  readonly auth: Auth
}

/**
 * Never throws for what befalls the call.
 * @param keep told where the log-in is to lead, before it is tried
 */
export async function finishSignIn(
  { auth, ...parts }: FinishParts,
  answer: URLSearchParams,
  keep: (returnTo: string) => void,
): Promise<ProviderAnswer> {
  const { provider, returnTo, credentials, refusal } = takeCallback(answer, parts.tenant.current, TAB_MEMORY)
  // Somebody is here already, from another tab perhaps: nobody else takes their place unasked.
  if (auth.state.getState().status === 'loggedIn') return {}
  if (returnTo !== undefined) keep(returnTo)
  if (!credentials) return { refusal: refused(refusal, provider) }
  try {
    await auth.external(credentials)
  } catch (error) {
    return { refusal: refused(error, provider) }
  }
  const hint = auth.state.getState().user?.email
  rememberVisit(parts, { provider: credentials.provider, redirectUri: credentials.redirectUri, hint })
  return returnTo === undefined ? {} : { returnTo }
}

function refused(error: unknown, provider: ProviderId | undefined): RefusedSignIn {
  const said = externalSentence(error, provider)
  return said ? { source: 'auth', said } : { source: 'core', said: sentenceFor(error) }
}
