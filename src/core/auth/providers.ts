import * as z from 'zod/mini'
import type { TenantCard } from '../contract/tenant.js'
import { storedJson } from '../platform/json.js'
import type { Logger, StoragePort } from '../platform/ports.js'
import type { TenantService } from '../tenant/tenant-service.js'

export const PROVIDER_NAMES = { google: 'Google', windows: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

/** Returns the tenant's login providers that this version supports. */
export function providersOf({ providers }: TenantCard): readonly ProviderId[] {
  const supported: readonly ProviderId[] = ['google', 'windows']
  return supported.filter(known => providers.some(({ id }) => id === known))
}

export interface ProviderParts {
  readonly storage: StoragePort
  readonly tenant: Pick<TenantService, 'current' | 'storageKey'>
  readonly log: Logger
}

const remembered = z.object({
  provider: z.optional(z.string()),
  redirectUri: z.optional(z.string()),
  hint: z.optional(z.string()),
  asks: z.optional(z.string()),
})
type Remembered = z.infer<typeof remembered>

const MICROSOFT = /^(https:\/\/login\.microsoftonline\.com\/[^/]+\/oauth2\/v2\.0\/)authorize$/

export function forgetProvider(parts: ProviderParts): void {
  const { asks } = read(parts)
  if (asks === undefined) parts.storage.remove(keyOf(parts))
  else rememberProvider(parts, { asks })
}

export function providerHints(
  parts: ProviderParts,
  id: string,
): { hint?: string | undefined; selectAccount: boolean } {
  const { provider, hint, asks } = read(parts)
  return { hint: provider === id ? hint : undefined, selectAccount: asks === id }
}

/** @returns URL of the provider's logout page, which redirects back */
export function logOutOfProvider(parts: ProviderParts): string | undefined {
  const { provider, redirectUri } = read(parts)
  if (provider === undefined) return undefined
  rememberProvider(parts, { asks: provider })
  const card = parts.tenant.current.providers.find(({ id }) => id === provider)
  const start = provider === 'windows' && card ? MICROSOFT.exec(card.authorizeUrl)?.[1] : undefined
  if (!start || !card) return undefined
  const query = new URLSearchParams({ client_id: card.clientId })
  if (redirectUri) query.set('post_logout_redirect_uri', redirectUri)
  return `${start}logout?${query}`
}

const keyOf = ({ tenant }: ProviderParts) => tenant.storageKey('Provider')

const read = (parts: ProviderParts): Remembered =>
  storedJson(remembered, parts.storage.get(keyOf(parts))) ?? {}

export function rememberProvider(parts: ProviderParts, visit: Remembered): void {
  try {
    parts.storage.set(keyOf(parts), JSON.stringify(visit))
  } catch (error) {
    // Not critical: the user can choose the provider again.
    parts.log.warn('The login provider could not be stored', error)
  }
}
