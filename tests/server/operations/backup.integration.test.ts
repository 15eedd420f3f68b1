// Backing up and restoring all data, with unchanged roles and policies.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addressOfUrl, asOwner, openDatabase } from '../../../server/database/connection.js'
import { MIGRATIONS, migrate } from '../../../server/database/migrate.js'
import { backUp, keysIn } from '../../../server/operations/backup.js'
import { restoreInto, verifyBackup } from '../../../server/operations/restore.js'
import { later } from '../../support/later.js'
import { rowsOf } from '../isolation/rows.js'
import { AUTH, serverForFile, testApp } from '../support/test-app.js'
import { emptyDatabase, migratedDatabase } from '../support/test-database.js'

const KEYS = { 'access-token.json': '{"kty":"EC"}', 'second-factor.json': '{"key":"k"}' }
const dropped: (() => Promise<void>)[] = []
const { db, server } = await serverForFile()
// Values that could break a line-based format: end marker, newline characters, NULL marker.
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
  await asOwner(address, owner => backUp(owner, out, KEYS))
  return Buffer.concat(chunks)
}

async function migrated() {
  const { url, drop } = await migratedDatabase()
  dropped.push(drop)
  return addressOfUrl(url)
}

const home = mkdtempSync(join(tmpdir(), 'fretwork-restore-'))
const restore = (bytes: Buffer, { owner }: typeof db.address, options = {}) =>
  restoreInto({ home, databaseUrl: owner.connectionString }, Readable.from([bytes]), options)

const refusal = async (bytes: Buffer, address: typeof db.address) => {
  const before = await rowsOf(address)
  const error = await restore(bytes, address).catch(error => error)
  expect(await rowsOf(address)).toEqual(before)
  return error
}

it('a backup is verified by restoring it into a temporary database', async () => {
  const bytes = await backup()
  expect(await verifyBackup(Readable.from([bytes]))).toBe(await restore(bytes, await migrated()))
})

it('every table is restored byte for byte, with its original policies', async () => {
  const target = await migrated()
  expect(await restore(await backup(), target)).toBeGreaterThan(10)
  const ours = await rowsOf(db.address)
  expect(await rowsOf(target)).toEqual(ours)
  expect(Object.keys(ours)).toContain('refresh_tokens of fretwork')
  await expectPolicies(target)
})

// Backups are the upgrade path to a new PostgreSQL major version, which can't read the old data folder.
it('a backup from an older version restores its own tables and is then migrated', async () => {
  const [older, newer] = [await emptyDatabase(), await emptyDatabase()]
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
  mkdirSync(join(config.home, 'keys'))
  writeFileSync(join(config.home, 'keys/second-factor.json'), 'the key in use')
  expect(await restoreInto(config, Readable.from([bytes]))).toBeGreaterThan(1)
  // Keys in the backup do not replace existing keys.
  expect(await keysIn(config.home)).toEqual({ ...KEYS, 'second-factor.json': 'the key in use' })
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

it('an owner’s backup under row-level security is as complete as a superuser’s', async () => {
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
  await asOwner(plain, owner => migrate(owner))
  await restore(await backup(), plain)
  const target = await migrated()
  await restore(await backup(plain), target)
  expect(await rowsOf(target)).toEqual(await rowsOf(db.address))
})

/** Checks that row-level security and triggers are active and hide all rows without a tenant. */
const expectPolicies = (address: typeof db.address) =>
  asOwner(address, async owner => {
    const open = await owner.query(
      `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
    )
    const off = await owner.query(`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`)
    expect([open.rows, off.rows]).toEqual([[], []])
    await owner.query('SET ROLE fretwork_app')
    expect((await owner.query('SELECT 1 FROM users')).rowCount).toBe(0)
  })

it.each([
  ['a restored server continues the same sessions', {}, 200],
  ['a restore can end every session because later logouts are lost', { endSessions: true }, 401],
])('%s', async (_what, options, status) => {
  const { refreshToken } = await server.logIn('user1@example.org')
  server.clock.now += 61_000
  const target = await migrated()
  await restore(await backup(), target, options)
  const database = await openDatabase(target, () => undefined)
  const second = await testApp(database)
  expect((await second.send(`${AUTH}/refresh`, { body: { refreshToken } })).statusCode).toBe(status)
  // Sequences continue after the restored values.
  await second.logIn('user2@example.org')
  await second.end()
  await database.close()
})

describe.runIf(process.env.FRETWORK_SOAK)('backup under load', () => {
  it('a backup to a slow reader is complete and is not buffered', async () => {
    const address = await migrated()
    const rows = 20_000
    await asOwner(address, owner =>
      owner.query(
        `CREATE TABLE pages AS SELECT repeat(md5(n::text), 32) AS body FROM generate_series(1, ${rows}) n`,
      ),
    )
    const { promise: held, answer: goOn } = later()
    const arrived: Buffer[] = []
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        arrived.push(chunk)
        void held.then(() => done())
      },
    })
    const made = asOwner(address, owner => backUp(owner, reader, KEYS))
    // Without a reader, the database fills the buffers and then waits.
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

  it('a backup is a consistent snapshot of a running server', async () => {
    let writing = true
    const traffic = (async () => {
      for (let count = 0; writing; count += 1)
        await server.addUser(`late${count}-${randomBytes(4).toString('hex')}@example.org`)
    })()
    const backups = [await backup(), await backup(), await backup()]
    writing = false
    await traffic
    for (const bytes of backups) await expect(restore(bytes, await migrated())).resolves.toBeGreaterThan(0)
  })
})

describe('rejected restores', () => {
  let whole: Buffer
  let target: typeof db.address
  beforeAll(async () => {
    whole = await backup()
    const { url, drop } = await migratedDatabase()
    target = addressOfUrl(url)
    return drop
  })

  it('restoring into a database that contains rows is rejected', async () => {
    const error = await refusal(whole, db.address)
    expect(error).toMatchObject({ code: 'restore_refused', message: expect.stringContaining('is not empty') })
  })

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ['not a backup', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
    ['of another format', () => gzipSync('{"format":"fretwork-backup","formatVersion":2}\n')],
    ['without its footer', (bytes: Buffer) => edited(bytes, text => text.replace(/\{"end".*\n$/, ''))],
    ['missing a row', (bytes: Buffer) => edited(bytes, text => text.replace(/^fretwork\tlogin:.*\n/m, ''))],
  ])('restoring from a file that is %s is rejected and changes nothing', async (_what, change) => {
    expect(await refusal(change(whole), target)).toMatchObject({
      code: 'backup_invalid',
      message: expect.stringMatching(/^The backup cannot be read: .+ Nothing was changed\.$/),
    })
  })

  it.each([
    ['that PostgreSQL refuses', /^fretwork\t[0-9a-f-]{36}\tuser1/m, 'fretwork\tno-uuid\tuser1', 'uuid'],
    ['that is duplicated', /^(fretwork\t[0-9a-f-]{36}\tuser1.*\n)/m, '$1$1', 'duplicate key'],
  ])('restoring a row %s is rejected and reports the row’s table', async (_what, row, other, why) => {
    const broken = edited(whole, text => text.replace(row, other))
    expect(await refusal(broken, target)).toMatchObject({
      code: 'backup_invalid',
      message: expect.stringMatching(
        new RegExp(`^The backup cannot be read: .+ rows .+${why}.+ Nothing was changed\\.$`),
      ),
    })
  })

  it('restoring from a version with different tables is rejected', async () => {
    const other = edited(whole, text => text.replace('0001-tenants', '0000-tenants'))
    expect(await refusal(other, target)).toMatchObject({
      code: 'restore_refused',
      message: expect.stringContaining('Restore it with'),
    })
  })
})

const edited = (bytes: Buffer, change: (text: string) => string) =>
  gzipSync(change(gunzipSync(bytes).toString('utf8')))
