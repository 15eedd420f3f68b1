import { and, asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as z from 'zod/mini'
import { PROVIDERS } from '../../src/core/contract/sign-up.js'
import { isLoopback } from '../../src/sandbox/packages/loopback.js'
import { findRow } from '../database/queries.js'
import { externalProviders, tenants } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { StartFailure } from '../failure.js'
import { changing, type Tenant, unknownTenant } from './tenants.js'

const NOT_SAFE = 'is not an https URL (http only for this machine)'
const NOT_PLAIN = 'is not a complete URL without "?" and "#", as a browser writes it'
const address = z.string().check(
  z.maxLength(2048),
  z.refine(isSafe, NOT_SAFE),
  z.refine(value => !/[?#@]/.test(value), NOT_PLAIN),
)

export const externalProvider = z.strictObject({
  provider: z.enum(PROVIDERS),
  /** Issuer (`iss`) of ID tokens. The discovery document is under this URL. */
  issuer: address,
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'is not 1 to 255 printable characters')),
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  authorizeUrl: address,
  /** Allowed redirect URIs. They must match exactly. */
  redirectUris: z
    .array(address.check(z.refine(value => new URL(value).href === value, NOT_PLAIN)))
    .check(z.minLength(1)),
  /** Allowed origins for the token and key URLs, in addition to the issuer's origin. */
  origins: z.array(
    z.string().check(z.refine(value => isSafe(value) && new URL(value).origin === value, 'is not an origin')),
  ),
})
export type ExternalProvider = z.infer<typeof externalProvider>
export type ProviderId = ExternalProvider['provider']

/** Default settings. With `common`, Microsoft accepts work, school and personal accounts. */
export const PROVIDER_DEFAULTS: Readonly<
  Record<ProviderId, Pick<ExternalProvider, 'issuer' | 'authorizeUrl' | 'origins'>>
> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    origins: ['https://oauth2.googleapis.com', 'https://www.googleapis.com'],
  },
  windows: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    origins: [],
  },
}

/**
 * Replaces all settings of the provider.
 * @throws StartFailure `tenant_unknown`, `provider_invalid`
 */
export async function setProvider(owner: pg.Client, key: string, given: ExternalProvider): Promise<void> {
  const parsed = externalProvider.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ')
    throw new StartFailure('provider_invalid', `The provider ${given.provider} is invalid: ${wrong}.`)
  }
  const { provider, clientId, authorizeUrl, clientSecret = null, ...rest } = parsed.data
  const row = { tenant: key, provider, clientSecret, ...rest }
  await withTenant(owner, key, async tenant => {
    const others = tenant.providers.filter(({ id }) => id !== provider)
    await saveCards(owner, key, [...others, { id: provider, clientId, authorizeUrl }])
    const target = [externalProviders.tenant, externalProviders.provider]
    await drizzle(owner).insert(externalProviders).values(row).onConflictDoUpdate({ target, set: row })
  })
}

/** @throws StartFailure `tenant_unknown`, `provider_unknown` */
export async function removeProvider(owner: pg.Client, key: string, provider: string): Promise<void> {
  await withTenant(owner, key, async tenant => {
    const others = tenant.providers.filter(({ id }) => id !== provider)
    if (others.length === tenant.providers.length) {
      const message = `The tenant ${key} has no provider ${provider}; "tenant provider list ${key}" lists them.`
      throw new StartFailure('provider_unknown', message)
    }
    await saveCards(owner, key, others)
    await drizzle(owner)
      .delete(externalProviders)
      .where(and(eq(externalProviders.tenant, key), eq(externalProviders.provider, provider)))
  })
}

/**
 * Returns the fully configured providers by name.
 * @throws StartFailure `tenant_unknown`
 */
export async function listProviders(owner: pg.Client, key: string): Promise<ExternalProvider[]> {
  const found: ExternalProvider[] = []
  await withTenant(owner, key, async tenant => {
    const rows = await drizzle(owner)
      .select()
      .from(externalProviders)
      .where(eq(externalProviders.tenant, key))
      .orderBy(asc(externalProviders.provider))
    found.push(...rows.flatMap(row => joined(tenant, row) ?? []))
  })
  return found
}

export async function providerOf(
  scope: Scope,
  tenant: Tenant,
  provider: ProviderId,
): Promise<ExternalProvider | undefined> {
  const row = await findRow(scope, externalProviders, eq(externalProviders.provider, provider))
  return row && joined(tenant, row)
}

function joined(tenant: Tenant, row: typeof externalProviders.$inferSelect): ExternalProvider | undefined {
  const card = tenant.providers.find(({ id }) => id === row.provider)
  const { tenant: _tenant, clientSecret, ...rest } = row
  if (!card) return undefined
  const { clientId, authorizeUrl } = card
  // Validate again, because the tenant's card may have been changed separately.
  const whole = externalProvider.safeParse({
    ...rest,
    clientId,
    authorizeUrl,
    ...(clientSecret !== null && { clientSecret }),
  })
  return whole.success ? whole.data : undefined
}

async function withTenant(owner: pg.Client, key: string, work: (tenant: Tenant) => Promise<void>) {
  await changing(owner, async before => {
    const tenant = before.find(each => each.key === key)
    if (!tenant) throw unknownTenant(key)
    // Row-level security also applies to the owner.
    await owner.query("SELECT set_config('fretwork.tenant', $1, true)", [key])
    await work(tenant)
  })
}

async function saveCards(owner: pg.Client, key: string, providers: Tenant['providers']): Promise<void> {
  await drizzle(owner).update(tenants).set({ providers }).where(eq(tenants.key, key))
}

function isSafe(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
