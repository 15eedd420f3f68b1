import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { ReportReason, ShareReport } from '../../src/core/api/sharing.js'
import { changeRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import {
  libraryRecords,
  type ShareRow,
  shareLinks,
  sharePeople,
  shareReports,
  shares,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { isRecordOf, titleOf } from './content.js'
import { peopleById } from './visibility.js'

/** A person reports the same thing once; the later note replaces the earlier one. */
export async function report(
  scope: Scope,
  share: ShareRow,
  { reason, note }: { readonly reason: ReportReason; readonly note: string },
  { reporter, now }: { readonly reporter?: string; readonly now: number },
): Promise<void> {
  if (reporter === undefined && (await anonymousOf(scope, share)) >= MOST_ANONYMOUS) return
  if (reporter !== undefined)
    await deleteRows(
      scope,
      shareReports,
      eq(shareReports.shareId, share.id),
      eq(shareReports.reporterId, reporter),
      isNull(shareReports.closedAt),
    )
  await scope.sql.insert(shareReports).values({
    ...{ tenant: scope.tenant, id: randomUUID(), shareId: share.id, reporterId: reporter ?? null },
    ...{ reason, note, at: new Date(now) },
  })
}

/** Without an account, of one thing: those that follow say nothing new, and would hide reports of others. */
const MOST_ANONYMOUS = 20

async function anonymousOf(scope: Scope, { id }: ShareRow): Promise<number> {
  const open = ofTenant(
    scope,
    shareReports,
    eq(shareReports.shareId, id),
    isNull(shareReports.reporterId),
    isNull(shareReports.closedAt),
  )
  const [counted] = await scope.sql.select({ total: count() }).from(shareReports).where(open)
  return counted?.total ?? 0
}

const MOST_SHOWN = 200

export async function openReports(scope: Scope): Promise<ShareReport[]> {
  const rows = await scope.sql
    .select({ report: shareReports, share: shares, fields: libraryRecords.fields })
    .from(shareReports)
    .innerJoin(shares, and(eq(shares.tenant, shareReports.tenant), eq(shares.id, shareReports.shareId)))
    .leftJoin(libraryRecords, and(eq(libraryRecords.tenant, shares.tenant), isRecordOf(shares)))
    .where(ofTenant(scope, shareReports, isNull(shareReports.closedAt)))
    .orderBy(asc(shareReports.at), asc(shareReports.id))
    .limit(MOST_SHOWN)
  const ids = rows.flatMap(({ report: { reporterId }, share: { ownerId } }) => [
    ownerId,
    reporterId ?? ownerId,
  ])
  const people = await peopleById(scope, ids)
  return rows.flatMap(({ report: { id, at, reason, note, reporterId }, share, fields }) => {
    const by = people.get(share.ownerId)
    const reporter = reporterId === null ? undefined : people.get(reporterId)
    if (!by) return []
    const title = titleOf({ id: share.recordId, fields: fields ?? {} })
    const about = { id: share.id, kind: share.kind, title, audience: share.audience, by }
    return [{ id, at: at.toISOString(), reason, note, ...(reporter && { reporter }), share: about }]
  })
}

/** Closes all reports about what the one is about. @returns its id @throws Problem `not_found` */
export async function closeReports(
  scope: Scope,
  reportId: string,
  outcome: 'kept' | 'removed',
  now: number,
): Promise<string> {
  const row = await findRow(scope, shareReports, eq(shareReports.id, reportId), isNull(shareReports.closedAt))
  if (!row) throw new Problem('not_found')
  const closed = { closedAt: new Date(now) }
  await changeRows(
    scope,
    shareReports,
    closed,
    eq(shareReports.shareId, row.shareId),
    isNull(shareReports.closedAt),
  )
  if (outcome === 'removed') {
    await changeRows(
      scope,
      shares,
      { removedAt: sql`coalesce(${shares.removedAt}, ${closed.closedAt})` },
      eq(shares.id, row.shareId),
    )
    await deleteRows(scope, shareLinks, eq(shareLinks.shareId, row.shareId))
    await deleteRows(scope, sharePeople, eq(sharePeople.shareId, row.shareId))
  }
  return row.shareId
}
