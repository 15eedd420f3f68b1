import { randomInt } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { HOMEWORK_LIMITS, type OpenGroup, type StudyGroup } from '../../src/core/contract/homework.js'
import { audit } from '../admin/audit-log.js'
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
} from '../database/queries.js'
import {
  assignmentStudents,
  assignments,
  groupMembers,
  profiles,
  studyGroups,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { queueMail } from '../mail/queue.js'
import { locked } from '../sharing/shares.js'
import { isInvitableBy, isOnTerms, peopleById, personColumns, reachable } from '../sharing/visibility.js'
import type { Tenant } from '../tenants/tenants.js'
import { userByEmail } from '../users/accounts.js'
import { theirProfiles } from '../users/public-profiles.js'
import { asked } from './assignments.js'

/** Characters for join codes, without those that look or sound alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const DAY_MS = 86_400_000

export async function groupsOf(scope: Scope, user: string, now: number): Promise<StudyGroup[]> {
  const isMember = scope.sql
    .select({ id: groupMembers.groupId })
    .from(groupMembers)
    .where(ofTenant(scope, groupMembers, eq(groupMembers.userId, user), isNull(groupMembers.leftAt)))
  const isMine = sql`(${studyGroups.teacherId} = ${user} OR ${studyGroups.id} IN (${isMember}))`
  const shown = await asSeenBy(scope, user, await findRows(scope, studyGroups, isMine), now)
  return shown.sort((a, b) => a.name.localeCompare(b.name))
}

type GroupRow = typeof studyGroups.$inferSelect

async function asSeenBy(scope: Scope, user: string, rows: readonly GroupRow[], now: number) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const isMember = [isIn(groupMembers.groupId, ids), isNull(groupMembers.leftAt)]
  const members = await findRows(scope, groupMembers, ...isMember)
  const all = [...rows.map(({ teacherId }) => teacherId), ...members.map(({ userId }) => userId)]
  const people = await peopleById(scope, all, isOnTerms(scope, user))
  return rows.flatMap(({ id, name, teacherId, joinCode, joinCodeEndsAt: end }) => {
    const teacher = people.get(teacherId)
    if (!teacher) return []
    const shown = members.filter(
      ({ groupId, userId }) => groupId === id && (teacherId === user || userId === user),
    )
    const isOpen = teacherId === user && joinCode !== null && end !== null && end.getTime() > now
    return {
      ...{ id, name, teacher, members: shown.flatMap(({ userId }) => people.get(userId) ?? []) },
      ...(isOpen && { code: { code: joinCode, endsAt: end.toISOString() } }),
    }
  })
}

/**
 * Saves a group. Members are added but never removed.
 * @throws Problem `not_found`, `sharing_full`, `group_full`
 */
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
  const fresh = wanted.filter(userId => !known.has(userId))
  const present = there.filter(({ leftAt }) => leftAt === null)
  if (fresh.length > 0 && present.length + fresh.length > HOMEWORK_LIMITS.students)
    throw new Problem('group_full')
  if (fresh.length > 0) await addRows(scope, groupMembers, ...fresh.map(userId => ({ groupId: id, userId })))
  const rows = await findRows(scope, studyGroups, eq(studyGroups.id, id))
  return found((await asSeenBy(scope, teacher, rows, now))[0])
}

const isMemberOf = (id: string) => [eq(groupMembers.groupId, id), isNull(groupMembers.leftAt)]
const isOwn = (teacher: string, id: string) => [eq(studyGroups.id, id), eq(studyGroups.teacherId, teacher)]

/** @throws Problem `not_found` */
export async function endGroup(scope: Scope, teacher: string, id: string): Promise<void> {
  if ((await deleteRows(scope, studyGroups, ...isOwn(teacher, id))) === 0) throw new Problem('not_found')
}

/** @throws Problem `not_found` */
export async function removeMember(scope: Scope, teacher: string, id: string, userId: string) {
  found(await findRow(scope, studyGroups, ...isOwn(teacher, id)))
  if ((await deleteRows(scope, groupMembers, ...isMemberOf(id), eq(groupMembers.userId, userId))) === 0)
    throw new Problem('not_found')
}

/**
 * Creates a join code that replaces the current one.
 * @throws Problem `not_found`
 */
export async function makeCode(scope: Scope, teacher: string, id: string, now: number) {
  found(await findRow(scope, studyGroups, ...isOwn(teacher, id)))
  const letters = Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length)))
  const joinCode = grouped(letters.join(''))
  const joinCodeEndsAt = new Date(now + HOMEWORK_LIMITS.codeDays * DAY_MS)
  await changeRows(scope, studyGroups, { joinCode, joinCodeEndsAt }, ...isOwn(teacher, id))
  await audit(scope, { actor: teacher, action: 'group.code-made', subject: id })
  return { code: joinCode, endsAt: joinCodeEndsAt.toISOString() }
}

/**
 * Emails the group's join code, creating one if necessary.
 * @throws Problem `not_found`
 */
export async function invite(
  scope: Scope,
  tenant: Tenant,
  teacher: User,
  { id, email }: { readonly id: string; readonly email: string },
  now: number,
): Promise<void> {
  const group = found(await findRow(scope, studyGroups, ...isOwn(teacher.id, id)))
  const isOpen = group.joinCodeEndsAt !== null && group.joinCodeEndsAt.getTime() > now
  const place = (isOpen && group.joinCode) || (await makeCode(scope, teacher.id, id, now)).code
  const account = await userByEmail(scope, email)
  // The response must not tell the teacher whether the address has an account.
  if (account && !(await peopleById(scope, [account.id], isOnTerms(scope, teacher.id))).has(account.id))
    return
  const { language = null } = (await findRow(scope, profiles, eq(profiles.userId, teacher.id))) ?? {}
  const values = { who: teacher.name, group: group.name, place }
  await queueMail(scope, tenant, account ?? { email, language }, 'group-invited', { values })
  await audit(scope, { actor: teacher.id, action: 'group.invited', subject: id })
}

/** @throws Problem `not_found` */
export async function endCode(scope: Scope, teacher: string, id: string): Promise<void> {
  const none = { joinCode: null, joinCodeEndsAt: null }
  if ((await changeRows(scope, studyGroups, none, ...isOwn(teacher, id))) === 0)
    throw new Problem('not_found')
  await audit(scope, { actor: teacher, action: 'group.code-ended', subject: id })
}

const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * @param user undefined if the visitor has no account
 * @throws Problem `join_code_invalid` whatever the reason, so that valid codes can't be guessed
 */
export async function groupByCode(
  scope: Scope,
  user: string | undefined,
  typed: string,
  now: number,
): Promise<OpenGroup> {
  const code = grouped(typed.toUpperCase().replace(/[^\dA-Z]/g, ''))
  const isLive = [eq(studyGroups.joinCode, code), gt(studyGroups.joinCodeEndsAt, new Date(now))]
  const [group] = await scope.sql
    .select({ id: studyGroups.id, name: studyGroups.name, teacher: personColumns })
    .from(studyGroups)
    .innerJoin(users, and(eq(users.tenant, studyGroups.tenant), eq(users.id, studyGroups.teacherId)))
    .innerJoin(profiles, theirProfiles)
    .where(
      ofTenant(
        scope,
        studyGroups,
        ...isLive,
        user === undefined ? isNull(users.suspendedAt) : isOnTerms(scope, user),
      ),
    )
  if (!group) throw new Problem('join_code_invalid')
  return group
}

/** @throws Problem `join_code_invalid`, `group_full` */
export async function joinGroup(scope: Scope, user: string, typed: string, now: number): Promise<OpenGroup> {
  const group = await groupByCode(scope, user, typed, now)
  const { id, teacher } = group
  if (teacher.id === user) return group
  await locked(scope, teacher.id)
  const present = await findRows(scope, groupMembers, ...isMemberOf(id))
  const isThere = present.some(({ userId }) => userId === user)
  if (!isThere && present.length >= HOMEWORK_LIMITS.students) throw new Problem('group_full')
  const { tenant, groupId, userId } = groupMembers
  await addRows(scope, groupMembers, { groupId: id, userId: user, enrolled: true }).onConflictDoUpdate({
    target: [tenant, groupId, userId],
    set: { leftAt: null, enrolled: true },
  })
  if (!isThere) {
    await audit(scope, { actor: user, action: 'group.joined', subject: id })
    await catchUp(scope, id, user, now)
  }
  return group
}

/** Assigns the group's earlier homework to a new member, except homework that is past its due date. */
async function catchUp(scope: Scope, groupId: string, userId: string, now: number): Promise<void> {
  const isOpen = [isNull(assignments.endedAt), eq(assignments.groupId, groupId)]
  const today = new Date(now).toISOString().slice(0, 10)
  const isDue = sql`coalesce(${assignments.due} >= ${today}::date, true)`
  const open = await findRows(scope, assignments, ...isOpen, isDue)
  if (open.length === 0) return
  const { tenant, assignmentId } = assignmentStudents
  const rows = open.map(({ id }) => asked(id, userId, new Date(now)))
  await addRows(scope, assignmentStudents, ...rows).onConflictDoUpdate({
    target: [tenant, assignmentId, assignmentStudents.userId],
    set: { state: 'given', newForStudent: true },
    setWhere: eq(assignmentStudents.state, 'left'),
  })
}

/**
 * Leaves the group and its assignments.
 * @throws Problem `not_found`
 */
export async function leaveGroup(scope: Scope, user: string, id: string, now: number): Promise<void> {
  const group = await findRow(scope, studyGroups, eq(studyGroups.id, id))
  // Lock the teacher, so that leaving includes homework assigned to the group at the same time.
  await locked(scope, found(group).teacherId)
  const isTheirOwn = [...isMemberOf(id), eq(groupMembers.userId, user)]
  const left = await changeRows(scope, groupMembers, { leftAt: new Date(now) }, ...isTheirOwn)
  if (left === 0) throw new Problem('not_found')
  const given = scope.sql
    .select({ id: assignments.id })
    .from(assignments)
    .where(ofTenant(scope, assignments, eq(assignments.groupId, id)))
  const isTheirs = [eq(assignmentStudents.userId, user), inArray(assignmentStudents.assignmentId, given)]
  await changeRows(scope, assignmentStudents, { state: 'left', sendsTakes: false }, ...isTheirs)
}
