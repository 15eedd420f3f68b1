// Server HTTP layer on a test database, with a clock controlled by tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { createApp } from '../../../server/app.js'
import { AccessTokens } from '../../../server/auth/access-tokens.js'
import { type HashCost, Passwords } from '../../../server/auth/passwords.js'
import { KeyRing, loadSigningKey } from '../../../server/auth/signing-keys.js'
import { readConfig } from '../../../server/config.js'
import type { Database } from '../../../server/database/connection.js'
import { Housekeeping } from '../../../server/operations/housekeeping.js'
import { addUser, type NewUser } from '../../../server/users/accounts.js'
import type { TokenPair } from '../../../src/core/contract/auth.js'
import { databaseForFile } from './test-database.js'

export const AUTH = '/presence/api/v1/auth'
export const PASSWORD = 'correct horse 🐎'

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'HEAD'
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly jwt?: string
  readonly tenant?: string | undefined
  readonly address?: string
}

/** Returns a response's status and error code. @example '403 forbidden', '204 ' */
export const codeOf = ({ statusCode, body }: { readonly statusCode: number; readonly body: string }) =>
  `${statusCode} ${body === '' ? '' : JSON.parse(body).code}`

/** Returns the rows of an account export, grouped by table. */
export function exportedRows(body: string): Record<string, Record<string, unknown>[]> {
  const lines: { table?: string; row?: object; complete?: true }[] = body
    .trimEnd()
    .split('\n')
    .map(each => JSON.parse(each))
  if (!lines.at(-1)?.complete) throw new Error('The export is not complete.')
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const { table, row } of lines) if (table && row) rows[table] = [...(rows[table] ?? []), { ...row }]
  return rows
}

/** Low hashing cost. At the production cost, hundreds of logins would dominate the test time. */
const QUICK: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

interface Options {
  /** Additional environment variables. */
  readonly env?: Record<string, string>
  /** Built application files, by path. */
  readonly files?: Record<string, string>
  /** Whether passwords are hashed at full production cost. */
  readonly dearHashes?: boolean
}

export async function testApp(database: Database, { env = {}, files = {}, dearHashes }: Options = {}) {
  const home = mkdtempSync(join(tmpdir(), 'fretwork-app-'))
  const appFolder = join(home, 'app')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(appFolder, name)), { recursive: true })
    writeFileSync(join(appFolder, name), content)
  }
  // The clock is stopped, so a whole test file shares one minute's limit.
  const calls = { FRETWORK_CALLS_PER_MINUTE: '1000000' }
  const config = readConfig({ FRETWORK_HOME: home, DATABASE_URL: 'postgres://never/used', ...calls, ...env })
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const now = () => clock.now
  const passwords = dearHashes ? new Passwords() : new Passwords(QUICK)
  const key = await loadSigningKey(home)
  const log: string[] = []
  const app = await createApp({
    config: { ...config, logLevel: 'info' },
    database,
    passwords,
    tokens: new AccessTokens(await KeyRing.open(home, now), now),
    now,
    housekeeping: new Housekeeping(now, () => undefined).tasks,
    appFolder,
    version: '0.0.0',
    log: { write: line => void log.push(line) },
  })
  const passwordHash = await passwords.hash(PASSWORD)

  const send = (url: string, sent: Sent = {}): Promise<LightMyRequestResponse> => {
    const tenant = 'tenant' in sent ? sent.tenant : 'fretwork'
    const json = sent.body !== undefined && typeof sent.body !== 'string'
    return app.inject({
      method: sent.method ?? (sent.body === undefined ? 'GET' : 'POST'),
      url,
      headers: {
        ...(tenant !== undefined && { 'x-tenant': tenant }),
        ...(sent.jwt !== undefined && { authorization: `Bearer ${sent.jwt}` }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { payload: json ? JSON.stringify(sent.body) : String(sent.body) }),
      ...(sent.address !== undefined && { remoteAddress: sent.address }),
    })
  }
  return {
    ...{ app, clock, key, log, passwords, send },
    /** Adds a user, by default with the password PASSWORD. */
    addUser: (email: string, more: Partial<NewUser> = {}, tenant = 'fretwork') =>
      database.inTenant(tenant, scope =>
        addUser(scope, { email, name: email, passwordHash, emailVerifiedAt: new Date(clock.now), ...more }),
      ),
    async logIn(email: string, tenant = 'fretwork'): Promise<TokenPair> {
      const answer = await send(`${AUTH}/login`, { body: { email, password: PASSWORD }, tenant })
      if (answer.statusCode !== 200) throw new Error(`Log-in failed: ${answer.body}`)
      return answer.json()
    },
    async end() {
      await app.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Starts a server with its own database; both are closed at the end of the test file. */
export async function serverForFile({ patience, ...options }: Options & { readonly patience?: number } = {}) {
  const db = await databaseForFile(patience)
  const server = await testApp(db.database, options)
  afterAll(() => server.end())
  return { db, server }
}
