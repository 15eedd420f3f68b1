import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ReportReason, ShareReport } from '../../src/core/contract/sharing.js'
import { addRows, changeRows, countRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import { assignments, libraryRecords, shareReports, shares } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { isInOrder, pageOf } from '../http/answer-page.js'
import { found } from '../http/problem.js'
import { isRecordOf, titleColumn } from './content.js'
import { takeFromAll } from './shares.js'
import { peopleById } from './visibility.js'

interface About {
  readonly shareId?: string
  readonly assignmentId?: string
}

/** Adds a report. It replaces the user's earlier report about the same object. */
export async function report(
  scope: Scope,
  about: About,
  { reason, note }: { readonly reason: ReportReason; readonly note: string },
  { reporter, now }: { readonly reporter?: string; readonly now: number },
): Promise<void> {
  const isOpen = isOpenAbout(about)
  if (reporter === undefined) {
    const anonymous = await countRows(scope, shareReports, isOpen, isNull(shareReports.reporterId))
    if (anonymous >= MOST_ANONYMOUS) return
  } else await deleteRows(scope, shareReports, isOpen, eq(shareReports.reporterId, reporter))
  const row = { id: randomUUID(), ...about, reporterId: reporter ?? null, reason, note, at: new Date(now) }
  await addRows(scope, shareReports, row)
}

const isOpenAbout = ({ shareId, assignmentId }: About) =>
  and(
    isNull(shareReports.closedAt),
    shareId === undefined ? undefined : eq(shareReports.shareId, shareId),
    assignmentId === undefined ? undefined : eq(shareReports.assignmentId, assignmentId),
  )

/** Maximum number of anonymous reports per share. More would add nothing and would bury reports by users. */
const MOST_ANONYMOUS = 20

const LIMIT = 50

/** Returns open reports, oldest first. */
export async function openReports(scope: Scope, cursor: string | undefined) {
  const { at, id } = shareReports
  const isOfShare = and(eq(shares.tenant, shareReports.tenant), eq(shares.id, shareReports.shareId))
  const isOfHomework = and(
    eq(assignments.tenant, shareReports.tenant),
    eq(assignments.id, shareReports.assignmentId),
  )
  const rows = await scope.sql
    .select({
      report: shareReports,
      share: shares,
      homework: assignments,
      title: sql<string | null>`${titleColumn}`,
    })
    .from(shareReports)
    .leftJoin(shares, isOfShare)
    .leftJoin(libraryRecords, and(eq(libraryRecords.tenant, shares.tenant), isRecordOf(shares)))
    .leftJoin(assignments, isOfHomework)
    .where(ofTenant(scope, shareReports, isNull(shareReports.closedAt), isInOrder([at, id], '>', cursor)))
    .orderBy(asc(at), asc(id))
    .limit(LIMIT + 1)
  const ids = rows.flatMap(({ report: { reporterId }, share, homework }) => [
    ...(reporterId === null ? [] : [reporterId]),
    ...(share ? [share.ownerId] : []),
    ...(homework ? [homework.teacherId] : []),
  ])
  const people = await peopleById(scope, ids)
  return pageOf(rows, {
    limit: LIMIT,
    shown: ({ report: row, share, homework, title }): ShareReport | undefined => {
      const by = people.get(share?.ownerId ?? homework?.teacherId ?? '')
      if (!by) return undefined
      const reporter = row.reporterId === null ? undefined : people.get(row.reporterId)
      const { reason, note } = row
      const about = share
        ? { id: share.id, kind: share.kind, title: title ?? share.recordId, by }
        : {
            id: homework?.id ?? '',
            kind: 'homework' as const,
            title: homework?.title ?? '',
            text: homework?.note,
            by,
          }
      return { id: row.id, at: row.at.toISOString(), reason, note, ...(reporter && { reporter }), about }
    },
    position: ({ report: row }) => [row.at.toISOString(), row.id],
  })
}

/**
 * Closes all reports about the same object.
 * @throws Problem `not_found`
 */
export async function closeReports(
  scope: Scope,
  reportId: string,
  outcome: 'kept' | 'removed',
  now: number,
): Promise<{ readonly subject: string; readonly of: 'share' | 'homework' }> {
  const isOpen = isNull(shareReports.closedAt)
  const { shareId, assignmentId } = found(
    await findRow(scope, shareReports, eq(shareReports.id, reportId), isOpen),
  )
  const closedAt = new Date(now)
  if (shareId === null) {
    const subject = found(assignmentId ?? undefined)
    await changeRows(scope, shareReports, { closedAt }, isOpenAbout({ assignmentId: subject }))
    // A withdrawn assignment is kept only until this decision is made.
    const isOver = outcome === 'removed' ? undefined : isNotNull(assignments.endedAt)
    await deleteRows(scope, assignments, eq(assignments.id, subject), isOver)
    return { subject, of: 'homework' }
  }
  await changeRows(scope, shareReports, { closedAt }, isOpenAbout({ shareId }))
  if (outcome === 'removed') {
    const removedAt = sql`coalesce(${shares.removedAt}, ${closedAt})`
    await changeRows(scope, shares, { removedAt }, eq(shares.id, shareId))
    await takeFromAll(scope, shareId)
  }
  return { subject: shareId, of: 'share' }
}
