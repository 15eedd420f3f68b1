import { asc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as z from 'zod/mini'
import { LEVELS } from '../../src/core/contract/claims.js'
import { personName } from '../../src/core/contract/endpoint.js'
import {
  DEFAULT_TENANT,
  registration,
  type TenantCard,
  tenantCard,
  tenantKey,
} from '../../src/core/contract/tenant.js'
import { inTransaction } from '../database/queries.js'
import { tenants } from '../database/schema.js'
import { oncePer, type Sql } from '../database/transactions.js'
import { readJson, StartFailure } from '../failure.js'
import '../../src/sandbox/packages/zod-messages.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1024 * 1024

export const tenantEntry = z.strictObject({
  key: tenantKey,
  name: personName,
  accent: tenantCard.shape.accent,
  languages: z.array(z.string()).check(z.minLength(1)),
  /** Lower-case host names without ports. */
  hosts: z.array(z.string().check(z.regex(/^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/))),
  origins: z.array(
    z
      .string()
      .check(z.refine(value => URL.canParse(value) && new URL(value).origin === value, 'is not an origin')),
  ),
  providers: tenantCard.shape.providers,
  /** Hosts from which pages may load songs, in lower case. The port is included unless it is the default. */
  songHosts: z.array(z.string().check(z.regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/))),
  registration,
  /** Allowed email domains in lower case. If empty, all are allowed. */
  mailDomains: z.array(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
  /** Plan for new accounts. */
  plan: z.enum(LEVELS),
  /** Maximum size of each library, bytes. `null` means the plan's limit. */
  quota: z.nullable(z.int().check(z.minimum(MB))),
})
export type Tenant = z.infer<typeof tenantEntry>

export const NEW_TENANT: Omit<Tenant, 'key' | 'name'> = {
  accent: '#e8a13a',
  languages: ['en', 'de'],
  hosts: [],
  origins: [],
  providers: [],
  songHosts: [],
  registration: 'open',
  mailDomains: [],
  plan: 'free',
  quota: null,
}

export function cardOf(tenant: Tenant): TenantCard {
  const { key, name, accent, languages, providers, songHosts, registration, mailDomains } = tenant
  return {
    ...{ key, name, accent, languages, providers, registration },
    ...(songHosts.length > 0 && { songHosts }),
    ...(mailDomains.length > 0 && { mailDomains }),
  }
}

const byKey = oncePer((open: Sql) =>
  open
    .select()
    .from(tenants)
    .where(eq(tenants.key, sql.placeholder('key')))
    .prepare('tenant_by_key'),
)

export async function tenantByKey(sql: Sql, key: string): Promise<Tenant | undefined> {
  const [row] = await byKey(sql).execute({ key })
  return row && withoutDate(row)
}

/** Returns the tenant with this host name, else the default tenant, else the oldest. */
export function tenantOfHost(all: readonly Tenant[], host: string): Tenant | undefined {
  return (
    all.find(tenant => tenant.hosts.includes(host)) ?? all.find(({ key }) => key === DEFAULT_TENANT) ?? all[0]
  )
}

export async function listTenants(sql: Sql | pg.Client): Promise<Tenant[]> {
  const database = 'select' in sql ? sql : drizzle(sql)
  const rows = await database.select().from(tenants).orderBy(asc(tenants.createdAt), asc(tenants.key))
  return rows.map(withoutDate)
}

/** @throws StartFailure `tenant_invalid`, `tenant_exists`, `host_taken` */
export async function addTenant(owner: pg.Client, tenant: Tenant): Promise<void> {
  await changing(owner, before => insertTenant(owner, tenant, before))
}

async function insertTenant(owner: pg.Client, tenant: Tenant, before: readonly Tenant[]): Promise<void> {
  if (before.some(({ key }) => key === tenant.key)) {
    const message = `The tenant ${tenant.key} already exists. To change it, use "tenant set".`
    throw new StartFailure('tenant_exists', message)
  }
  // Use the clock instead of the transaction time, so that tenants added together keep their order.
  const createdAt = sql`clock_timestamp()`
  await drizzle(owner)
    .insert(tenants)
    .values({ ...checked(tenant, before), createdAt })
}

export async function setTenant(
  owner: pg.Client,
  key: string,
  change: Partial<Omit<Tenant, 'key'>>,
): Promise<void> {
  await changing(owner, async before => {
    const present = before.find(tenant => tenant.key === key)
    if (!present) throw unknownTenant(key)
    const entry = checked({ ...present, ...change, key }, before)
    await drizzle(owner).update(tenants).set(entry).where(eq(tenants.key, key))
  })
}

/**
 * The last tenant can't be removed, because the server would reject every request.
 * @throws StartFailure `tenant_unknown`, `tenant_last`
 */
export async function removeTenant(owner: pg.Client, key: string): Promise<void> {
  await changing(owner, async before => {
    if (!before.some(tenant => tenant.key === key)) throw unknownTenant(key)
    if (before.length === 1) {
      const message = `Cannot remove ${key}, the only tenant on this server. Add another tenant first with "tenant add".`
      throw new StartFailure('tenant_last', message)
    }
    await drizzle(owner).delete(tenants).where(eq(tenants.key, key))
  })
}

export async function changing(owner: pg.Client, change: (before: Tenant[]) => Promise<void>): Promise<void> {
  await inTransaction(owner, async () => {
    // Lock the table, so that parallel changes can't give the same host to two tenants.
    await owner.query('LOCK TABLE tenants IN SHARE ROW EXCLUSIVE MODE')
    await change(await listTenants(owner))
  })
}

/** Matches zod's own messages. They are replaced because they mention patterns. */
const ZOD_MESSAGE = /^(Invalid|Too )/

const WANTED: Readonly<Record<string, string>> = {
  name: 'must not be empty',
  accent: 'must be a color such as #aa5500',
  hosts: 'must be host names such as music.example.org',
  registration: 'must be open or closed',
  mailDomains: 'must be domains such as school.example.org',
  plan: 'must be free, Basic, Pro or Enterprise',
  quota: 'must be at least 1 MB',
  songHosts: 'must be host names such as songs.example.org, with a port unless it is the default',
}

function checked(tenant: Tenant, before: readonly Tenant[]): Tenant {
  const parsed = tenantEntry.safeParse(tenant)
  if (!parsed.success) {
    const wrong = parsed.error.issues
      .map(({ path, message }) => {
        const wanted = ZOD_MESSAGE.test(message) ? WANTED[String(path[0])] : undefined
        return `${path.join('.')} ${wanted ?? message}`
      })
      .join('; ')
    throw new StartFailure('tenant_invalid', `The tenant ${tenant.key} is invalid: ${wrong}.`)
  }
  for (const other of before) {
    const host = other.key === tenant.key ? undefined : other.hosts.find(name => tenant.hosts.includes(name))
    if (host !== undefined) {
      const message = `The host ${host} is used by the tenant ${other.key}. Remove it there first.`
      throw new StartFailure('host_taken', message)
    }
  }
  return parsed.data
}

export function unknownTenant(key: string): StartFailure {
  return new StartFailure('tenant_unknown', `There is no tenant ${key}; "tenant list" lists all tenants.`)
}

function withoutDate({ createdAt: _createdAt, ...tenant }: typeof tenants.$inferSelect): Tenant {
  return tenant
}

const DEFAULT: Tenant = { ...NEW_TENANT, key: DEFAULT_TENANT, name: 'Fretwork' }

/** Schema of tenants.json. Only key and name are required. */
const tenantsFile = z
  .array(z.extend(z.partial(tenantEntry), { key: tenantEntry.shape.key, name: tenantEntry.shape.name }))
  .check(z.minLength(1))

export async function createFirstTenants(owner: pg.Client, home: string): Promise<void> {
  await addUnless(
    owner,
    before => before.length > 0,
    () => tenantsOf(join(home, 'tenants.json')),
  )
}

/** Creates the default tenant for the demo users, regardless of tenants.json. */
export async function createDefaultTenant(owner: pg.Client): Promise<void> {
  await addUnless(
    owner,
    before => before.some(({ key }) => key === DEFAULT_TENANT),
    () => [DEFAULT],
  )
}

async function addUnless(
  owner: pg.Client,
  isThere: (tenants: readonly Tenant[]) => boolean,
  newOnes: () => readonly Tenant[],
): Promise<void> {
  if (isThere(await listTenants(owner))) return
  await changing(owner, async before => {
    // If two servers start on a new database, the second one finds the tenants already created.
    if (isThere(before)) return
    const all = [...before]
    for (const tenant of newOnes()) {
      await insertTenant(owner, tenant, all)
      all.push(tenant)
    }
  })
}

function tenantsOf(path: string): Tenant[] {
  if (!existsSync(path)) return [DEFAULT]
  const parsed = tenantsFile.safeParse(readJson(path, 'tenant_invalid'))
  if (parsed.success) return parsed.data.map(entry => ({ ...NEW_TENANT, ...entry }))
  const wrong = parsed.error.issues
    .map(issue => `${issue.path.join('.') || 'the list'} ${issue.message}`)
    .join('; ')
  throw new StartFailure('tenant_invalid', `${path} is invalid: ${wrong}.`)
}
