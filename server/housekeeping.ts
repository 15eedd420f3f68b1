// Forgets what is over: rate-limit windows, sealed successors, expired sessions.
import type { Database } from './database/connection.js'
import { sweepLinks } from './presence/auth/link-tokens.js'
import { sweepLimits } from './presence/auth/rate-limit.js'
import { sweepSessions } from './presence/auth/sessions.js'
import { sweepNonces } from './presence/external/nonces.js'
import { listTenants } from './tenancy/tenants.js'

export async function sweep(database: Database, now: number): Promise<void> {
  for (const { key } of await listTenants(database.open)) {
    await database.inTenant(key, async scope => {
      await sweepLimits(scope, now)
      await sweepSessions(scope, now)
      await sweepLinks(scope, now)
      await sweepNonces(scope, now)
    })
  }
}
