import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../admin/audit-log.js'
import { addRows, changeRows, findRow, isIn, lockRow, ofTenant } from '../database/queries.js'
import { avatars, refreshTokens, sessions, users } from '../database/schema.js'
import { type ConnectionSql, oncePer, type Scope } from '../database/transactions.js'
import { featuresAt } from '../users/features.js'
import { hashOf, newRefreshToken, seal, unseal } from './secrets.js'

const SESSION_MS = 365 * 24 * 60 * 60 * 1000
/** Period in which token reuse is detected, ms. After that, the token is treated as unknown. */
export const REUSE_DETECTED_MS = 30 * 24 * 60 * 60 * 1000

export type User = typeof users.$inferSelect

export interface LiveSession {
  readonly id: string
  readonly user: User
  readonly avatar: string | null
  readonly lacksFactor?: boolean
  readonly tokenExpiresAt?: number
}

export type EndedBy = 'logout' | 'reuse' | 'demo' | 'admin' | 'owner' | 'password' | 'second-factor'

export interface Origin {
  readonly device: string
  readonly network: string
  readonly place: string
}

export async function createSession(
  scope: Scope,
  userId: string,
  now: number,
  origin?: Origin,
  hasSecondFactor = false,
) {
  const createdAt = new Date(now)
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken()
  // The inserts are sent together and executed in this order.
  await Promise.all([
    addRows(scope, sessions, {
      ...{ id: sessionId, userId, createdAt, seenAt: createdAt },
      expiresAt: new Date(now + SESSION_MS),
      secondFactorAt: hasSecondFactor ? createdAt : null,
      ...origin,
    }),
    addRows(scope, refreshTokens, { hash: hashOf(refreshToken), sessionId, createdAt }),
  ])
  return { sessionId, refreshToken }
}

/**
 * Finds the user and current features of a live session. Every request runs this statement, so it is prepared
 * once per connection.
 */
const liveUser = oncePer((connection: ConnectionSql) =>
  connection
    .select({
      user: { ...getTableColumns(users), features: featuresAt(sql.placeholder('now')) },
      avatar: avatars.version,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenant, sessions.tenant), eq(users.id, sessions.userId)))
    .leftJoin(avatars, and(eq(avatars.tenant, sessions.tenant), eq(avatars.userId, sessions.userId)))
    .where(
      and(
        eq(sessions.tenant, sql.placeholder('tenant')),
        eq(sessions.id, sql.placeholder('id')),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.suspendedAt),
      ),
    )
    .prepare('live_user'),
)

export async function liveSession(scope: Scope, id: string, now: number): Promise<LiveSession | undefined> {
  const values = { tenant: scope.tenant, id, now: new Date(now) }
  const [row] = await liveUser(scope.sql).execute(values)
  return row && { id, ...row }
}

export async function liveSessionIds(scope: Scope, ids: string[], now: number): Promise<Set<string>> {
  const isLive = and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, new Date(now)),
    isNull(users.suspendedAt),
  )
  const rows = await scope.sql
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenant, sessions.tenant), eq(users.id, sessions.userId)))
    .where(ofTenant(scope, sessions, isIn(sessions.id, ids), isLive))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Replaces a refresh token. A response can be lost, so a used token is accepted until its successor is used.
 * Later reuse means that the token was stolen, and ends the session.
 * @returns `undefined` if rejected; commit the transaction even then
 */
export async function rotate(scope: Scope, token: string, now: number) {
  const hash = hashOf(token)
  const isIt = eq(refreshTokens.hash, hash)
  const of = await findRow(scope, refreshTokens, isIt)
  if (!of) return undefined
  // Lock the session before the token, in the same order as account deletion, to prevent a deadlock.
  await lockRow(scope, sessions, eq(sessions.id, of.sessionId))
  // The first of several parallel requests creates the successor. The others wait for it.
  const row = await lockRow(scope, refreshTokens, isIt)
  if (!row) return undefined
  const session = await liveSession(scope, row.sessionId, now)
  if (!session) return undefined
  if (row.sealedSuccessor) return { session, refreshToken: unseal(row.sealedSuccessor, token) }
  if (!row.usedAt) {
    const refreshToken = newRefreshToken()
    const used = { usedAt: new Date(now), sealedSuccessor: seal(refreshToken, token) }
    const next = { hash: hashOf(refreshToken), sessionId: row.sessionId, createdAt: new Date(now) }
    const isBefore = and(eq(refreshTokens.sessionId, row.sessionId), isNotNull(refreshTokens.sealedSuccessor))
    await Promise.all([
      changeRows(scope, sessions, { seenAt: new Date(now) }, eq(sessions.id, row.sessionId)),
      changeRows(scope, refreshTokens, { sealedSuccessor: null }, isBefore),
      changeRows(scope, refreshTokens, used, isIt),
      addRows(scope, refreshTokens, next),
    ])
    return { session, refreshToken }
  }
  await endSession(scope, row.sessionId, 'reuse', now)
  await audit(scope, { action: 'session.reused', subject: session.user.id })
  return undefined
}

export async function endSession(scope: Scope, id: string, endedBy: EndedBy, now: number): Promise<void> {
  await endSessions(scope, endedBy, now, eq(sessions.id, id))
}

export async function endSessionsOf(scope: Scope, userId: string, endedBy: EndedBy, now: number) {
  await endSessions(scope, endedBy, now, eq(sessions.userId, userId))
}

/**
 * Keeps the origin's hash, so that logins from new origins are still recognized.
 * @returns number of ended sessions
 */
export function endSessions(scope: Scope, endedBy: EndedBy, now: number, ...conditions: (SQL | undefined)[]) {
  const end = { endedAt: new Date(now), endedBy, network: null }
  return changeRows(scope, sessions, end, isNull(sessions.endedAt), ...conditions)
}
