import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { HOMEWORK_LIMITS, type StudyGroup } from '../../src/core/api/homework.js'
import {
  addRows,
  changeRows,
  countRows,
  deleteRows,
  findRow,
  findRows,
  isIn,
  ofTenant,
} from '../database/queries.js'
import { assignmentStudents, assignments, groupMembers, studyGroups } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { locked } from '../sharing/shares.js'
import { isInvitableBy, isOnTerms, peopleById, reachable } from '../sharing/visibility.js'

export async function groupsOf(scope: Scope, user: string): Promise<StudyGroup[]> {
  const isMember = scope.sql
    .select({ id: groupMembers.groupId })
    .from(groupMembers)
    .where(ofTenant(scope, groupMembers, eq(groupMembers.userId, user), isNull(groupMembers.leftAt)))
  const isMine = sql`(${studyGroups.teacherId} = ${user} OR ${studyGroups.id} IN (${isMember}))`
  const shown = await asSeenBy(scope, user, await findRows(scope, studyGroups, isMine))
  return shown.sort((a, b) => a.name.localeCompare(b.name))
}

async function asSeenBy(scope: Scope, user: string, rows: readonly (typeof studyGroups.$inferSelect)[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const isMember = [isIn(groupMembers.groupId, ids), isNull(groupMembers.leftAt)]
  const members = await findRows(scope, groupMembers, ...isMember)
  const all = [...rows.map(({ teacherId }) => teacherId), ...members.map(({ userId }) => userId)]
  const people = await peopleById(scope, all, isOnTerms(scope, user))
  return rows.flatMap(({ id, name, teacherId }) => {
    const teacher = people.get(teacherId)
    if (!teacher) return []
    const shown = members.filter(
      ({ groupId, userId }) => groupId === id && (teacherId === user || userId === user),
    )
    return [{ id, name, teacher, members: shown.flatMap(({ userId }) => people.get(userId) ?? []) }]
  })
}

/** @throws Problem `not_found`, `sharing_full` */
export async function saveGroup(
  scope: Scope,
  teacher: string,
  id: string,
  { name, members }: { readonly name: string; readonly members: readonly string[] },
  now: number,
): Promise<StudyGroup> {
  await locked(scope, teacher)
  const before = await findRow(scope, studyGroups, eq(studyGroups.id, id))
  if (before && before.teacherId !== teacher) throw new Problem('not_found')
  if (!before) {
    if ((await countRows(scope, studyGroups, eq(studyGroups.teacherId, teacher))) >= HOMEWORK_LIMITS.groups)
      throw new Problem('sharing_full')
    await addRows(scope, studyGroups, { id, teacherId: teacher, name, createdAt: new Date(now) })
  }
  await changeRows(scope, studyGroups, { name }, eq(studyGroups.id, id))
  const there = await findRows(scope, groupMembers, eq(groupMembers.groupId, id))
  const known = new Set(there.map(({ userId }) => userId))
  const wanted = await reachable(scope, teacher, members, known, isInvitableBy(scope, teacher))
  const gone = there.filter(({ userId, leftAt }) => leftAt === null && !wanted.includes(userId))
  const goneIds = gone.map(({ userId }) => userId)
  await deleteRows(scope, groupMembers, eq(groupMembers.groupId, id), isIn(groupMembers.userId, goneIds))
  const fresh = wanted.filter(userId => !known.has(userId))
  if (fresh.length > 0) await addRows(scope, groupMembers, ...fresh.map(userId => ({ groupId: id, userId })))
  const [group] = await asSeenBy(scope, teacher, await findRows(scope, studyGroups, eq(studyGroups.id, id)))
  return found(group)
}

/** @throws Problem `not_found` */
export async function endGroup(scope: Scope, teacher: string, id: string): Promise<void> {
  const isTheirs = [eq(studyGroups.id, id), eq(studyGroups.teacherId, teacher)]
  if ((await deleteRows(scope, studyGroups, ...isTheirs)) === 0) throw new Problem('not_found')
}

/** Also leaves what was given through it. @throws Problem `not_found` */
export async function leaveGroup(scope: Scope, user: string, id: string, now: number): Promise<void> {
  const group = await findRow(scope, studyGroups, eq(studyGroups.id, id))
  // What is given to the group meanwhile is left, too.
  await locked(scope, found(group).teacherId)
  const isMember = [eq(groupMembers.groupId, id), eq(groupMembers.userId, user), isNull(groupMembers.leftAt)]
  const left = await changeRows(scope, groupMembers, { leftAt: new Date(now) }, ...isMember)
  if (left === 0) throw new Problem('not_found')
  const given = scope.sql
    .select({ id: assignments.id })
    .from(assignments)
    .where(ofTenant(scope, assignments, eq(assignments.groupId, id)))
  const isTheirs = [eq(assignmentStudents.userId, user), inArray(assignmentStudents.assignmentId, given)]
  await changeRows(scope, assignmentStudents, { state: 'left', sendsTakes: false }, ...isTheirs)
}
