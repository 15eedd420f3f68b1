import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AccountExport } from '../../src/core/api/account.js'
import { ofTenant } from '../database/queries.js'
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
import { bytesOf } from '../library/limits.js'

interface Own {
  readonly table: PgTable & { readonly tenant: PgColumn }
  /** The column with the user's id. Who follows or blocks the user is not the user's own data. */
  readonly owner: PgColumn
  readonly order: PgColumn
  readonly without?: readonly string[]
}

export const OWN_ROWS: Readonly<Record<string, Own>> = {
  account: { table: users, owner: users.id, order: users.id, without: ['passwordHash', 'emailFolded'] },
  profile: { table: profiles, owner: profiles.userId, order: profiles.handle },
  avatar: { table: avatars, owner: avatars.userId, order: avatars.version },
  authenticatorApp: {
    table: totpSecrets,
    owner: totpSecrets.userId,
    order: totpSecrets.createdAt,
    without: ['sealed', 'lastStep'],
  },
  passkeys: {
    table: passkeys,
    owner: passkeys.userId,
    order: passkeys.createdAt,
    without: ['publicKey', 'counter'],
  },
  sessions: { table: sessions, owner: sessions.userId, order: sessions.createdAt, without: ['place'] },
  following: { table: links, owner: links.fromId, order: links.createdAt },
  signIns: { table: identities, owner: identities.userId, order: identities.createdAt },
  customer: { table: billingCustomers, owner: billingCustomers.userId, order: billingCustomers.customerId },
  subscriptions: { table: subscriptions, owner: subscriptions.userId, order: subscriptions.id },
  library: { table: libraryRecords, owner: libraryRecords.userId, order: libraryRecords.seq },
  files: { table: libraryBlobs, owner: libraryBlobs.userId, order: libraryBlobs.hash },
  libraryWrites: { table: libraryWrites, owner: libraryWrites.userId, order: libraryWrites.seq },
  shares: { table: shares, owner: shares.ownerId, order: shares.sharedAt },
  sharedWithYou: { table: sharePeople, owner: sharePeople.userId, order: sharePeople.shareId },
  reports: { table: shareReports, owner: shareReports.reporterId, order: shareReports.at },
  groups: { table: studyGroups, owner: studyGroups.teacherId, order: studyGroups.createdAt },
  memberships: { table: groupMembers, owner: groupMembers.userId, order: groupMembers.groupId },
  givenHomework: { table: assignments, owner: assignments.teacherId, order: assignments.givenAt },
  receivedHomework: {
    table: assignmentStudents,
    owner: assignmentStudents.userId,
    order: assignmentStudents.assignmentId,
  },
  homeworkTakes: { table: assignmentTakes, owner: assignmentTakes.userId, order: assignmentTakes.at },
  homeworkComments: {
    table: assignmentComments,
    owner: assignmentComments.authorId,
    order: assignmentComments.at,
  },
  actions: { table: auditLog, owner: auditLog.actor, order: auditLog.id },
}

/** Bytes of files in an export. Larger libraries would not fit into one answer; `library.fetch-blobs` gives them out. */
const EXPORTED_BYTES = 64 * 1024 * 1024

export async function exportAccountData(scope: Scope, userId: string): Promise<AccountExport['rows']> {
  const rows: AccountExport['rows'] = {}
  const isLarge = (await bytesOf(scope, userId)) > EXPORTED_BYTES
  for (const [name, { table, owner, order, without = [] }] of Object.entries(OWN_ROWS)) {
    const omitted = ['tenant', ...without, ...(isLarge ? ['bytes'] : [])]
    const shown = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([key]) => !omitted.includes(key)),
    )
    const found = await scope.sql
      .select(shown)
      .from(table)
      .where(ofTenant(scope, table, eq(owner, userId)))
      .orderBy(asc(order))
    rows[name] = found.map(withBase64)
  }
  return rows
}

const withBase64 = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  )
