import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import {
  type CommentBody,
  HOMEWORK_LIMITS,
  type HomeworkComment,
  type HomeworkTake,
} from '../../src/core/api/homework.js'
import { addRows, countRows, deleteRows, findRow, findRows, ofTenant } from '../database/queries.js'
import { assignmentComments, assignmentStudents, assignmentTakes } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { locked } from '../sharing/shares.js'
import { peopleById } from '../sharing/visibility.js'
import { assignmentFor, seesTakes } from './assignments.js'

/** The latest of all students together. */
const MOST_SHOWN = 1000

/** @throws Problem `not_found` */
export async function detailsFor(scope: Scope, user: string, id: string) {
  const assignment = await assignmentFor(scope, user, id)
  const students = await findRows(scope, assignmentStudents, eq(assignmentStudents.assignmentId, id))
  const shown = new Set(assignment.students.map(({ person }) => person.id))
  const agreeing = students.filter(each => shown.has(each.userId) && seesTakes(each, user))
  const userIds = agreeing.map(({ userId }) => userId)
  const isShown = [eq(assignmentTakes.assignmentId, id), inArray(assignmentTakes.userId, userIds)]
  const latest = findRows(scope, assignmentTakes, ...isShown).orderBy(desc(assignmentTakes.at))
  const rows = await latest.limit(MOST_SHOWN)
  const takes = rows.map(({ userId, result }) => ({ ...result, student: userId }))
  return { assignment, takes, comments: await commentsOf(scope, id, [...shown]) }
}

async function commentsOf(scope: Scope, id: string, students: readonly string[]): Promise<HomeworkComment[]> {
  const isShown = [
    eq(assignmentComments.assignmentId, id),
    inArray(assignmentComments.studentId, [...students]),
  ]
  const rows = findRows(scope, assignmentComments, ...isShown)
  return shownComments(scope, await rows.orderBy(assignmentComments.at, assignmentComments.id))
}

type CommentRow = Omit<typeof assignmentComments.$inferSelect, 'tenant'>

async function shownComments(scope: Scope, rows: readonly CommentRow[]): Promise<HomeworkComment[]> {
  const authors = rows.map(({ authorId }) => authorId)
  const people = await peopleById(scope, authors)
  return rows.flatMap(({ id, authorId, studentId: student, bar, text, at }) => {
    const by = people.get(authorId)
    return by ? [{ id, by, student, ...(bar !== null && { bar }), text, at: at.toISOString() }] : []
  })
}

/** A take that was sent before is replaced. @throws Problem `not_found`, `takes_not_shared` */
export async function addTake(scope: Scope, student: string, id: string, take: HomeworkTake): Promise<void> {
  const { teacher } = await assignmentFor(scope, student, id)
  const mine = [eq(assignmentStudents.assignmentId, id), eq(assignmentStudents.userId, student)]
  const agreed = await findRow(scope, assignmentStudents, ...mine)
  if (!agreed || teacher.id === student) throw new Problem('not_found')
  if (agreed.state !== 'accepted' || !agreed.sendsTakes) throw new Problem('takes_not_shared')
  const { tenant, assignmentId, userId } = assignmentTakes
  const target = [tenant, assignmentId, userId, assignmentTakes.id]
  const set = { at: new Date(take.at), result: take }
  const row = { assignmentId: id, userId: student, id: take.id, ...set }
  await addRows(scope, assignmentTakes, row).onConflictDoUpdate({ target, set })
  const theirs = and(eq(assignmentId, id), eq(userId, student))
  const latest = scope.sql
    .select({ id: assignmentTakes.id })
    .from(assignmentTakes)
    .where(ofTenant(scope, assignmentTakes, theirs))
    .orderBy(desc(assignmentTakes.at))
    .limit(HOMEWORK_LIMITS.takes)
  await deleteRows(scope, assignmentTakes, theirs, notInArray(assignmentTakes.id, latest))
}

/** @throws Problem `not_found`, `sharing_full` */
export async function comment(
  scope: Scope,
  author: string,
  assignmentId: string,
  { id, student, bar, text }: CommentBody,
  now: number,
): Promise<HomeworkComment> {
  const { students } = await assignmentFor(scope, author, assignmentId)
  const about = students.find(({ person }) => person.id === student.toLowerCase())
  // Who has declined or left is not written to.
  if (!about || !['given', 'accepted'].includes(about.state)) throw new Problem('not_found')
  // Counted and written by one call at a time.
  await locked(scope, assignmentId)
  const there = await findRow(scope, assignmentComments, eq(assignmentComments.id, id))
  if (there && there.authorId !== author) throw new Problem('not_found')
  const studentId = about.person.id
  const row = { id, assignmentId, studentId, authorId: author, bar: bar ?? null, text, at: new Date(now) }
  if (!there) {
    const between = [
      eq(assignmentComments.assignmentId, assignmentId),
      eq(assignmentComments.studentId, studentId),
    ]
    const written = await countRows(scope, assignmentComments, ...between)
    if (written >= HOMEWORK_LIMITS.comments) throw new Problem('sharing_full')
    await addRows(scope, assignmentComments, row)
  }
  return found((await shownComments(scope, [there ?? row]))[0])
}
