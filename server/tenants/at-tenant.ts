import type pg from 'pg'
import type { Config } from '../config.js'
import { asOwner, openDatabase } from '../database/connection.js'
import { atDatabase } from '../database/open.js'
import type { Scope } from '../database/transactions.js'
import { createFirstTenants, listTenants, type Tenant, unknownTenant } from './tenants.js'

/**
 * @param prepare runs first, as the database owner
 * @throws StartFailure `tenant_unknown`
 */
export async function atTenant<T>(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  key: string,
  work: (scope: Scope, tenant: Tenant) => Promise<T>,
  prepare?: (owner: pg.Client) => Promise<void>,
): Promise<T> {
  return atDatabase(config, async address => {
    const tenant = await asOwner(address, async owner => {
      await createFirstTenants(owner, config.home)
      await prepare?.(owner)
      return (await listTenants(owner)).find(one => one.key === key)
    })
    if (!tenant) throw unknownTenant(key)
    const problems: Error[] = []
    const database = await openDatabase(address, error => problems.push(error))
    try {
      return await database.inTenant(key, scope => work(scope, tenant))
    } catch (error) {
      throw problems[0] ?? error
    } finally {
      await database.close()
    }
  })
}
