import { and, asc, count, desc, eq, inArray, notInArray } from 'drizzle-orm'
import {
  type Assignment,
  type CommentBody,
  HOMEWORK_LIMITS,
  type HomeworkComment,
  type HomeworkTake,
  type SentTake,
} from '../../src/core/api/homework.js'
import { deleteRows, findRow, findRows, ofTenant } from '../database/queries.js'
import { assignmentComments, assignmentStudents, assignmentTakes } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { locked } from '../sharing/shares.js'
import { peopleById } from '../sharing/visibility.js'
import { assignmentFor, seesTakes } from './assignments.js'

export interface Details {
  readonly assignment: Assignment
  readonly takes: SentTake[]
  readonly comments: HomeworkComment[]
}

/** The latest of all students together. */
const MOST_SHOWN = 1000

/** @throws Problem `not_found` */
export async function detailsFor(scope: Scope, user: string, id: string): Promise<Details> {
  const assignment = await assignmentFor(scope, user, id)
  const students = await findRows(scope, assignmentStudents, eq(assignmentStudents.assignmentId, id))
  const shown = new Set(assignment.students.map(({ person }) => person.id))
  const agreeing = students.filter(each => shown.has(each.userId) && seesTakes(each, user))
  const of = inArray(
    assignmentTakes.userId,
    agreeing.map(({ userId }) => userId),
  )
  const rows = await scope.sql
    .select()
    .from(assignmentTakes)
    .where(ofTenant(scope, assignmentTakes, eq(assignmentTakes.assignmentId, id), of))
    .orderBy(desc(assignmentTakes.at))
    .limit(MOST_SHOWN)
  const takes = rows.map(({ userId, result }) => ({ ...result, student: userId }))
  return { assignment, takes, comments: await commentsOf(scope, id, [...shown]) }
}

async function commentsOf(scope: Scope, id: string, students: readonly string[]): Promise<HomeworkComment[]> {
  if (students.length === 0) return []
  const rows = await scope.sql
    .select()
    .from(assignmentComments)
    .where(
      ofTenant(
        scope,
        assignmentComments,
        eq(assignmentComments.assignmentId, id),
        inArray(assignmentComments.studentId, [...students]),
      ),
    )
    .orderBy(asc(assignmentComments.at), asc(assignmentComments.id))
  return shownComments(scope, rows)
}

type CommentRow = typeof assignmentComments.$inferSelect

async function shownComments(scope: Scope, rows: readonly CommentRow[]): Promise<HomeworkComment[]> {
  const people = await peopleById(
    scope,
    rows.map(({ authorId }) => authorId),
  )
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
  const row = { tenant: scope.tenant, assignmentId: id, userId: student, id: take.id }
  await scope.sql
    .insert(assignmentTakes)
    .values({ ...row, at: new Date(take.at), result: take })
    .onConflictDoUpdate({
      target: [
        assignmentTakes.tenant,
        assignmentTakes.assignmentId,
        assignmentTakes.userId,
        assignmentTakes.id,
      ],
      set: { at: new Date(take.at), result: take },
    })
  const theirs = and(eq(assignmentTakes.assignmentId, id), eq(assignmentTakes.userId, student))
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
  const between = [
    eq(assignmentComments.assignmentId, assignmentId),
    eq(assignmentComments.studentId, about.person.id),
  ]
  const there = await findRow(scope, assignmentComments, eq(assignmentComments.id, id))
  if (there && there.authorId !== author) throw new Problem('not_found')
  const [counted] = await scope.sql
    .select({ total: count() })
    .from(assignmentComments)
    .where(ofTenant(scope, assignmentComments, ...between))
  if (!there && (counted?.total ?? 0) >= HOMEWORK_LIMITS.comments) throw new Problem('sharing_full')
  const row = {
    ...{ tenant: scope.tenant, id, assignmentId, studentId: about.person.id, authorId: author },
    ...{ bar: bar ?? null, text, at: new Date(now) },
  }
  if (!there) await scope.sql.insert(assignmentComments).values(row)
  return found((await shownComments(scope, [there ?? row]))[0])
}
