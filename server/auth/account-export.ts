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
  libraryChunks,
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
import { libraryOf } from '../library/limits.js'

/** `owner` is the column with the user's id. Follows and blocks by others are not the user's data. */
type Own = readonly [
  table: PgTable & { readonly tenant: PgColumn },
  owner: PgColumn,
  order: PgColumn,
  ...without: string[],
]

export const OWN_ROWS: Readonly<Record<string, Own>> = {
  account: [users, users.id, users.id, 'passwordHash', 'emailFolded'],
  profile: [profiles, profiles.userId, profiles.handle],
  avatar: [avatars, avatars.userId, avatars.version],
  authenticatorApp: [totpSecrets, totpSecrets.userId, totpSecrets.createdAt, 'sealed', 'lastStep'],
  passkeys: [passkeys, passkeys.userId, passkeys.createdAt, 'publicKey', 'counter'],
  sessions: [sessions, sessions.userId, sessions.createdAt, 'place'],
  following: [links, links.fromId, links.createdAt],
  signIns: [identities, identities.userId, identities.createdAt],
  customer: [billingCustomers, billingCustomers.userId, billingCustomers.customerId],
  subscriptions: [subscriptions, subscriptions.userId, subscriptions.id],
  library: [libraryRecords, libraryRecords.userId, libraryRecords.seq],
  files: [libraryBlobs, libraryBlobs.userId, libraryBlobs.hash],
  fileChunks: [libraryChunks, libraryChunks.userId, libraryChunks.start],
  libraryWrites: [libraryWrites, libraryWrites.userId, libraryWrites.seq],
  shares: [shares, shares.ownerId, shares.sharedAt],
  sharedWithYou: [sharePeople, sharePeople.userId, sharePeople.shareId],
  reports: [shareReports, shareReports.reporterId, shareReports.at],
  groups: [studyGroups, studyGroups.teacherId, studyGroups.createdAt],
  memberships: [groupMembers, groupMembers.userId, groupMembers.groupId],
  givenHomework: [assignments, assignments.teacherId, assignments.givenAt],
  receivedHomework: [assignmentStudents, assignmentStudents.userId, assignmentStudents.assignmentId],
  homeworkTakes: [assignmentTakes, assignmentTakes.userId, assignmentTakes.at],
  homeworkComments: [assignmentComments, assignmentComments.authorId, assignmentComments.at],
  actions: [auditLog, auditLog.actor, auditLog.id],
}

/** Bytes of files in an export. Larger libraries would not fit into one answer; `library.fetch-blobs` gives them out. */
const EXPORTED_BYTES = 64 * 1024 * 1024

export async function exportAccountData(scope: Scope, userId: string): Promise<AccountExport['rows']> {
  const rows: AccountExport['rows'] = {}
  const isLarge = (await libraryOf(scope, userId)).bytes > EXPORTED_BYTES
  for (const [name, [table, owner, order, ...without]] of Object.entries(OWN_ROWS)) {
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
