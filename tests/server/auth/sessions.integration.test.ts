import { desc, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { beforeEach, expect, it } from 'vitest'
import { auditLog, refreshTokens } from '../../../server/database/schema.js'
import type { TokenPair } from '../../../src/core/contract/auth.js'
import { AUTH, codeOf, serverForFile } from '../support/test-app.js'
import { deleteExpired } from '../support/test-database.js'

let pair: TokenPair
const { db, server } = await serverForFile()
const userId = (await server.addUser('ada@example.org')).id
await server.addUser('ada@example.org', {}, 'other')
beforeEach(async () => {
  server.clock.now += 61_000
  pair = await server.logIn('ada@example.org')
})

const refresh = (refreshToken: string, tenant = 'fretwork') =>
  server.send(`${AUTH}/refresh`, { body: { refreshToken }, tenant })
const sessionOf = ({ jwt }: TokenPair) => String(decodeJwt(jwt).sid)
const userStatus = async (jwt: string, tenant = 'fretwork') => {
  const answer = await server.send(`${AUTH}/user`, { jwt, tenant })
  return answer.statusCode === 200 ? 'ok' : answer.json().code
}

it('a refresh token returns the same successor until that successor is used', async () => {
  const first = (await refresh(pair.refreshToken)).json()
  server.clock.now += 40 * 24 * 60 * 60_000
  await deleteExpired(db.database, server.clock.now)
  const again = (await refresh(pair.refreshToken)).json()
  expect(again.refreshToken).toBe(first.refreshToken)
  expect(await userStatus(again.jwt)).toBe('ok')
  expect((await refresh(again.refreshToken)).statusCode).toBe(200)
})

it('reusing a refresh token after its successor was used ends the session', async () => {
  const first = (await refresh(pair.refreshToken)).json()
  const second = (await refresh(first.refreshToken)).json()
  expect(codeOf(await refresh(pair.refreshToken))).toBe('401 refresh_refused')
  expect((await refresh(second.refreshToken)).statusCode).toBe(401)
  expect(await userStatus(first.jwt)).toBe('session_ended')
  expect((await refresh(first.refreshToken)).statusCode).toBe(401)
  const noted = await db.database.readInTenant('fretwork', ({ sql }) =>
    sql.select().from(auditLog).where(eq(auditLog.subject, userId)).orderBy(desc(auditLog.id)).limit(2),
  )
  expect(noted).toMatchObject([
    { action: 'session.reused', actor: null },
    { action: 'session.begun', actor: userId, details: { proof: 'password' } },
  ])
})

it('fifty parallel refreshes create one successor', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(pair.refreshToken)))
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(answer => answer.json().refreshToken)).size).toBe(1)
})

it('a refresh token that is invalid or from another tenant is rejected and ends no session', async () => {
  for (const garbage of ['x', 'A'.repeat(43), `${pair.refreshToken}A`])
    expect((await refresh(garbage)).json().code).toBe('refresh_refused')
  expect((await refresh(pair.refreshToken, 'other')).json().code).toBe('refresh_refused')
  expect((await refresh(pair.refreshToken)).statusCode).toBe(200)
})

it('refreshing never extends a session beyond 365 days', async () => {
  const day = 24 * 60 * 60_000
  let current = pair
  for (let month = 0; month < 12; month++) {
    server.clock.now += 30 * day
    current = (await refresh(current.refreshToken)).json()
  }
  expect(await userStatus(current.jwt)).toBe('ok')
  server.clock.now += 6 * day
  expect((await refresh(current.refreshToken)).statusCode).toBe(401)
})

it('refresh tokens and successors are not stored in plain text', async () => {
  const next = (await refresh(pair.refreshToken)).json()
  const rows = await db.inFretwork(({ sql }) => sql.query.refreshTokens.findMany())
  const text = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(1)
  for (const secret of [pair.refreshToken, next.refreshToken]) expect(text).not.toContain(secret)
})

it('only the successor of the last used refresh token is stored encrypted', async () => {
  let current = pair
  for (let turn = 0; turn < 3; turn++) current = (await refresh(current.refreshToken)).json()
  const rows = await db.inFretwork(({ sql }) =>
    sql.query.refreshTokens.findMany({ where: eq(refreshTokens.sessionId, sessionOf(pair)) }),
  )
  expect(rows.map(row => [row.usedAt !== null, row.sealedSuccessor !== null]).sort()).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ])
})

it('a refresh token used a month ago is deleted, and presenting it ends no session', async () => {
  const next = (await refresh(pair.refreshToken)).json()
  server.clock.now += 30 * 24 * 60 * 60_000 + 1000
  const latest = (await refresh(next.refreshToken)).json()
  await deleteExpired(db.database, server.clock.now)
  expect((await refresh(pair.refreshToken)).statusCode).toBe(401)
  expect((await refresh(latest.refreshToken)).statusCode).toBe(200)
})

it('logging out invalidates the access and refresh tokens', async () => {
  const other = await server.logIn('ada@example.org')
  const answer = await server.send(`${AUTH}/logout`, { jwt: pair.jwt })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(await userStatus(pair.jwt)).toBe('session_ended')
  expect((await refresh(pair.refreshToken)).statusCode).toBe(401)
  expect(await userStatus(other.jwt)).toBe('ok')
})

it('a HEAD request to the logout endpoint does not log out', async () => {
  await server.send(`${AUTH}/logout`, { jwt: pair.jwt, method: 'HEAD' })
  expect(await userStatus(pair.jwt)).toBe('ok')
})
