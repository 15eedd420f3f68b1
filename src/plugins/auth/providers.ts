/** The providers of external sign-in by the names that people know. */
import type { TenantCard } from '../../core/api/tenant.js'

/** In the order in which they are offered. Apart from their calls: the log-in page needs no more than this. */
export const PROVIDER_NAMES = { google: 'Google', windows: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

const IDS: readonly ProviderId[] = ['google', 'windows']

/** The tenant's providers that we know how to talk to. */
export function providersOf({ providers }: TenantCard): readonly ProviderId[] {
  return IDS.filter(known => providers.some(({ id }) => id === known))
}
