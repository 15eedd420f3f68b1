import { and, count, desc, eq, isNotNull, max, notInArray, type SQL, sql } from 'drizzle-orm'
import {
  type CommentBody,
  HOMEWORK_LIMITS,
  type HomeworkComment,
  type HomeworkTake,
} from '../../src/core/contract/homework.js'
import type { User } from '../auth/sessions.js'
import {
  addRows,
  changeRows,
  countRows,
  deleteRows,
  findRow,
  findRows,
  isIn,
  ofTenant,
  type TenantTable,
} from '../database/queries.js'
import { assignmentComments, assignmentStudents, assignmentTakes } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { isInOrder, pageOf } from '../http/answer-page.js'
import { found, Problem } from '../http/problem.js'
import { locked } from '../sharing/shares.js'
import { peopleById } from '../sharing/visibility.js'
import type { Tenant } from '../tenants/tenants.js'
import { assignmentFor, isOf, mailNews, seesTakes, shortened, tellTeacher } from './assignments.js'

/**
 * Returns takes and comments in one list, newest first.
 * @throws Problem `not_found`
 */
export async function detailsFor(scope: Scope, user: string, id: string, cursor: string | undefined) {
  const assignment = await assignmentFor(scope, user, id)
  const isOpen = assignment.teacher.id === user || assignment.students.some(each => each.state === 'accepted')
  if (!isOpen) return { assignment, takes: [], comments: [] }
  const students = await findRows(scope, assignmentStudents, isOf(id))
  const shown = assignment.students.map(({ person }) => person.id)
  const agreeing = students.filter(each => shown.includes(each.userId) && seesTakes(each, user))
  const theirs = agreeing.map(({ userId }) => userId)
  const takes = await latest(scope, assignmentTakes, [
    eq(assignmentTakes.assignmentId, id),
    isIn(assignmentTakes.userId, theirs),
    isInOrder([assignmentTakes.at, assignmentTakes.rowId], '<', cursor),
  ]).orderBy(desc(assignmentTakes.at), desc(assignmentTakes.rowId))
  const comments = await latest(scope, assignmentComments, [
    eq(assignmentComments.assignmentId, id),
    isIn(assignmentComments.studentId, shown),
    isInOrder([assignmentComments.at, assignmentComments.id], '<', cursor),
  ]).orderBy(desc(assignmentComments.at), desc(assignmentComments.id))
  const shownComment = new Map((await shownComments(scope, comments)).map(each => [each.id, each]))
  const work = [
    ...takes.map(({ at, rowId, userId, result, midi }) => ({
      ...{ at, id: rowId },
      take: { ...result, student: userId, hasMidi: midi !== null },
    })),
    ...comments.map(({ at, id }) => ({ at, id, comment: shownComment.get(id) })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  const { items, ...next } = pageOf(work, {
    limit: HOMEWORK_LIMITS.work,
    shown: each => each,
    position: ({ at, id }) => [at.toISOString(), id],
  })
  return {
    ...{ assignment, ...next },
    takes: items.flatMap(each => ('take' in each ? [each.take] : [])),
    comments: items.flatMap(each => ('comment' in each ? (each.comment ?? []) : [])),
  }
}

const latest = <T extends TenantTable>(scope: Scope, table: T, conditions: (SQL | undefined)[]) =>
  findRows(scope, table, ...conditions).limit(HOMEWORK_LIMITS.work + 1)

type CommentRow = Omit<typeof assignmentComments.$inferSelect, 'tenant'>

async function shownComments(scope: Scope, rows: readonly CommentRow[]): Promise<HomeworkComment[]> {
  const authors = rows.map(({ authorId }) => authorId)
  const people = await peopleById(scope, authors)
  return rows.flatMap(({ id, authorId, studentId: student, bar, text, at }) => {
    const by = people.get(authorId)
    return by ? [{ id, by, student, ...(bar !== null && { bar }), text, at: at.toISOString() }] : []
  })
}

/**
 * Adds a take, or replaces the one with the same ID.
 * @throws Problem `not_found`, `takes_not_shared`
 */
export async function addTake(
  scope: Scope,
  tenantOf: Tenant,
  user: User,
  id: string,
  { midi = null, ...take }: Omit<HomeworkTake, 'midi'> & { readonly midi?: string | null },
): Promise<void> {
  const student = user.id
  const assignment = await assignmentFor(scope, student, id)
  const { teacher } = assignment
  const agreed = await findRow(scope, assignmentStudents, isOf(id, student))
  if (!agreed || teacher.id === student) throw new Problem('not_found')
  if (agreed.state !== 'accepted' || !agreed.sendsTakes) throw new Problem('takes_not_shared')
  const { tenant, assignmentId, userId } = assignmentTakes
  const target = [tenant, assignmentId, userId, assignmentTakes.id]
  const set = { at: new Date(take.at), result: { ...take, byBar: hardest(take) }, midi }
  const row = { assignmentId: id, userId: student, id: take.id, ...set }
  await addRows(scope, assignmentTakes, row).onConflictDoUpdate({ target, set })
  const theirs = and(eq(assignmentId, id), eq(userId, student))
  const last = (most: number) =>
    scope.sql
      .select({ id: assignmentTakes.id })
      .from(assignmentTakes)
      .where(ofTenant(scope, assignmentTakes, theirs))
      .orderBy(desc(assignmentTakes.at))
      .limit(most)
  const isOlder = (most: number) => notInArray(assignmentTakes.id, last(most))
  await deleteRows(scope, assignmentTakes, theirs, isOlder(HOMEWORK_LIMITS.takes))
  const isHeard = isNotNull(assignmentTakes.midi)
  await changeRows(scope, assignmentTakes, { midi: null }, theirs, isOlder(HOMEWORK_LIMITS.heard), isHeard)
  const accuracy = sql`(${assignmentTakes.result}->>'accuracy')::float8`
  const isComplete = sql`(${assignmentTakes.result}->>'complete')::boolean`
  const [made] = await scope.sql
    .select({
      takes: count(),
      best: sql<number | null>`max(${accuracy}) FILTER (WHERE ${isComplete})`,
      lastTakeAt: max(assignmentTakes.at),
    })
    .from(assignmentTakes)
    .where(ofTenant(scope, assignmentTakes, theirs))
  await changeRows(scope, assignmentStudents, { ...made }, isOf(id, student))
  await tellTeacher(scope, tenantOf, assignment, user, 'homework-take')
}

/** @throws Problem `not_found`, also if the viewer may not see the take */
export async function midiOfTake(
  scope: Scope,
  viewer: string,
  { id, student, take }: { readonly id: string; readonly student: string; readonly take: string },
): Promise<{ bytes: string }> {
  const { students } = await assignmentFor(scope, viewer, id)
  const userId = student.toLowerCase()
  const row = found(await findRow(scope, assignmentStudents, isOf(id, userId)))
  if (!seesTakes(row, viewer) || !students.some(({ person }) => person.id === userId))
    throw new Problem('not_found')
  const { assignmentId, id: takeId, userId: player } = assignmentTakes
  const isPlayed = [eq(assignmentId, id), eq(player, userId), eq(takeId, take)]
  return { bytes: found((await findRow(scope, assignmentTakes, ...isPlayed))?.midi ?? undefined) }
}

/** Returns the bars with wrong or missing notes, lowest accuracy first. */
function hardest({ byBar }: HomeworkTake): HomeworkTake['byBar'] {
  const faulty = byBar.filter(({ written, right }) => right < written)
  const sorted = faulty.toSorted((a, b) => a.right / a.written - b.right / b.written)
  return sorted.slice(0, HOMEWORK_LIMITS.hardest)
}

/** @throws Problem `not_found`, `sharing_full` */
export async function comment(
  scope: Scope,
  tenant: Tenant,
  user: User,
  assignmentId: string,
  { id, student, bar, text }: CommentBody,
  now: number,
): Promise<HomeworkComment> {
  const author = user.id
  const assignment = await assignmentFor(scope, author, assignmentId)
  const { students, title } = assignment
  const about = students.find(({ person }) => person.id === student.toLowerCase())
  // Invitations must not carry messages, so only accepted homework has comments.
  if (about?.state !== 'accepted') throw new Problem('not_found')
  // Lock to make counting and adding atomic.
  await locked(scope, assignmentId)
  const there = await findRow(scope, assignmentComments, eq(assignmentComments.id, id))
  if (there && there.authorId !== author) throw new Problem('not_found')
  const studentId = about.person.id
  const row = { id, assignmentId, studentId, authorId: author, bar: bar ?? null, text, at: new Date(now) }
  if (!there) {
    const { assignmentId: about, studentId: by } = assignmentComments
    const written = await countRows(scope, assignmentComments, eq(about, assignmentId), eq(by, studentId))
    if (written >= HOMEWORK_LIMITS.comments) throw new Problem('sharing_full')
    await addRows(scope, assignmentComments, row)
    if (author === studentId) await tellTeacher(scope, tenant, assignment, user, 'homework-comment', text)
    else {
      const isSeen = [isOf(assignmentId, studentId), eq(assignmentStudents.newForStudent, false)]
      const values = { who: user.name, title, place: assignmentId, text: shortened(text) }
      if ((await changeRows(scope, assignmentStudents, { newForStudent: true }, ...isSeen)) > 0)
        await mailNews(scope, tenant, [studentId], 'homework-comment', values)
    }
  }
  return found((await shownComments(scope, [there ?? row]))[0])
}
