// Users as admins see them: with email address, plan, suspension and number of sessions.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AdminUser } from '../../src/core/api/admin.js'
import type { Scope } from '../database/connection.js'
import { ofTenant } from '../database/queries.js'
import { profiles, sessions, users, userWords } from '../database/schema.js'
import { Problem } from '../http/problem.js'
import { foldEmail } from '../users/accounts.js'
import { featuresAt } from '../users/features.js'
import { begins, type Paging, queryWords, rangeEnd } from '../users/search.js'

export interface UserFilter extends Paging {
  readonly query: string
  readonly suspended?: boolean | undefined
  readonly role?: string | undefined
}

/** Newest first. An empty query matches everyone. */
export async function findUsers(scope: Scope, filter: UserFilter, now: number) {
  const where = ofTenant(
    scope,
    users,
    matches(scope, filter.query.trim()),
    filter.suspended === undefined
      ? undefined
      : sql`(${users.suspendedAt} IS NOT NULL) = ${filter.suspended}`,
    filter.role === undefined ? undefined : sql`${filter.role} = ANY(${users.roles})`,
  )
  const [counted] = await scope.sql.select({ total: sql<string>`count(*)` }).from(users).where(where)
  const rows = await selectUsers(scope, now)
    .where(where)
    .orderBy(sql`${users.createdAt} DESC, ${users.id} DESC`)
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
  return { items: rows.map(shown), total: Number(counted?.total ?? 0) }
}

/** @throws Problem `not_found` */
export async function adminUser(scope: Scope, id: string, now: number): Promise<AdminUser> {
  const [row] = await selectUsers(scope, now).where(ofTenant(scope, users, eq(users.id, id)))
  if (!row) throw new Problem('not_found')
  return shown(row)
}

function selectUsers(scope: Scope, now: number) {
  const living = sql<string>`(SELECT count(*) FROM ${sessions} s WHERE s.tenant = ${scope.tenant}
    AND s.user_id = "users"."id" AND s.ended_at IS NULL AND s.expires_at > ${new Date(now).toISOString()}::timestamptz)`
  return scope.sql
    .select({ user: users, handle: profiles.handle, features: featuresAt(now), sessions: living })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.tenant, users.tenant), eq(profiles.userId, users.id)))
    .$dynamic()
}

/** By the beginning of the email address, or of words of name and handle. */
function matches(scope: Scope, query: string): SQL | undefined {
  if (query === '') return undefined
  const address = foldEmail(query)
  const byAddress = sql`${users.emailFolded} COLLATE "C" >= ${address}
    AND ${users.emailFolded} COLLATE "C" < ${rangeEnd(address)}`
  const words = queryWords(query).map(
    word =>
      sql`${users.id} IN (SELECT w.user_id FROM ${userWords} w WHERE ${begins(scope.tenant, [word, rangeEnd(word)], 'w')})`,
  )
  if (words.length === 0) return byAddress
  return sql`((${byAddress}) OR (${sql.join(words, sql` AND `)}))`
}

type Row = Awaited<ReturnType<typeof selectUsers>>[number]

function shown({ user, handle, features, sessions: living }: Row): AdminUser {
  const { id, email, name, emailVerifiedAt, roles, createdAt, suspendedAt } = user
  return {
    id,
    email,
    name,
    handle,
    emailVerified: emailVerifiedAt !== null,
    roles,
    features,
    createdAt: createdAt.toISOString(),
    sessions: Number(living),
    ...(suspendedAt && { suspendedAt: suspendedAt.toISOString() }),
  }
}
