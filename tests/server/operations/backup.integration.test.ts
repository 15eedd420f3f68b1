// Backup and restore: what was there is there again, under the same roles and policies.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOfUrl, asOwner, openDatabase } from '../../../server/database/connection.js'
import { MIGRATIONS, migrate } from '../../../server/database/migrate.js'
import { backUp, tablesOf } from '../../../server/operations/backup.js'
import { restoreFrom, restoreInto } from '../../../server/operations/restore.js'
import { AUTH, serverForFile, testApp } from '../support/test-app.js'
import { emptyDatabase, migratedDatabase } from '../support/test-database.js'

const dropped: (() => Promise<void>)[] = []
const { db, server } = await serverForFile()
// What a line-based format could trip over: its own end mark, newlines of every kind, NULL's mark.
const names = ['\\.', 'two\nlines', 'a\ttab', '\\N', 'line\u2028separator', 'car\rriage', 'Ünïcode 🎸']
for (const [index, name] of names.entries()) await server.addUser(`user${index}@example.org`, { name })
await server.addUser('other@example.org', { name: 'Other' }, 'other')
await server.logIn('user0@example.org')
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop()
})

async function backup(address = db.address): Promise<Buffer> {
  const out = new PassThrough()
  const chunks: Buffer[] = []
  out.on('data', chunk => chunks.push(chunk))
  await asOwner(address, owner => backUp(owner, out))
  return Buffer.concat(chunks)
}

async function migrated() {
  const { url, drop } = await migratedDatabase()
  dropped.push(drop)
  return addressOfUrl(url)
}

/** Every row of every table as text, the tenants' own included. */
const contents = (address: typeof db.address) =>
  asOwner(address, async owner => {
    const all: Record<string, unknown[]> = {}
    for (const { name, ofTenant } of await tablesOf(owner)) {
      all[name] = []
      for (const tenant of ofTenant ? ['fretwork', 'other'] : ['']) {
        await owner.query("SELECT set_config('fretwork.tenant', $1, false)", [tenant])
        const { rows } = await owner.query(
          `SELECT t::text AS row FROM ${name} t ${ofTenant ? `WHERE tenant = '${tenant}'` : ''} ORDER BY 1`,
        )
        all[name].push(...rows.map(({ row }) => row))
      }
    }
    return all
  })

const refusal = async (bytes: Buffer, address: typeof db.address) => {
  const before = await contents(address)
  const error = await asOwner(address, owner => restoreFrom(owner, Readable.from([bytes]))).catch(
    error => error,
  )
  expect(await contents(address)).toEqual(before)
  return error
}

describe('a backup', () => {
  it('is restored byte by byte, in every table', async () => {
    const target = await migrated()
    const rows = await asOwner(target, async owner => restoreFrom(owner, Readable.from([await backup()])))
    const [ours, theirs] = [await contents(db.address), await contents(target)]
    expect(theirs).toEqual(ours)
    expect(Object.keys(ours)).toContain('refresh_tokens')
    expect(rows).toBeGreaterThan(10)
  })

  // The way to another major version of PostgreSQL, whose data folder no server can read.
  it('of an older version gets its tables, then those of this version', async () => {
    const older = await emptyDatabase()
    const newer = await emptyDatabase()
    dropped.push(older.drop, newer.drop)
    const address = addressOfUrl(older.url)
    await asOwner(address, async owner => {
      await migrate(owner, MIGRATIONS.slice(0, -1))
      await owner.query(
        `INSERT INTO tenants (key, name, accent, languages) VALUES ('old', 'Old', '#aa5500', '{en}')`,
      )
      await owner.query("SELECT set_config('fretwork.tenant', 'old', false)")
      await owner.query(
        `INSERT INTO users (tenant, email, email_folded, name, email_verified_at)
         VALUES ('old', 'ada@example.org', 'ada@example.org', 'Ada', now())`,
      )
    })
    const bytes = await backup(address)
    const config = { home: mkdtempSync(join(tmpdir(), 'fretwork-restore-')), databaseUrl: newer.url }
    expect(await restoreInto(config, Readable.from([bytes]))).toBeGreaterThan(1)
    rmSync(config.home, { recursive: true })

    const target = addressOfUrl(newer.url)
    const { rows } = await asOwner(target, owner =>
      owner.query('SELECT id, (SELECT name FROM users) AS name FROM migrations ORDER BY id DESC LIMIT 1'),
    )
    expect(rows).toEqual([{ id: MIGRATIONS.at(-1)?.id, name: 'Ada' }])
    const error = await refusal(bytes, await migrated())
    expect([error.code, error.message]).toEqual([
      'restore_refused',
      expect.stringContaining('already has the tables of a later version'),
    ])
  })

  it('is whole for an owner whom row-level security binds, as for a superuser', async () => {
    const { url, drop } = await emptyDatabase()
    const superuser = addressOfUrl(url)
    await asOwner(superuser, async owner => {
      await owner.query('CREATE ROLE plain_owner LOGIN')
      await owner.query('GRANT fretwork_app TO plain_owner')
      await owner.query(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO plain_owner', current_database()); END $$",
      )
    })
    dropped.push(async () => {
      await drop()
      await asOwner(db.address, owner => owner.query('DROP ROLE plain_owner'))
    })
    const plain = addressOfUrl(url.replace(/user=\w+/, 'user=plain_owner'))
    await asOwner(plain, async owner => {
      await migrate(owner)
      await restoreFrom(owner, Readable.from([await backup()]))
    })
    const target = await migrated()
    await asOwner(target, async owner => restoreFrom(owner, Readable.from([await backup(plain)])))
    expect(await contents(target)).toEqual(await contents(db.address))
  })

  it('leaves the policies in force: raw SQL of the application sees nothing without a tenant', async () => {
    const target = await migrated()
    await asOwner(target, async owner => restoreFrom(owner, Readable.from([await backup()])))
    await asOwner(target, async owner => {
      const open = await owner.query(
        `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
      )
      expect(open.rows).toEqual([])
      const off = await owner.query(
        `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`,
      )
      expect(off.rows).toEqual([])
      await owner.query('SET ROLE fretwork_app')
      expect((await owner.query('SELECT 1 FROM users')).rowCount).toBe(0)
    })
  })

  it.each([
    ['lets a server go on with the same sessions', {}, 200],
    ['can end every session, since it lacks the logouts after it', { endSessions: true }, 401],
  ])('%s', async (_what, options, status) => {
    const { refreshToken } = await server.logIn('user1@example.org')
    server.clock.now += 61_000
    const target = await migrated()
    const bytes = await backup()
    await asOwner(target, owner => restoreFrom(owner, Readable.from([bytes]), options))
    const database = await openDatabase(target, () => undefined)
    const second = await testApp(database)
    expect((await second.send(`${AUTH}/refresh`, { body: { refreshToken } })).statusCode).toBe(status)
    // Its numbers go on after those of the backup.
    await second.logIn('user2@example.org')
    await second.end()
    await database.close()
  })
})

describe.runIf(process.env.FRETWORK_SOAK)('a backup under load', () => {
  it('keeps the database waiting for a slower reader, and is whole all the same', async () => {
    const address = await migrated()
    const rows = 20_000
    await asOwner(address, owner =>
      owner.query(
        `CREATE TABLE pages AS SELECT repeat(md5(n::text), 32) AS body FROM generate_series(1, ${rows}) n`,
      ),
    )
    let goOn: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    const arrived: Buffer[] = []
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        arrived.push(chunk)
        void held.then(() => done())
      },
    })
    const made = asOwner(address, owner => backUp(owner, reader))
    // Nothing is read: the database fills the buffers in between, and then it waits.
    await asOwner(address, owner =>
      expect
        .poll(async () => {
          const waiting = await owner.query(
            `SELECT wait_event FROM pg_stat_activity WHERE query LIKE 'COPY%pages%' AND pid <> pg_backend_pid()`,
          )
          return waiting.rows
        })
        .toEqual([{ wait_event: 'ClientWrite' }]),
    )
    expect(reader.writableLength).toBeLessThan(1024 * 1024)
    goOn()
    expect(await made).toBe(rows)
    expect(gunzipSync(Buffer.concat(arrived)).length).toBeGreaterThan(rows * 1024)
  })

  it('is of one moment, while the server goes on', async () => {
    let writing = true
    const traffic = (async () => {
      for (let count = 0; writing; count += 1)
        await server.addUser(`late${count}-${randomBytes(4).toString('hex')}@example.org`)
    })()
    const backups = [await backup(), await backup(), await backup()]
    writing = false
    await traffic
    for (const bytes of backups) {
      const target = await migrated()
      await expect(
        asOwner(target, owner => restoreFrom(owner, Readable.from([bytes]))),
      ).resolves.toBeGreaterThan(0)
    }
  })
})

describe('a restore is refused, and changes nothing,', () => {
  it('into a database with rows', async () => {
    const error = await refusal(await backup(), db.address)
    expect(error).toMatchObject({ code: 'restore_refused', message: expect.stringContaining('is not empty') })
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ['no backup', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
    ['of another form', () => gzipSync('{"format":"fretwork-backup","formatVersion":2}\n')],
    ['without its footer', (bytes: Buffer) => edited(bytes, text => text.replace(/\{"end".*\n$/, ''))],
    ['short of a row', (bytes: Buffer) => edited(bytes, text => text.replace(/^fretwork\tlogin:.*\n/m, ''))],
  ])('from a file that is %s', async (_what, change) => {
    const error = await refusal(change(await backup()), await migrated())
    expect(error).toMatchObject({
      code: 'backup_invalid',
      message: expect.stringMatching(/^The backup cannot be read: .+ Nothing was changed\.$/),
    })
  })

  it.each([
    ['that PostgreSQL does not take', /^fretwork\t[0-9a-f-]{36}\tuser1/m, 'fretwork\tno-uuid\tuser1', 'uuid'],
    ['that is there twice', /^(fretwork\t[0-9a-f-]{36}\tuser1.*\n)/m, '$1$1', 'duplicate key'],
  ])('from a row %s, which is named', async (_what, row, other, why) => {
    const broken = edited(await backup(), text => text.replace(row, other))
    expect(await refusal(broken, await migrated())).toMatchObject({
      code: 'backup_invalid',
      message: expect.stringMatching(
        new RegExp(`^The backup cannot be read: .+ rows .+${why}.+ Nothing was changed\\.$`),
      ),
    })
  })

  it('from a version with other tables', async () => {
    const other = edited(await backup(), text => text.replace('0001-tenants', '0000-tenants'))
    const error = await refusal(other, await migrated())
    expect(error).toMatchObject({
      code: 'restore_refused',
      message: expect.stringContaining('restore it with'),
    })
  })
})

const edited = (bytes: Buffer, change: (text: string) => string) =>
  gzipSync(change(gunzipSync(bytes).toString('utf8')))
