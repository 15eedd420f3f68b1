// Fills an empty database with its first tenants: those of tenants.json in the state folder, else the default one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'
import { DEFAULT_TENANT } from '../../src/core/api/tenant.js'
import { StartFailure } from '../failure.js'
import { addTenant, listTenants, NEW_TENANT, type Tenant, tenantEntry } from './tenants.js'

const DEFAULT: Tenant = { ...NEW_TENANT, key: DEFAULT_TENANT, name: 'Fretwork' }

/** Everything but key and name may be left out of the file. */
const tenantsFile = z
  .array(z.extend(z.partial(tenantEntry), { key: tenantEntry.shape.key, name: tenantEntry.shape.name }))
  .check(z.minLength(1))

/** @throws StartFailure `tenant_invalid` where the file is there and not right. */
export async function addFirstTenants(owner: pg.Client, home: string): Promise<void> {
  await oneAtATime(owner, async () => {
    if ((await listTenants(owner)).length > 0) return
    for (const tenant of tenantsOf(join(home, 'tenants.json'))) await addTenant(owner, tenant)
  })
}

/** The demo users live in the default tenant, whatever tenants.json listed. */
export async function addDefaultTenant(owner: pg.Client): Promise<void> {
  await oneAtATime(owner, async () => {
    const tenants = await listTenants(owner)
    if (!tenants.some(({ key }) => key === DEFAULT_TENANT)) await addTenant(owner, DEFAULT)
  })
}

/** Any number will do, as long as every server takes the same one. */
const LOCK_KEY = 4_680_003

/** Two servers that start on a new database: one fills it, the other finds it filled. */
async function oneAtATime(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('SELECT pg_advisory_lock($1)', [LOCK_KEY])
  try {
    await work()
  } finally {
    await owner.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY])
  }
}

function tenantsOf(path: string): Tenant[] {
  if (!existsSync(path)) return [DEFAULT]
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartFailure('tenant_invalid', `${path} is not well-formed JSON; mend it or move it away.`, {
      cause,
    })
  }
  const parsed = tenantsFile.safeParse(content)
  if (parsed.success) return parsed.data.map(entry => ({ ...NEW_TENANT, ...entry }))
  const wrong = parsed.error.issues
    .map(issue => `${issue.path.join('.') || 'the list'} ${issue.message}`)
    .join('; ')
  throw new StartFailure('tenant_invalid', `${path} is not right: ${wrong}.`)
}
