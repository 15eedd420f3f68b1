/** The way out to a provider, with a sign-in begun in this tab. */
import { type ProviderParts, visitHints } from '../../../../core/auth/providers.js'
import { RETURN_PARAMETER } from '../../../../core/kernel/host/return-path.js'
import { beginSignIn } from '../../external-sign-in.js'
import { TAB_MEMORY } from '../tab-memory.js'

/**
 * The browser leaves for the provider's own page, and comes back to where this address says.
 * @throws FretworkError `page_insecure`, `request_invalid`
 */
export async function leaveForProvider(parts: ProviderParts, provider: string): Promise<void> {
  const address = await beginSignIn({
    ...visitHints(parts, provider),
    tenant: parts.tenant.current,
    provider,
    memory: TAB_MEMORY,
    redirectUri: `${location.origin}/login`,
    returnTo: new URLSearchParams(location.search).get(RETURN_PARAMETER) ?? undefined,
  })
  location.assign(address)
}
