import { Readable } from 'node:stream'
import { asc, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { audit } from '../admin/audit-log.js'
import { changeRows, ofTenant } from '../database/queries.js'
import {
  assignmentComments,
  assignmentStudents,
  assignments,
  assignmentTakes,
  auditLog,
  avatars,
  billingCustomers,
  groupMembers,
  identities,
  libraryBlobs,
  libraryRecords,
  libraryWrites,
  links,
  passkeys,
  profiles,
  sessions,
  sharePeople,
  shareReports,
  shares,
  studyGroups,
  subscriptions,
  totpSecrets,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { isPast } from '../http/answer-page.js'
import { found, Problem } from '../http/problem.js'
import type { Services } from '../http/route.js'
import { ALL_BYTES } from '../library/blobs.js'
import { userById } from '../users/accounts.js'
import { type LiveSession, liveSessionIds } from './sessions.js'

/**
 * `owner` is the column with the user's ID; `keys` defines the row order. Data that belongs to others, such
 * as follows and blocks by other users, is not exported.
 */
type Own = readonly [
  table: PgTable & { readonly tenant: PgColumn },
  owner: PgColumn,
  keys: readonly PgColumn[],
  ...without: string[],
]

export const OWN_ROWS: Readonly<Record<string, Own>> = {
  account: [users, users.id, [users.id], 'passwordHash', 'emailFolded', 'exportingUntil'],
  profile: [profiles, profiles.userId, [profiles.userId]],
  avatar: [avatars, avatars.userId, [avatars.userId]],
  authenticatorApp: [totpSecrets, totpSecrets.userId, [totpSecrets.userId], 'sealed', 'lastStep'],
  passkeys: [passkeys, passkeys.userId, [passkeys.id], 'publicKey', 'counter'],
  sessions: [sessions, sessions.userId, [sessions.id], 'place'],
  following: [links, links.fromId, [links.kind, links.toId]],
  signIns: [identities, identities.userId, [identities.issuer, identities.subject]],
  customer: [billingCustomers, billingCustomers.userId, [billingCustomers.userId]],
  subscriptions: [subscriptions, subscriptions.userId, [subscriptions.id]],
  library: [libraryRecords, libraryRecords.userId, [libraryRecords.kind, libraryRecords.id]],
  files: [libraryBlobs, libraryBlobs.userId, [libraryBlobs.hash]],
  libraryWrites: [libraryWrites, libraryWrites.userId, [libraryWrites.key]],
  shares: [shares, shares.ownerId, [shares.id]],
  sharedWithYou: [sharePeople, sharePeople.userId, [sharePeople.shareId]],
  reports: [shareReports, shareReports.reporterId, [shareReports.id]],
  groups: [studyGroups, studyGroups.teacherId, [studyGroups.id], 'joinCode'],
  memberships: [groupMembers, groupMembers.userId, [groupMembers.groupId]],
  givenHomework: [assignments, assignments.teacherId, [assignments.id]],
  receivedHomework: [assignmentStudents, assignmentStudents.userId, [assignmentStudents.assignmentId]],
  homeworkTakes: [
    assignmentTakes,
    assignmentTakes.userId,
    [assignmentTakes.assignmentId, assignmentTakes.id],
  ],
  homeworkComments: [assignmentComments, assignmentComments.authorId, [assignmentComments.id]],
  actions: [auditLog, auditLog.actor, [auditLog.id]],
}

/** Rows per page. A page is held in memory: records and takes are up to 256 kB, files up to 16 MB. */
const PAGE: Readonly<Record<string, number>> = { library: 16, files: 1, homeworkTakes: 16 }
const DEFAULT_PAGE = 200

/** Lease duration, ms. The lease is renewed while the response is open and expires if the server stops. */
const LEASE_MS = 60_000

/**
 * Streams one line of JSON per row, `{ "table", "row" }`, and a final `{ "complete": true }`.
 * The stream ends early if the session ends or the account is deleted.
 * @throws Problem `not_found`, or `rate_limited` if another export of the account is running
 */
export async function exportAccountData(
  { database, now }: Services,
  tenant: string,
  session: LiveSession,
  userId = session.user.id,
) {
  const lease = (scope: Scope, exportingUntil: Date | null, isFree: SQL | undefined) =>
    changeRows(scope, users, { exportingUntil }, eq(users.id, userId), isFree)
  const soon = () => new Date(now() + LEASE_MS)
  await database.inTenant(tenant, async scope => {
    const isFree = or(isNull(users.exportingUntil), lt(users.exportingUntil, new Date(now())))
    if ((await lease(scope, soon(), isFree)) === 0) {
      found(await userById(scope, userId))
      throw new Problem('rate_limited', { headers: { 'retry-after': String(LEASE_MS / 1000) } })
    }
    await audit(scope, { actor: session.user.id, action: 'user.exported', subject: userId })
  })
  const isRunning = isNotNull(users.exportingUntil)
  async function* lines() {
    try {
      yield line({ exportedAt: new Date(now()).toISOString(), tenant })
      for (const [table, own] of Object.entries(OWN_ROWS)) {
        const limit = PAGE[table] ?? DEFAULT_PAGE
        let after: Position | undefined
        do {
          const page = await database.background.readInTenant(tenant, async scope => {
            const live = await liveSessionIds(scope, [session.id], now())
            if (!live.has(session.id)) throw new Problem('session_ended')
            found(await userById(scope, userId))
            return rowsAfter(scope, own, userId, limit, after)
          })
          for (const row of page.rows) yield line({ table, row })
          after = page.next
        } while (after)
      }
      yield line({ complete: true })
    } finally {
      await database.inTenant(tenant, scope => lease(scope, null, isRunning))
    }
  }
  // Disable object mode to buffer by size: in object mode, the default buffer could hold sixteen files.
  const stream = Readable.from(lines(), { objectMode: false })
  // Keep renewing the lease while a slow client is still reading the last line.
  const renewal = setInterval(() => {
    const renewed = database.inTenant(tenant, scope => lease(scope, soon(), isRunning))
    renewed.catch((error: Error) => stream.destroy(error))
  }, LEASE_MS / 3)
  return stream.once('close', () => clearInterval(renewal))
}

const line = (value: object) => `${JSON.stringify(value)}\n`

type Position = readonly (string | number)[]

async function rowsAfter(
  scope: Scope,
  [table, owner, keys, ...without]: Own,
  userId: string,
  limit: number,
  after: Position | undefined,
) {
  const omitted = ['tenant', ...without]
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !omitted.includes(key))
  const shown = columns.map(([name, column]) => [name, column === libraryBlobs.bytes ? ALL_BYTES : column])
  const rows = await scope.sql
    .select(Object.fromEntries(shown) as Record<string, PgColumn | typeof ALL_BYTES>)
    .from(table)
    .where(ofTenant(scope, table, eq(owner, userId), isPast(keys, '>', after)))
    .orderBy(...keys.map(key => asc(key)))
    .limit(limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  const names = keys.flatMap(key => columns.find(([, column]) => column === key)?.[0] ?? [])
  const next = last && names.map(name => last[name] as string | number)
  return { rows: rows.map(withBase64), next }
}

const withBase64 = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  )
