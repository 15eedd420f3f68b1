import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AdminUser } from '../../src/core/contract/admin.js'
import * as api from '../../src/core/contract/admin.js'
import { ADMIN_ROLE } from '../../src/core/contract/claims.js'
import * as sharing from '../../src/core/contract/sharing.js'
import { exportAccountData } from '../auth/account-export.js'
import { deleteUser } from '../auth/own-account.js'
import { endSessionsOf } from '../auth/sessions.js'
import { ofTenant } from '../database/queries.js'
import { libraries, profiles, sessions, tenants, users, userWords } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import type { Call, Route, Services } from '../http/route.js'
import { byteLimitOf } from '../library/limits.js'
import { closeReports, openReports } from '../sharing/reports.js'
import { assertNotLastAdmin, changeUser, foldEmail, userById } from '../users/accounts.js'
import { featuresAt, setPlanLevel } from '../users/features.js'
import { theirProfiles } from '../users/public-profiles.js'
import { begins, type Paging, queryWords, rangeEnd } from '../users/search.js'
import { type AuditDetails, type AuditEntry, audit, readAudit } from './audit-log.js'
import { importPeople } from './import-people.js'

type Asked = Pick<Call<unknown, unknown, unknown>, 'tenant' | 'session'>

export function adminRoutes(route: Route, services: Services): void {
  const { database, now } = services
  /**
   * Rejected calls are recorded in the audit log.
   * @throws Problem `forbidden`, `second_factor_missing`
   */
  const assertAdmin = async ({ tenant, session: { user, lacksFactor } }: Asked) => {
    const actor = user.id
    const isAdmin = user.roles.includes(ADMIN_ROLE)
    if (!isAdmin || lacksFactor) {
      const refused = { actor, action: 'admin.refused', subject: actor }
      await database.inTenant(tenant.key, scope => audit(scope, refused))
      throw new Problem(isAdmin ? 'second_factor_missing' : 'forbidden')
    }
  }
  /** Runs `work` as an administrator and writes its audit entry in the same transaction. */
  const asAdmin = async <A>(call: Asked, work: (scope: Scope) => Promise<[A, AuditEntry]>): Promise<A> => {
    await assertAdmin(call)
    const actor = call.session.user.id
    return database.inTenant(call.tenant.key, async scope => {
      const [answer, entry] = await work(scope)
      await audit(scope, { actor, ...entry })
      return answer
    })
  }
  const changes = (
    call: Asked & { readonly params: { readonly id: string } },
    action: string,
    change: (change: UserChange) => Promise<AuditDetails>,
  ) =>
    asAdmin(call, async scope => {
      const subject = call.params.id.toLowerCase()
      const details = await change({ scope, userId: subject, now: now() })
      const user = await adminUser(scope, subject, now())
      return [user, { action, subject, details }]
    })

  route(api.adminSearch, call =>
    asAdmin(call, async scope => {
      const found = await findUsers(scope, call.body, now())
      // The query is not logged, because it may be an email address.
      return [
        found,
        { action: 'admin.users-searched', details: { total: found.total, page: call.body.page } },
      ]
    }),
  )
  route(api.importUsers, call =>
    asAdmin(call, async scope => {
      const { csv, teacher = call.session.user.email } = call.body
      const details = await importPeople(scope, call.tenant, { csv, teacher, actor: call.user.id }, now())
      return [details, { action: 'admin.users-imported', details }]
    }),
  )
  route(api.adminUserById, call => changes(call, 'admin.user-read', async () => ({})))
  route(api.suspendUser, call => changes(call, 'user.suspended', suspend))
  route(api.readmitUser, call => changes(call, 'user.readmitted', readmit))
  route(api.endUserSessions, call => changes(call, 'user.sessions-ended', endAllSessions))
  route(api.changeRoles, call =>
    changes(call, 'user.roles-changed', change => setRoles(change, call.body.roles)),
  )
  route(api.changePlan, call =>
    changes(call, 'admin.plan-given', async ({ scope, userId }) => {
      await setPlanLevel(scope, userId, call.body.level, { actor: call.session.user.id, now: now() })
      return { level: call.body.level }
    }),
  )
  route(api.exportUser, async call => {
    await assertAdmin(call)
    return exportAccountData(services, call.tenant.key, call.session, call.params.id.toLowerCase())
  })
  route(api.deleteUser, async call => {
    await assertAdmin(call)
    const id = call.params.id.toLowerCase()
    if (id === call.user.id) throw new Problem('self_deletion')
    await database.inTenant(call.tenant.key, async scope => {
      const user = found(await userById(scope, id))
      await deleteUser(scope, call.tenant, user, { actor: call.user.id, now: now() })
    })
  })
  route(api.adminAudit, call =>
    asAdmin(call, async scope => {
      const found = await readAudit(scope, call.query)
      return [found, { action: 'admin.audit-read', details: { total: found.total, page: call.query.page } }]
    }),
  )
  route(sharing.shareReports, call =>
    asAdmin(call, async scope => {
      const page = await openReports(scope, call.query.cursor)
      return [page, { action: 'admin.reports-read', details: { total: page.items.length } }]
    }),
  )
  route(sharing.closeReport, call =>
    asAdmin(call, async scope => {
      const { outcome } = call.body
      const { subject, of } = await closeReports(scope, call.params.id, outcome, now())
      return [undefined, { action: `${of}.report-${outcome}`, subject }]
    }),
  )
}

interface UserChange {
  readonly scope: Scope
  readonly userId: string
  readonly now: number
}

async function suspend({ scope, userId, now }: UserChange): Promise<AuditDetails> {
  await assertNotLastAdmin(scope, userId)
  const { suspendedAt } = await adminUser(scope, userId, now)
  if (suspendedAt === undefined) await changeUser(scope, userId, { suspendedAt: new Date(now) })
  await endSessionsOf(scope, userId, 'admin', now)
  return {}
}

async function readmit({ scope, userId, now }: UserChange): Promise<AuditDetails> {
  await adminUser(scope, userId, now)
  await changeUser(scope, userId, { suspendedAt: null })
  return {}
}

async function endAllSessions({ scope, userId, now }: UserChange): Promise<AuditDetails> {
  const { sessions } = await adminUser(scope, userId, now)
  await endSessionsOf(scope, userId, 'admin', now)
  return { sessions }
}

async function setRoles(
  { scope, userId, now }: UserChange,
  wanted: readonly string[],
): Promise<AuditDetails> {
  if (!wanted.includes(ADMIN_ROLE)) await assertNotLastAdmin(scope, userId)
  const before = (await adminUser(scope, userId, now)).roles
  await changeUser(scope, userId, { roles: [...new Set(wanted)] })
  return { from: before.join(' '), to: wanted.join(' ') }
}

interface UserFilter extends Paging {
  readonly query: string
  readonly suspended?: boolean | undefined
  readonly role?: string | undefined
}

async function findUsers(scope: Scope, filter: UserFilter, now: number) {
  const where = ofTenant(
    scope,
    users,
    matches(scope, filter.query.trim()),
    filter.suspended === undefined
      ? undefined
      : sql`(${users.suspendedAt} IS NOT NULL) = ${filter.suspended}`,
    filter.role === undefined ? undefined : sql`${filter.role} = ANY(${users.roles})`,
  )
  const total = await scope.sql.$count(users, where)
  const rows = await selectUsers(scope, now)
    .where(where)
    .orderBy(sql`${users.createdAt} DESC, ${users.id} DESC`)
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
  return { items: rows.map(shown), total }
}

async function adminUser(scope: Scope, id: string, now: number): Promise<AdminUser> {
  const [row] = await selectUsers(scope, now).where(ofTenant(scope, users, eq(users.id, id)))
  return shown(found(row))
}

function selectUsers(scope: Scope, now: number) {
  const living = sql<string>`(SELECT count(*) FROM ${sessions} s WHERE s.tenant = ${scope.tenant}
    AND s.user_id = "users"."id" AND s.ended_at IS NULL AND s.expires_at > ${new Date(now).toISOString()}::timestamptz)`
  return scope.sql
    .select({
      ...{ user: users, handle: profiles.handle, features: featuresAt(now), sessions: living },
      ...{ bytes: libraries.bytes, quota: tenants.quota },
    })
    .from(users)
    .innerJoin(profiles, theirProfiles)
    .innerJoin(tenants, eq(tenants.key, users.tenant))
    .leftJoin(libraries, and(eq(libraries.tenant, users.tenant), eq(libraries.userId, users.id)))
    .$dynamic()
}

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

function shown({ user, handle, features, sessions: living, bytes, quota }: Row): AdminUser {
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
    bytes: bytes ?? 0,
    byteLimit: byteLimitOf(features, quota),
    ...(suspendedAt && { suspendedAt: suspendedAt.toISOString() }),
  }
}
