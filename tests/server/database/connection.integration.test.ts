import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { isUnreachable } from '../../../server/database/open.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.end())

/** Ends every connection of the application, and waits until they are gone. */
async function cutConnections(): Promise<void> {
  await asOwner(db.address, owner =>
    owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  )
}

describe('a connection that breaks between two statements of a transaction', () => {
  it('fails that transaction as unreachable, and neither the process nor the next transaction', async () => {
    const broken = db.database.inTenant('fretwork', async scope => {
      await cutConnections()
      await scope.sql.execute(sql`SELECT 1`)
    })
    await expect(broken).rejects.toSatisfy(isUnreachable)
    const next = db.database.inTenant('fretwork', scope => scope.sql.execute(sql`SELECT 1 AS one`))
    await expect(next).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })
})
