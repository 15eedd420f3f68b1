import type { TenantCard } from '../api/tenant.js'
import type { Logger, StoragePort } from '../platform/ports.js'
import type { TenantService } from '../tenant/tenant-service.js'

export const PROVIDER_NAMES = { google: 'Google', windows: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

/** The providers of the tenant that this version supports. */
export function providersOf({ providers }: TenantCard): readonly ProviderId[] {
  const supported: readonly ProviderId[] = ['google', 'windows']
  return supported.filter(known => providers.some(({ id }) => id === known))
}

export interface ProviderParts {
  readonly storage: StoragePort
  readonly tenant: Pick<TenantService, 'current' | 'storageKey'>
  readonly log: Logger
}

interface ProviderVisit {
  readonly provider: string
  readonly redirectUri: string
  readonly hint?: string | undefined
}

interface Remembered extends Partial<ProviderVisit> {
  readonly asks?: string
}

const MICROSOFT = /^(https:\/\/login\.microsoftonline\.com\/[^/]+\/oauth2\/v2\.0\/)authorize$/

export function rememberVisit(parts: ProviderParts, visit: ProviderVisit): void {
  write(parts, visit)
}

export function forgetVisit(parts: ProviderParts): void {
  const { asks } = read(parts)
  write(parts, asks === undefined ? undefined : { asks })
}

export function visitHints(parts: ProviderParts, id: string): { hint?: string | undefined; asks: boolean } {
  const { provider, hint, asks } = read(parts)
  return { hint: provider === id ? hint : undefined, asks: asks === id }
}

/** @returns the page to leave for, which sends the browser back */
export function signOutOfProviders(parts: ProviderParts): string | undefined {
  const { provider, redirectUri } = read(parts)
  if (provider === undefined) return undefined
  write(parts, { asks: provider })
  const card = parts.tenant.current.providers.find(({ id }) => id === provider)
  const start = provider === 'windows' && card ? MICROSOFT.exec(card.authorizeUrl)?.[1] : undefined
  if (!start || !card) return undefined
  const query = new URLSearchParams({ client_id: card.clientId })
  if (redirectUri) query.set('post_logout_redirect_uri', redirectUri)
  return `${start}logout?${query}`
}

const keyOf = ({ tenant }: ProviderParts) => tenant.storageKey('Provider')

function read(parts: ProviderParts): Remembered {
  try {
    const value: unknown = JSON.parse(parts.storage.get(keyOf(parts)) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
  } catch (error) {
    parts.log.warn('What was remembered of external sign-ins is not readable and is left out', error)
    return {}
  }
}

function write(parts: ProviderParts, remembered: Remembered | undefined): void {
  try {
    if (remembered) parts.storage.set(keyOf(parts), JSON.stringify(remembered))
    else parts.storage.remove(keyOf(parts))
  } catch (error) {
    // Failures are ignored: remembering is a convenience.
    parts.log.warn('What is remembered of external sign-ins could not be stored', error)
  }
}
