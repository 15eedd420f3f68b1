// Work in the demo's tenant, beside a running server or without one.
import { DEFAULT_TENANT } from '../../src/core/api/tenant.js'
import type { Config } from '../config.js'
import { asOwner, openDatabase, type Scope } from '../database/connection.js'
import { atDatabase } from '../database/open.js'
import { addDefaultTenant, addFirstTenants } from '../tenancy/first-tenants.js'

/** One transaction: all of it or nothing. */
export async function withDemo<T>(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return atDatabase(config, async address => {
    await asOwner(address, async owner => {
      await addFirstTenants(owner, config.home)
      await addDefaultTenant(owner)
    })
    const problems: Error[] = []
    const database = await openDatabase(address, error => problems.push(error))
    try {
      return await database.inTenant(DEFAULT_TENANT, work)
    } catch (error) {
      throw problems[0] ?? error
    } finally {
      await database.close()
    }
  })
}
