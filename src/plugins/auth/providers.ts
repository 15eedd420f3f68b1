/** Providers of external login. Apart from external-sign-in.ts to keep the login page small. */
import type { TenantCard } from '../../core/api/tenant.js'

export const PROVIDER_NAMES = { google: 'Google', windows: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

export function providersOf({ providers }: TenantCard): readonly ProviderId[] {
  const supported: readonly ProviderId[] = ['google', 'windows']
  return supported.filter(known => providers.some(({ id }) => id === known))
}
