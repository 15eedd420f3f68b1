import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ReportReason, ShareReport } from '../../src/core/api/sharing.js'
import { addRows, changeRows, countRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import { libraryRecords, type ShareRow, shareReports, shares } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found } from '../http/problem.js'
import { isRecordOf, titleColumn } from './content.js'
import { takeFromAll } from './shares.js'
import { peopleById } from './visibility.js'

/** A person reports the same thing once; the later note replaces the earlier one. */
export async function report(
  scope: Scope,
  share: ShareRow,
  { reason, note }: { readonly reason: ReportReason; readonly note: string },
  { reporter, now }: { readonly reporter?: string; readonly now: number },
): Promise<void> {
  const isOpen = [eq(shareReports.shareId, share.id), isNull(shareReports.closedAt)]
  if (reporter === undefined) {
    const anonymous = await countRows(scope, shareReports, ...isOpen, isNull(shareReports.reporterId))
    if (anonymous >= MOST_ANONYMOUS) return
  } else await deleteRows(scope, shareReports, ...isOpen, eq(shareReports.reporterId, reporter))
  const about = { id: randomUUID(), shareId: share.id, reporterId: reporter ?? null }
  await addRows(scope, shareReports, { ...about, reason, note, at: new Date(now) })
}

/** Without an account, of one thing: those that follow say nothing new, and would hide reports of others. */
const MOST_ANONYMOUS = 20

const MOST_SHOWN = 200

export async function openReports(scope: Scope): Promise<ShareReport[]> {
  const rows = await scope.sql
    .select({ report: shareReports, share: shares, title: titleColumn })
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
  return rows.flatMap(({ report: { id, at, reason, note, reporterId }, share, title }) => {
    const by = people.get(share.ownerId)
    const reporter = reporterId === null ? undefined : people.get(reporterId)
    if (!by) return []
    const about = { id: share.id, kind: share.kind, title, audience: share.audience, by }
    return [{ id, at: at.toISOString(), reason, note, ...(reporter && { reporter }), share: about }]
  })
}

export async function closeReports(
  scope: Scope,
  reportId: string,
  outcome: 'kept' | 'removed',
  now: number,
): Promise<string> {
  const isOpen = isNull(shareReports.closedAt)
  const { shareId } = found(await findRow(scope, shareReports, eq(shareReports.id, reportId), isOpen))
  const closedAt = new Date(now)
  await changeRows(scope, shareReports, { closedAt }, eq(shareReports.shareId, shareId), isOpen)
  if (outcome === 'removed') {
    const removedAt = sql`coalesce(${shares.removedAt}, ${closedAt})`
    await changeRows(scope, shares, { removedAt }, eq(shares.id, shareId))
    await takeFromAll(scope, shareId)
  }
  return shareId
}
