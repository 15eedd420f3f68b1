import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  type Assignment,
  HOMEWORK_LIMITS,
  type HomeworkBody,
  type HomeworkState,
  type HomeworkStudent,
} from '../../src/core/api/homework.js'
import { audit } from '../admin/audit-log.js'
import {
  addRows,
  changeRows,
  countRows,
  deleteRows,
  findRow,
  findRows,
  ofTenant,
} from '../database/queries.js'
import {
  assignmentStudents,
  assignments,
  assignmentTakes,
  groupMembers,
  studyGroups,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { fileBytes, hasSong, isRemovedSong, songsByRecord } from '../sharing/content.js'
import { locked } from '../sharing/shares.js'
import { isOnTerms, peopleById, reachable } from '../sharing/visibility.js'

export type AssignmentRow = typeof assignments.$inferSelect
export type StudentRow = typeof assignmentStudents.$inferSelect

export async function homeworkOf(scope: Scope, user: string) {
  const given = await rowsWhere(scope, eq(assignments.teacherId, user))
  const received = await rowsWhere(scope, receivedBy(scope, user))
  return { given: await asSeenBy(scope, user, given), received: await asSeenBy(scope, user, received) }
}

function rowsWhere(scope: Scope, condition: SQL): Promise<AssignmentRow[]> {
  return findRows(scope, assignments, condition)
    .orderBy(desc(assignments.givenAt), desc(assignments.id))
    .limit(HOMEWORK_LIMITS.given)
}

/** Given by those with whom the user is on terms, but not through a group that the user has left. */
function receivedBy(scope: Scope, user: string): SQL {
  const given = scope.sql
    .select({ id: assignmentStudents.assignmentId })
    .from(assignmentStudents)
    .where(ofTenant(scope, assignmentStudents, eq(assignmentStudents.userId, user)))
  const onTerms = scope.sql
    .select({ id: users.id })
    .from(users)
    .where(ofTenant(scope, users, isOnTerms(scope, user)))
  const hasLeft = sql`EXISTS (SELECT FROM ${groupMembers} WHERE tenant = ${scope.tenant}
    AND group_id = ${assignments.groupId} AND user_id = ${user} AND left_at IS NOT NULL)`
  return sql`(${inArray(assignments.id, given)} AND ${inArray(assignments.teacherId, onTerms)} AND NOT ${hasLeft})`
}

/** Teachers see all students with whom they are on terms; students see themselves, while on terms with the teacher. */
async function asSeenBy(scope: Scope, user: string, rows: readonly AssignmentRow[]): Promise<Assignment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const students = await findRows(scope, assignmentStudents, inArray(assignmentStudents.assignmentId, ids))
  const everyone = [...rows.map(({ teacherId }) => teacherId), ...students.map(({ userId }) => userId)]
  const people = await peopleById(scope, everyone, isOnTerms(scope, user))
  const progress = await progressOf(scope, ids)
  const groups = await groupNames(scope, rows)
  const wanted = rows.map(({ teacherId, recordId }) => ({ owner: teacherId, record: recordId }))
  const songs = await songsByRecord(scope, wanted)
  return rows
    .filter(({ teacherId }) => people.has(teacherId))
    .map(row => {
      const isTeacher = row.teacherId === user
      const mine = students.filter(
        ({ assignmentId, userId }) => assignmentId === row.id && (isTeacher || userId === user),
      )
      const shown = mine.flatMap((each): HomeworkStudent[] => {
        const person = people.get(each.userId)
        if (!person) return []
        const made = seesTakes(each, user) ? progress.get(`${row.id} ${each.userId}`) : undefined
        const { state, sendsTakes } = each
        return [{ person, state, sendsTakes, ...(made ?? { takes: 0 }) }]
      })
      const song = songs.get(`${row.teacherId} ${row.recordId}`)
      const group = row.groupId === null ? undefined : groups.get(row.groupId)
      return {
        ...taskOf(row),
        ...(song && { hash: song.hash, file: song.file, size: song.size }),
        teacher: found(people.get(row.teacherId)),
        ...(group !== undefined && { group }),
        students: shown,
      }
    })
}

/** A student’s takes are theirs: the teacher sees them while they agree. */
export const seesTakes = ({ userId, state, sendsTakes }: StudentRow, viewer: string): boolean =>
  userId === viewer || (state === 'accepted' && sendsTakes)

const taskOf = ({ id, title, tempo, note, ...row }: AssignmentRow) => ({
  ...{ id, song: row.recordId, title, tempo, loop: row.looping, note },
  ...(row.fromBar !== null && { from: row.fromBar }),
  ...(row.toBar !== null && { to: row.toBar }),
  givenAt: row.givenAt.toISOString(),
})

async function progressOf(scope: Scope, ids: readonly string[]) {
  const accuracy = sql`(${assignmentTakes.result}->>'accuracy')::float8`
  const isComplete = sql`(${assignmentTakes.result}->>'complete')::boolean`
  const rows = await scope.sql
    .select({
      assignment: assignmentTakes.assignmentId,
      student: assignmentTakes.userId,
      takes: count(),
      best: sql<number | null>`max(${accuracy}) FILTER (WHERE ${isComplete})`,
      lastAt: sql<Date>`max(${assignmentTakes.at})`.mapWith(assignmentTakes.at),
    })
    .from(assignmentTakes)
    .where(ofTenant(scope, assignmentTakes, inArray(assignmentTakes.assignmentId, [...ids])))
    .groupBy(assignmentTakes.assignmentId, assignmentTakes.userId)
  return new Map(
    rows.map(({ assignment, student, takes, best, lastAt }) => [
      `${assignment} ${student}`,
      { takes, ...(best !== null && { best }), lastAt: lastAt.toISOString() },
    ]),
  )
}

async function groupNames(scope: Scope, rows: readonly AssignmentRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ groupId }) => groupId ?? [])
  if (ids.length === 0) return new Map()
  const groups = await findRows(scope, studyGroups, inArray(studyGroups.id, ids))
  return new Map(groups.map(({ id, name }) => [id, name]))
}

/** @throws Problem `not_synced`, `share_removed`, `sharing_full`, and `not_found` for people out of reach or without anyone */
export async function give(scope: Scope, teacher: string, body: HomeworkBody, now: number) {
  await locked(scope, teacher)
  const there = await findRow(scope, assignments, eq(assignments.id, body.id))
  if (there) {
    if (there.teacherId !== teacher) throw new Problem('not_found')
    return assignmentFor(scope, teacher, body.id)
  }
  if (await isRemovedSong(scope, teacher, body.song)) throw new Problem('share_removed')
  if (!(await hasSong(scope, teacher, body.song))) throw new Problem('not_synced')
  if ((await countRows(scope, assignments, eq(assignments.teacherId, teacher))) >= HOMEWORK_LIMITS.given)
    throw new Problem('sharing_full')
  const members = body.group === undefined ? [] : await membersOf(scope, teacher, body.group)
  const people = await reachable(scope, teacher, [...body.people, ...members], new Set(members))
  if (people.length === 0) throw new Problem('not_found')
  if (people.length > HOMEWORK_LIMITS.students) throw new Problem('sharing_full')
  const [from, to] = [body.from ?? null, body.to ?? null]
  const isTurned = from !== null && to !== null && from > to
  const { id, title, tempo, note } = body
  await addRows(scope, assignments, {
    ...{ id, teacherId: teacher, groupId: body.group ?? null, recordId: body.song, title, tempo, note },
    ...{ looping: body.loop, fromBar: isTurned ? to : from, toBar: isTurned ? from : to },
    givenAt: new Date(now),
  })
  const student = { assignmentId: id, state: 'given', sendsTakes: false } as const
  await addRows(scope, assignmentStudents, ...people.map(userId => ({ ...student, userId })))
  const details = { students: people.length }
  await audit(scope, { actor: teacher, action: 'homework.given', subject: body.id, details })
  return assignmentFor(scope, teacher, body.id)
}

/** Those with whom the teacher is on terms. @throws Problem `not_found` */
async function membersOf(scope: Scope, teacher: string, groupId: string): Promise<string[]> {
  const isTheirs = eq(studyGroups.teacherId, teacher)
  found(await findRow(scope, studyGroups, eq(studyGroups.id, groupId), isTheirs))
  const isMember = [eq(groupMembers.groupId, groupId), isNull(groupMembers.leftAt)]
  const ids = (await findRows(scope, groupMembers, ...isMember)).map(({ userId }) => userId)
  return [...(await peopleById(scope, ids, isOnTerms(scope, teacher))).keys()]
}

/** @throws Problem `not_found` where the user is neither the teacher nor a student, or not on terms with the teacher */
export async function assignmentFor(scope: Scope, user: string, id: string): Promise<Assignment> {
  const isTheirs = or(eq(assignments.teacherId, user), receivedBy(scope, user))
  const rows = await rowsWhere(scope, and(eq(assignments.id, id), isTheirs) ?? sql`false`)
  const [assignment] = await asSeenBy(scope, user, rows)
  return found(assignment)
}

/** For students who have not declined or left, and the teacher. @throws Problem `not_found` */
export async function homeworkFile(scope: Scope, user: string, id: string): Promise<{ bytes: string }> {
  const { teacher, hash, students } = await assignmentFor(scope, user, id)
  const isOver = (state: HomeworkState) => state === 'declined' || state === 'left'
  if (teacher.id !== user && students.some(({ state }) => isOver(state))) throw new Problem('not_found')
  return fileBytes(scope, teacher.id, found(hash))
}

/** @throws Problem `not_found` */
export async function answer(
  scope: Scope,
  student: string,
  id: string,
  { state, sendTakes }: { readonly state: HomeworkState; readonly sendTakes: boolean },
): Promise<Assignment> {
  const assignment = await assignmentFor(scope, student, id)
  if (assignment.teacher.id === student) throw new Problem('not_found')
  const answered = { state, sendsTakes: state === 'accepted' && sendTakes }
  const isTheirs = [eq(assignmentStudents.assignmentId, id), eq(assignmentStudents.userId, student)]
  await changeRows(scope, assignmentStudents, answered, ...isTheirs)
  return assignmentFor(scope, student, id)
}

/** @throws Problem `not_found` */
export async function endHomework(scope: Scope, teacher: string, id: string): Promise<void> {
  const isTheirs = [eq(assignments.id, id), eq(assignments.teacherId, teacher)]
  if ((await deleteRows(scope, assignments, ...isTheirs)) === 0) throw new Problem('not_found')
  await audit(scope, { actor: teacher, action: 'homework.ended', subject: id })
}
