import { appendFileSync, existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databaseAccount, linkLibraries } from '../../../server/database/embedded/binaries.js'
import { clusterFolder } from '../../../server/database/embedded/embedded.js'
import {
  readPostmaster,
  rotateLog,
  runningPostmaster,
} from '../../../server/database/embedded/postgres-process.js'
import { isUnreachable } from '../../../server/database/unavailable.js'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()

describe('PostgreSQL system account', () => {
  const accountOf = (uid: number, ...lines: string[]) =>
    databaseAccount(uid, () => ['root:x:0:0::/root:/bin/sh', ...lines].join('\n'))
  const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/sh'
  const fallback = 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin'

  it('a non-root user runs PostgreSQL directly', () => expect(accountOf(1000, postgres)).toBeUndefined())

  it('root switches to the account `postgres`, or to `nobody` if it does not exist', () => {
    expect(accountOf(0, fallback, postgres)).toEqual({ name: 'postgres', uid: 101, gid: 104 })
    expect(accountOf(0, fallback)?.name).toBe('nobody')
  })

  it('a missing PostgreSQL account causes an error that asks for one', () => {
    expect(() => accountOf(0)).toThrow('Start Fretwork as a regular user, or set DATABASE_URL')
  })
})

it('the cluster is in the state folder, or outside it if another account needs access', () => {
  expect(clusterFolder('/home/ada/.fretwork', undefined)).toBe('/home/ada/.fretwork/postgres')
  const account = { name: 'nobody', uid: 65534, gid: 65534 }
  const elsewhere = clusterFolder('/root/fretwork/.fretwork', account)
  expect(elsewhere).toMatch(/^\/var\/lib\/fretwork\/[0-9a-f]{16}$/)
  expect(clusterFolder('/root/other/.fretwork', account)).not.toBe(elsewhere)
})

it('library links are created even if the install script was skipped', async () => {
  await put('native/lib/libpq.so.5.18', '')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await put('native/pg-symlinks.json', JSON.stringify(links))
  const native = at('native')
  linkLibraries(native)
  linkLibraries(native)
  expect(readlinkSync(at('native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect(existsSync(at('native/lib/libpq.so.5'))).toBe(true)
})

describe('PostgreSQL lock file', () => {
  const write = (text: string) => writeFileSync(at('postmaster.pid'), text)
  const lines = (pid: number, state: string) => `${pid}\n${at()}\n1\n5432\n/run/fw\n\n  1 2\n${state}\n`

  it('a lock file is read, and a missing or corrupt file is ignored', () => {
    expect(readPostmaster(at())).toBeUndefined()
    write('x')
    expect(readPostmaster(at())).toBeUndefined()
    write(lines(321, 'ready   '))
    expect(readPostmaster(at())).toEqual({ pid: 321, socketFolder: '/run/fw', ready: true })
    write(lines(321, 'starting'))
    expect(readPostmaster(at())?.ready).toBe(false)
  })

  it('a lock file with the process ID of another program is stale', () => {
    write(lines(process.pid, 'ready'))
    expect(runningPostmaster(at())).toBeUndefined()
  })
})

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it('lost connections, even wrapped, and shutdowns count as outages', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', '57P01', '57P03', '08006', '53300'])
    expect(isUnreachable(new Error('query failed', { cause: withCode(code) }))).toBe(true)
  for (const words of ['Connection terminated unexpectedly', 'Client was closed and is not queryable'])
    expect(isUnreachable(new Error(words))).toBe(true)
})

it('a statement error does not count as an outage', () => {
  for (const error of [withCode('23505'), withCode('42601'), new Error('x'), 'x'])
    expect(isUnreachable(error)).toBe(false)
})

it('a large PostgreSQL log is moved to a single backup file', () => {
  const log = at('postgres.log')
  writeFileSync(log, 'short')
  rotateLog(log, 8)
  expect(existsSync(`${log}.1`)).toBe(false)
  appendFileSync(log, ' and long')
  rotateLog(log, 8)
  expect([readFileSync(log, 'utf8'), readFileSync(`${log}.1`, 'utf8')]).toEqual(['', 'short and long'])
})

it('log rotation does nothing before the first start', () => {
  expect(() => rotateLog(at('postgres.log'))).not.toThrow()
})
