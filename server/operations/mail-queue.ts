// How much mail waits to go out, over all tenants.
import { sql } from 'drizzle-orm'
import type { Database } from '../database/connection.js'
import { listTenants } from '../tenancy/tenants.js'
import type { Reading } from './metrics.js'

export async function mailQueue(database: Database): Promise<Reading[]> {
  let fresh = 0
  let tried = 0
  for (const { key } of await listTenants(database.open)) {
    const [row] = await database.inTenant(key, async scope => {
      const answer = await scope.sql.execute<{ fresh: number; tried: number }>(sql`
        SELECT count(*) FILTER (WHERE attempts = 0)::int AS fresh,
               count(*) FILTER (WHERE attempts > 0)::int AS tried
        FROM mail_outbox WHERE tenant = ${key}`)
      return answer.rows
    })
    fresh += row?.fresh ?? 0
    tried += row?.tried ?? 0
  }
  return [
    { labels: { state: 'new' }, value: fresh },
    { labels: { state: 'tried' }, value: tried },
  ]
}
