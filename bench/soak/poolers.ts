// Runs the server behind PgBouncer with fewer connections than clients, in session and transaction mode. No
// row may leak to another tenant.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { freePort } from '../../e2e/support/product.js'
import { addressOfUrl, asOwner, type Database, openDatabase } from '../../server/database/connection.js'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { APP_ROLE, MIGRATIONS, migrate } from '../../server/database/migrate.js'
import { addTenant, createFirstTenants, NEW_TENANT } from '../../server/tenants/tenants.js'
import { machinePostgres, startMachinePostgres } from '../../tests/server/support/machine-postgres.js'
import { AUTH, testApp } from '../../tests/server/support/test-app.js'
import { reportFigure } from '../support/harness.js'

const SECONDS = 10
const CLIENTS = 16
/** Small pool size, so that connections keep switching between clients. */
const POOL_SIZE = 4
const TENANTS = ['fretwork', 'other'] as const
const MODES = ['session', 'transaction'] as const

function pgBouncer(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(path =>
    existsSync(path),
  )
}

async function startPooler(program: string, mode: string, host: string): Promise<[ChildProcess, number]> {
  const port = await freePort()
  const settings = join(host, `pgbouncer-${mode}.ini`)
  // In session mode, each client keeps its connection, so the pool must be larger.
  const size = mode === 'session' ? 30 : POOL_SIZE
  writeFileSync(
    settings,
    `[databases]\n* = host=${host} user=owner\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\ndefault_pool_size = ${size}\nlogfile =\npidfile =\n`,
  )
  const account = databaseAccount()
  const child = spawn(program, ['-q', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  await wait(500)
  return [child, port]
}

const faults: string[] = []
const expect = (holds: boolean, fault: string) => {
  if (!holds && faults.push(fault) <= 10) process.stdout.write(`  ${fault}\n`)
}

/** @returns responses per second */
async function use(database: Database): Promise<number> {
  const server = await testApp(database, { env: { FRETWORK_LOGINS_PER_MINUTE: '9999,9999' } })
  for (const tenant of TENANTS) await server.addUser(`${tenant}@x.example`, { name: tenant }, tenant)
  const until = performance.now() + SECONDS * 1000
  let answers = 0
  const client = async (number: number) => {
    const tenant = TENANTS[number % 2] ?? 'fretwork'
    let pair = await server.logIn(`${tenant}@x.example`, tenant)
    while (performance.now() < until) {
      const user = await server.send(`${AUTH}/user`, { jwt: pair.jwt, tenant })
      expect(
        user.statusCode === 200 && user.json().name === tenant,
        `${tenant}: ${user.statusCode} ${user.body}`,
      )
      const body = { refreshToken: pair.refreshToken }
      const refreshed = await server.send(`${AUTH}/refresh`, { body, tenant })
      expect(refreshed.statusCode === 200, `${tenant}: refresh ${refreshed.statusCode} ${refreshed.body}`)
      if (refreshed.statusCode === 200) pair = refreshed.json()
      const seen = await database.readInTenant(tenant, async scope => {
        const who = sql`SELECT current_user AS role, current_setting('fretwork.tenant') AS tenant,
          (SELECT string_agg(DISTINCT name, ',') FROM users) AS names`
        await scope.sql.execute(sql`SELECT pg_sleep(0.001)`)
        return (await scope.sql.execute(who)).rows[0]
      })
      const right = { role: APP_ROLE, tenant, names: tenant }
      expect(JSON.stringify(seen) === JSON.stringify(right), `saw ${JSON.stringify(seen)} in ${tenant}`)
      const { rows } = await database.shared.execute(sql`SELECT current_user AS role,
        coalesce(current_setting('fretwork.tenant', true), '') AS tenant, (SELECT count(*)::int FROM users) AS users`)
      expect(
        JSON.stringify(rows[0]) === JSON.stringify({ role: APP_ROLE, tenant: '', users: 0 }),
        'outside a tenant',
      )
      answers += 4
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  const metrics = await server.send('/metrics', { tenant: undefined })
  expect(/^fretwork_mail_queue\{state="new"\} 0$/m.test(metrics.body), 'no figures of the outbox')
  await server.end()
  return answers / SECONDS
}

async function tryMode(program: string, mode: string, host: string): Promise<void> {
  const database = `fretwork_${mode}`
  const [pooler, port] = await startPooler(program, mode, host)
  try {
    await asOwner({ owner: { host, user: 'postgres', database: 'postgres' }, app: {} }, owner =>
      owner.query(`CREATE DATABASE ${database} OWNER owner`),
    )
    // Migrations also run through the pooler.
    const address = addressOfUrl(`postgresql://owner@127.0.0.1:${port}/${database}`)
    const starts = Array.from({ length: 3 }, () =>
      asOwner(address, async owner => {
        const ran = await migrate(owner)
        await createFirstTenants(owner, '/nowhere')
        return ran
      }),
    )
    const ran = (await Promise.all(starts)).flat()
    expect(ran.length === MIGRATIONS.length, `${mode}: ${ran.length} migrations were run`)
    await asOwner(address, owner => addTenant(owner, { ...NEW_TENANT, key: 'other', name: 'Other' }))
    const opened = await openDatabase(address, error => expect(false, `${mode}: lost: ${error.message}`))
    const figure = await use(opened)
    await opened.close()
    reportFigure(`answers through PgBouncer, ${mode} mode`, figure, '≥ 50 /s')
  } finally {
    pooler.kill('SIGTERM')
    await once(pooler, 'exit')
  }
}

const program = pgBouncer()
const programs = machinePostgres()
if (program === undefined || programs === undefined) {
  process.stdout.write('  Not run: this machine has no PgBouncer or no separate PostgreSQL.\n')
} else {
  process.stdout.write(`  ${spawnSync(program, ['-V'], { encoding: 'utf8' }).stdout.split('\n')[0]}\n`)
  const postgres = startMachinePostgres(programs)
  try {
    const address = {
      owner: { host: postgres.host, user: postgres.superuser, database: 'postgres' },
      app: {},
    }
    await asOwner(address, owner => owner.query('CREATE ROLE owner LOGIN CREATEROLE'))
    for (const mode of MODES) await tryMode(program, mode, postgres.host)
  } finally {
    await postgres.close()
  }
  reportFigure('wrong answers behind PgBouncer', faults.length, '≤ 0')
}
