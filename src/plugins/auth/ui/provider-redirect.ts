import type { Auth } from '../../../core/auth/auth.js'
import type { ProviderId } from '../../../core/auth/providers.js'
import { type ProviderParts, providerHints, rememberProvider } from '../../../core/auth/providers.js'
import type { FactorChallenge } from '../../../core/contract/problem.js'
import { challengeIn } from '../../../core/http/api-error.js'
import { type ErrorSentence, sentenceFor } from '../../../core/http/error-sentences.js'
import { attempted } from '../../../core/platform/fretwork-error.js'
import { RETURN_PARAMETER } from '../../../core/react/return-path.js'
import { beginSignIn, externalSentence, type TabStorage, takeCallback } from '../external-sign-in.js'

export interface LoginRefusal {
  readonly source: string
  readonly text: ErrorSentence
}

export interface LoginOutcome {
  readonly refusal?: LoginRefusal
  readonly returnTo?: string
  readonly secondFactor?: FactorChallenge
  /** Call this after the second step to store the provider for the next visit. */
  readonly onDone?: () => void
}

const TAB_STORAGE: TabStorage = {
  // Browsers that block storage throw on access. In that case, no login was started here.
  get: key => attempted(() => sessionStorage.getItem(key)) ?? undefined,
  set: (key, value) => sessionStorage.setItem(key, value),
  remove: key => attempted(() => sessionStorage.removeItem(key)),
}

/**
 * Redirects to the provider, which redirects back to `/login`.
 * @throws FretworkError `page_insecure`, `request_invalid`
 */
export async function leaveForProvider(parts: ProviderParts, provider: string): Promise<void> {
  const url = await beginSignIn({
    ...providerHints(parts, provider),
    tenant: parts.tenant.current,
    provider,
    storage: TAB_STORAGE,
    redirectUri: `${location.origin}/login`,
    returnTo: new URLSearchParams(location.search).get(RETURN_PARAMETER) ?? undefined,
  })
  location.assign(url)
}

export async function finishSignIn(
  { auth, ...parts }: ProviderParts & { readonly auth: Auth },
  answer: URLSearchParams,
  onReturnTo: (returnTo: string) => void,
): Promise<LoginOutcome> {
  const { provider, returnTo, credentials, errorCode } = takeCallback(
    answer,
    parts.tenant.current,
    TAB_STORAGE,
  )
  // The user is already logged in, perhaps in another tab. Don't replace that session.
  if (auth.state.getState().status === 'loggedIn') return {}
  if (returnTo !== undefined) onReturnTo(returnTo)
  if (!credentials) return { refusal: loginRefusal(errorCode, provider) }
  const onDone = () => {
    const hint = auth.state.getState().user?.email
    rememberProvider(parts, { provider: credentials.provider, redirectUri: credentials.redirectUri, hint })
  }
  const leading = returnTo === undefined ? {} : { returnTo }
  try {
    await auth.external(credentials)
  } catch (error) {
    const secondFactor = challengeIn(error)
    if (secondFactor) return { ...leading, secondFactor, onDone }
    return { refusal: loginRefusal(error, provider) }
  }
  onDone()
  return leading
}

export function loginRefusal(error: unknown, provider: ProviderId | undefined): LoginRefusal {
  const text = externalSentence(error, provider)
  return text ? { source: 'auth', text } : { source: 'core', text: sentenceFor(error) }
}
