import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteOldAuditEntries } from '../../../server/admin/audit-log.js'
import { readConfig } from '../../../server/config.js'
import { asOwner } from '../../../server/database/connection.js'
import { startServer } from '../../../server/start.js'
import { stateHome } from '../support/state-home.js'
import { databaseForFile } from '../support/test-database.js'
import { until } from '../support/until.js'

const DAY_MS = 24 * 60 * 60_000

const db = await databaseForFile()
beforeEach(() => asOwner(db.address, owner => owner.query('TRUNCATE audit_log')))

/** As it would stand there had it been added so many days ago. */
const added = (daysAgo: number, action: string, { tenant = 'fretwork', times = 1 } = {}) =>
  db.database.inTenant(tenant, ({ sql }) =>
    sql.execute(`INSERT INTO audit_log (tenant, at, action)
      SELECT '${tenant}', to_timestamp(${(Date.now() - daysAgo * DAY_MS) / 1000}), '${action}'
      FROM generate_series(1, ${times})`),
  )
const kept = async (tenant = 'fretwork') => {
  const rows = await db.database.inTenant(tenant, ({ sql }) =>
    sql.query.auditLog.findMany({ orderBy: entry => entry.id }),
  )
  return rows.map(({ action }) => action)
}
const prune = (days: number) => deleteOldAuditEntries(db.address, days, Date.now())

describe('the audit log', () => {
  it('forgets what is older than it shall be, in every tenant', async () => {
    for (const tenant of ['fretwork', 'other']) {
      await added(31, 'plan.changed', { tenant })
      await added(29, 'email.verified', { tenant })
    }
    await prune(30)
    expect(await kept()).toEqual(['email.verified'])
    expect(await kept('other')).toEqual(['email.verified'])
  })

  it('is kept for ever where 0 days are set', async () => {
    await added(4000, 'plan.changed')
    await prune(0)
    expect(await kept()).toEqual(['plan.changed'])
  })

  it('forgets all that is due at once, however long no one has', async () => {
    await added(400, 'plan.changed', { times: 2500 })
    await added(1, 'email.verified')
    await prune(365)
    expect(await kept()).toEqual(['email.verified'])
  })

  it('leaves the rest to the next time where the server ends', async () => {
    await added(400, 'plan.changed', { times: 1500 })
    let asked = 0
    await deleteOldAuditEntries(db.address, 365, Date.now(), () => ++asked > 1)
    expect(await kept()).toHaveLength(500)
  })

  it('leaves no tenant on its connection, which a pool in between gives to someone else', async () => {
    await added(400, 'plan.changed')
    const { end } = pg.Client.prototype
    const tenants: unknown[] = []
    const ending = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(async function (this: pg.Client) {
      const { rows } = await this.query(`SELECT current_setting('fretwork.tenant', true) AS tenant`)
      tenants.push(rows[0].tenant)
      await Reflect.apply(end, this, [])
    })
    await prune(365).finally(() => ending.mockRestore())
    expect(tenants).toEqual([''])
    expect(await kept()).toEqual([])
  })

  const expectSwept = async () => {
    const home = stateHome()
    const config = readConfig({
      FRETWORK_HOME: home.path,
      DATABASE_URL: db.url,
      PORT: '0',
      FRETWORK_LOG_LEVEL: 'silent',
      FRETWORK_AUDIT_DAYS: '7',
    })
    const server = await startServer({ config })
    try {
      await until(async () => expect(await kept()).toEqual(['email.verified']))
    } finally {
      await server.close()
      home.remove()
    }
  }

  it('is swept by a running server, after the days of its environment, also where other housekeeping fails', async () => {
    await added(8, 'plan.changed')
    await added(6, 'email.verified')
    const ownerDoes = (sql: string) => asOwner(db.address, owner => owner.query(sql))
    await ownerDoes('REVOKE DELETE ON billing_events FROM fretwork_app')
    await expectSwept().finally(() => ownerDoes('GRANT DELETE ON billing_events TO fretwork_app'))
  })
})
