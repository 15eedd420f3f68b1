import { and, desc, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import {
  type Assignment,
  HOMEWORK_LIMITS,
  type HomeworkBody,
  type HomeworkState,
  type HomeworkStudent,
  INCLUDED,
} from '../../src/core/contract/homework.js'
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
  lockRow,
  ofTenant,
} from '../database/queries.js'
import {
  assignmentComments,
  assignmentStudents,
  assignments,
  assignmentTakes,
  groupMembers,
  profiles,
  shareReports,
  studyGroups,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { isInOrder, pageOf } from '../http/answer-page.js'
import { found, Problem } from '../http/problem.js'
import type { TemplateName } from '../mail/message.js'
import { queueMail } from '../mail/queue.js'
import { fileBytes, hasSong, isRemovedSong, songsByRecord } from '../sharing/content.js'
import { locked } from '../sharing/shares.js'
import { isInvitableBy, isOnTerms, peopleById, reachable } from '../sharing/visibility.js'
import type { Tenant } from '../tenants/tenants.js'
import { theirProfiles } from '../users/public-profiles.js'

export type AssignmentRow = typeof assignments.$inferSelect
export type StudentRow = typeof assignmentStudents.$inferSelect

const limit = HOMEWORK_LIMITS.page
const DAY_MS = 86_400_000
/** Daily email limit per teacher. Each assigned student counts as one email. */
const MAILS_A_DAY = 500

export async function givenBy(scope: Scope, teacher: string, cursor: string | undefined) {
  const { givenAt, id } = assignments
  const isTheirs = [eq(assignments.teacherId, teacher), isNull(assignments.endedAt)]
  const rows = await findRows(scope, assignments, ...isTheirs, isInOrder([givenAt, id], '<', cursor))
    .orderBy(desc(givenAt), desc(id))
    .limit(limit + 1)
  return page(rows, await asSeenBy(scope, teacher, rows))
}

/**
 * Returns the student's assignments. Pages may be shorter because blocked or suspended teachers and former
 * groups are hidden.
 */
export async function receivedBy(scope: Scope, student: string, cursor: string | undefined) {
  const { givenAt, assignmentId: id } = assignmentStudents
  const isTheirs = [eq(assignmentStudents.userId, student), isInOrder([givenAt, id], '<', cursor)]
  const received = await scope.sql
    .select({ id, givenAt })
    .from(assignmentStudents)
    .where(ofTenant(scope, assignmentStudents, ...isTheirs))
    .orderBy(desc(givenAt), desc(id))
    .limit(limit + 1)
  if (received.length === 0) return { items: [] }
  const ids = received.map(row => row.id)
  const isOnPage = isIn(assignmentStudents.assignmentId, ids)
  return page(received, await asSeenBy(scope, student, await openFor(scope, student, isOnPage)))
}

function page(rows: readonly { readonly id: string; readonly givenAt: Date }[], seen: readonly Assignment[]) {
  const byId = new Map(seen.map(each => [each.id, each]))
  return pageOf(rows, {
    limit,
    shown: ({ id }) => byId.get(id),
    position: ({ givenAt, id }) => [givenAt.toISOString(), id],
  })
}

/**
 * Returns the student's assignments, except those from former groups and from blocked or suspended teachers.
 * Withdrawn assignments are included until seen.
 */
async function openFor(scope: Scope, student: string, isWanted: SQL | undefined): Promise<AssignmentRow[]> {
  const isStudents = [eq(assignmentStudents.userId, student), isWanted]
  const hasLeft = sql`(SELECT left_at FROM ${groupMembers} WHERE tenant = ${scope.tenant}
    AND group_id = ${assignments.groupId} AND user_id = ${student}) IS NOT NULL`
  const isShown = or(isNull(assignments.endedAt), eq(assignmentStudents.newForStudent, true))
  const isOpen = [isShown, isOnTerms(scope, student), not(hasLeft)]
  const rows = await scope.sql
    .select({ assignment: assignments })
    .from(assignmentStudents)
    .innerJoin(assignments, and(eq(assignments.tenant, assignmentStudents.tenant), isOfAssignment))
    .innerJoin(users, and(eq(users.tenant, assignments.tenant), eq(users.id, assignments.teacherId)))
    .where(ofTenant(scope, assignmentStudents, ...isStudents, ...isOpen))
    .limit(MOST_NEWS)
  return rows.map(({ assignment }) => assignment)
}

const MOST_NEWS = 100

/** Counts assignments with unseen updates, except withdrawn ones. Stops at a hundred. */
export async function newsFor(scope: Scope, user: string): Promise<{ received: number; given: number }> {
  const isNew = and(eq(assignmentStudents.newForStudent, true), isNull(assignments.endedAt))
  const received = await openFor(scope, user, isNew)
  const isTheirs = [eq(assignments.teacherId, user), isNull(assignments.endedAt)]
  const hasNews = sql`EXISTS (SELECT FROM ${assignmentStudents} AS theirs WHERE theirs.tenant = ${scope.tenant}
    AND theirs.assignment_id = ${assignments.id} AND theirs.new_for_teacher)`
  return { received: received.length, given: await countRows(scope, assignments, ...isTheirs, hasNews) }
}

/** @throws Problem `not_found` */
export async function see(scope: Scope, user: string, id: string): Promise<void> {
  const { teacher } = await assignmentFor(scope, user, id)
  if (teacher.id === user) await changeRows(scope, assignmentStudents, { newForTeacher: false }, isOf(id))
  else await changeRows(scope, assignmentStudents, { newForStudent: false }, isOf(id, user))
}

/** Condition for one student's row of an assignment, or for all student rows. */
export const isOf = (id: string, student?: string): SQL | undefined =>
  and(
    eq(assignmentStudents.assignmentId, id),
    student === undefined ? undefined : eq(assignmentStudents.userId, student),
  )

/** Creates the row for a student who hasn't answered yet. */
export const asked = (assignmentId: string, userId: string, givenAt: Date) =>
  ({ assignmentId, userId, givenAt, state: 'given', sendsTakes: false, newForStudent: true }) as const

const isOfAssignment = eq(assignments.id, assignmentStudents.assignmentId)

/**
 * Returns assignments as `user` may see them. Students don't see each other.
 * @param rows assignments that are either all assigned by the user or all received by the user
 */
async function asSeenBy(scope: Scope, user: string, rows: readonly AssignmentRow[]): Promise<Assignment[]> {
  if (rows.length === 0) return []
  const isTeacher = rows[0]?.teacherId === user
  const ids = rows.map(({ id }) => id)
  const isShown = isTeacher ? undefined : eq(assignmentStudents.userId, user)
  const shown = await findRows(scope, assignmentStudents, isIn(assignmentStudents.assignmentId, ids), isShown)
  const ended = new Set(rows.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])))
  const students = shown.map(each =>
    ended.has(each.assignmentId) ? { ...each, state: 'withdrawn' as const } : each,
  )
  const everyone = [...rows.map(({ teacherId }) => teacherId), ...students.map(({ userId }) => userId)]
  const people = await peopleById(scope, everyone, isOnTerms(scope, user))
  const groups = await groupNames(scope, rows)
  const known = isTeacher ? new Set<string>() : await teachersOf(scope, user)
  const wanted = rows.flatMap(({ teacherId, recordId, setlist }) =>
    [recordId, ...setlist.map(({ song }) => song)].map(record => ({ owner: teacherId, record })),
  )
  const songs = await songsByRecord(scope, wanted)
  return rows.flatMap(row => {
    const teacher = people.get(row.teacherId)
    if (!teacher) return []
    const theirs = students.filter(({ assignmentId }) => assignmentId === row.id)
    const isOpen = isTeacher || theirs.some(({ state }) => state === 'accepted')
    // Hide messages in invitations from strangers.
    const isKnown = isOpen || known.has(row.teacherId)
    const fileOf = (record: string) => {
      const song = songs.get(`${row.teacherId} ${record}`)
      return isOpen && song && { hash: song.hash, file: song.file, size: song.size }
    }
    const group = row.groupId === null ? undefined : groups.get(row.groupId)
    return {
      ...{ id: row.id, title: row.title, givenAt: row.givenAt.toISOString(), teacher },
      news: theirs.some(each => (isTeacher ? each.newForTeacher : each.newForStudent)),
      task: {
        ...taskOf(row),
        ...fileOf(row.recordId),
        ...(!isKnown && { note: '', trackName: undefined }),
        list: row.setlist.map(each => ({ ...each, ...fileOf(each.song), ...(!isKnown && { title: '…' }) })),
        ...(isKnown && group !== undefined && { group }),
      },
      students: theirs.flatMap(each => {
        const person = people.get(each.userId)
        return person ? [{ person, ...progressOf(each, user) }] : []
      }),
    }
  })
}

/** Returns whether the viewer may see the student's takes. The teacher may while the student agrees. */
export const seesTakes = ({ userId, state, sendsTakes }: StudentRow, viewer: string): boolean =>
  userId === viewer || (state === 'accepted' && sendsTakes)

function progressOf(student: StudentRow, viewer: string): Omit<HomeworkStudent, 'person'> {
  const { state, sendsTakes, takes, best, lastTakeAt } = student
  if (!seesTakes(student, viewer)) return { state, sendsTakes, takes: 0 }
  const last = lastTakeAt && { lastAt: lastTakeAt.toISOString() }
  return { state, sendsTakes, takes, ...(best !== null && { best }), ...last }
}

const taskOf = ({ recordId, tempo, looping, note, fromBar, toBar, ...row }: AssignmentRow) => ({
  ...{ song: recordId, tempo, loop: looping, note },
  ...(row.track !== null && { track: row.track }),
  ...(row.trackName !== null && { trackName: row.trackName }),
  ...(row.due !== null && { due: row.due }),
  ...(fromBar !== null && { from: fromBar }),
  ...(toBar !== null && { to: toBar }),
})

/** Returns the teachers whose groups the student joined with a code. */
async function teachersOf(scope: Scope, student: string): Promise<ReadonlySet<string>> {
  const { userId, enrolled, leftAt } = groupMembers
  const isJoined = [eq(userId, student), eq(enrolled, true), isNull(leftAt)]
  const ids = (await findRows(scope, groupMembers, ...isJoined)).map(({ groupId }) => groupId)
  if (ids.length === 0) return new Set()
  const groups = await findRows(scope, studyGroups, isIn(studyGroups.id, ids))
  return new Set(groups.map(({ teacherId }) => teacherId))
}

async function groupNames(scope: Scope, rows: readonly AssignmentRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ groupId }) => groupId ?? [])
  if (ids.length === 0) return new Map()
  const groups = await findRows(scope, studyGroups, isIn(studyGroups.id, ids))
  return new Map(groups.map(({ id, name }) => [id, name]))
}

/**
 * Assigns homework.
 * @throws Problem `not_synced`, `share_removed`, `sharing_full`, and `not_found` if someone is unreachable or
 * no students remain
 */
export async function give(
  scope: Scope,
  tenant: Tenant,
  { id: teacher, name: who }: User,
  body: HomeworkBody,
  now: number,
): Promise<Assignment> {
  await locked(scope, teacher)
  const there = await findRow(scope, assignments, eq(assignments.id, body.id))
  if (there) {
    if (there.teacherId !== teacher) throw new Problem('not_found')
    return assignmentFor(scope, teacher, body.id)
  }
  const { list = [] } = body
  for (const record of [body.song, ...list.map(({ song }) => song)]) {
    if (record.startsWith(INCLUDED)) continue
    if (await isRemovedSong(scope, teacher, record)) throw new Problem('share_removed')
    if (!(await hasSong(scope, teacher, record))) throw new Problem('not_synced')
  }
  if ((await countRows(scope, assignments, eq(assignments.teacherId, teacher))) >= HOMEWORK_LIMITS.given)
    throw new Problem('sharing_full')
  const members = body.group === undefined ? [] : await membersOf(scope, teacher, body.group)
  const everyone = [...body.people, ...members]
  const people = await reachable(scope, teacher, everyone, new Set(members), isInvitableBy(scope, teacher))
  if (people.length === 0 && body.group === undefined) throw new Problem('not_found')
  const { students: most } = HOMEWORK_LIMITS
  if (people.length > most) {
    const errors = [{ path: 'body', message: `At most ${most} students.`, values: { most } }]
    throw new Problem('sharing_full', { errors })
  }
  const [from, to] = [body.from ?? null, body.to ?? null]
  const isTurned = from !== null && to !== null && from > to
  const { id, title, tempo, note } = body
  const givenAt = new Date(now)
  await addRows(scope, assignments, {
    ...{ id, teacherId: teacher, groupId: body.group ?? null, recordId: body.song, title, tempo, note },
    ...{ looping: body.loop, fromBar: isTurned ? to : from, toBar: isTurned ? from : to },
    ...{ givenAt, setlist: list, due: body.due ?? null },
    ...{ track: body.track ?? null, trackName: body.trackName ?? null },
  })
  const written = await studentsOfToday(scope, teacher, assignments.givenAt, now)
  if (people.length > 0)
    await addRows(scope, assignmentStudents, ...people.map(userId => asked(id, userId, givenAt)))
  if (written < MAILS_A_DAY) {
    const values = { who, title, place: id }
    // Don't send messages with invitations to strangers.
    const known = await studentsOf(scope, teacher, people)
    await mailNews(scope, tenant, known, 'homework-assigned', {
      ...{ ...values, ...factsOf(body), note: shortened(note) },
    })
    const others = people.filter(person => !known.includes(person))
    await mailNews(scope, tenant, others, 'homework-assigned', {
      ...{ ...values, ...factsOf({ ...body, trackName: undefined }), note: '' },
    })
  }
  const details = { students: people.length }
  await audit(scope, { actor: teacher, action: 'homework.given', subject: body.id, details })
  return assignmentFor(scope, teacher, body.id)
}

/** @param time column with the time of assignment or withdrawal */
function studentsOfToday(
  scope: Scope,
  teacher: string,
  time: typeof assignments.givenAt | typeof assignments.endedAt,
  now: number,
): Promise<number> {
  const isToday = [eq(assignments.teacherId, teacher), gt(time, new Date(now - DAY_MS))]
  const today = scope.sql
    .select({ id: assignments.id })
    .from(assignments)
    .where(ofTenant(scope, assignments, ...isToday))
  return countRows(scope, assignmentStudents, inArray(assignmentStudents.assignmentId, today))
}

export const shortened = (text: string) => (text.length > 500 ? `${text.slice(0, 500).trim()} …` : text)

/** Returns the people who joined one of the teacher's groups with a code. */
async function studentsOf(scope: Scope, teacher: string, people: readonly string[]): Promise<string[]> {
  const own = await findRows(scope, studyGroups, eq(studyGroups.teacherId, teacher))
  if (people.length === 0 || own.length === 0) return []
  const { groupId, userId, enrolled, leftAt } = groupMembers
  const isTheirs = isIn(
    groupId,
    own.map(({ id }) => id),
  )
  const joined = await findRows(
    scope,
    groupMembers,
    isTheirs,
    isIn(userId, people),
    eq(enrolled, true),
    isNull(leftAt),
  )
  return people.filter(person => joined.some(each => each.userId === person))
}

/** Language-independent details of an assignment, used in emails. */
const factsOf = ({ list, from, to, tempo, track, trackName, due = '' }: HomeworkBody) => ({
  due,
  track: trackName ?? (track === undefined ? '' : `${track + 1}`),
  bars: list || (from ?? to) === undefined ? '' : `${from ?? 1}–${to ?? '…'}`,
  tempo: list ? '' : `${tempo} %`,
})

/**
 * Returns the members whom the teacher may invite.
 * @throws Problem `not_found`
 */
async function membersOf(scope: Scope, teacher: string, groupId: string): Promise<string[]> {
  const isTheirs = eq(studyGroups.teacherId, teacher)
  found(await findRow(scope, studyGroups, eq(studyGroups.id, groupId), isTheirs))
  const isMember = [eq(groupMembers.groupId, groupId), isNull(groupMembers.leftAt)]
  const ids = (await findRows(scope, groupMembers, ...isMember)).map(({ userId }) => userId)
  const isInvitable = and(isOnTerms(scope, teacher), isInvitableBy(scope, teacher))
  return [...(await peopleById(scope, ids, isInvitable)).keys()]
}

/**
 * Returns the assignment as `user` may see it.
 * @throws Problem `not_found` unless the user is its teacher or an unblocked student
 */
export async function assignmentFor(scope: Scope, user: string, id: string): Promise<Assignment> {
  const given = await findRow(scope, assignments, isGivenBy(user, id))
  const rows = given ? [given] : await openFor(scope, user, eq(assignmentStudents.assignmentId, id))
  return found((await asSeenBy(scope, user, rows))[0])
}

/** @throws Problem `not_found`, also for students who haven't accepted */
export async function homeworkFile(scope: Scope, user: string, id: string, song: string | undefined) {
  const { teacher, task } = await assignmentFor(scope, user, id)
  const listed = song === undefined ? undefined : task?.list.find(each => each.song === song)
  return fileBytes(scope, teacher.id, found((listed ?? task)?.hash))
}

/** @throws Problem `not_found` */
export async function answer(
  scope: Scope,
  student: string,
  id: string,
  { state, sendTakes }: { readonly state: HomeworkState; readonly sendTakes: boolean },
): Promise<Assignment> {
  const { teacher, students } = await assignmentFor(scope, student, id)
  if (teacher.id === student || students[0]?.state === 'withdrawn') throw new Problem('not_found')
  const answered = { state, sendsTakes: state === 'accepted' && sendTakes }
  await changeRows(scope, assignmentStudents, answered, isOf(id, student))
  return assignmentFor(scope, student, id)
}

const isGivenBy = (teacher: string, id: string) =>
  and(eq(assignments.id, id), eq(assignments.teacherId, teacher), isNull(assignments.endedAt))

const isConcerned = inArray(assignmentStudents.state, ['given', 'accepted'])

async function onTermsWith(scope: Scope, teacher: string, students: readonly StudentRow[]) {
  const ids = students.map(({ userId }) => userId)
  return [...(await peopleById(scope, ids, isOnTerms(scope, teacher))).keys()]
}

/**
 * Changes the note and the due date. The change is an unseen update for students.
 * @throws Problem `not_found`, `invalid_input` if a new due date is in the past
 */
export async function changeHomework(
  scope: Scope,
  tenant: Tenant,
  { id: teacher, name: who }: User,
  id: string,
  { due = null, note }: { readonly due?: string | null | undefined; readonly note: string },
  now: number,
): Promise<Assignment> {
  const before = found(await lockRow(scope, assignments, isGivenBy(teacher, id)))
  const isMoved = due !== before.due
  if (isMoved && due !== null && due < new Date(now - DAY_MS / 2).toISOString().slice(0, 10))
    throw new Problem('invalid_input')
  await changeRows(scope, assignments, { due, note }, isGivenBy(teacher, id))
  if (isMoved || note !== before.note) {
    const notified = await findRows(scope, assignmentStudents, isOf(id), isConcerned)
    await changeRows(scope, assignmentStudents, { newForStudent: true }, isOf(id), isConcerned)
    const unnotified = notified.filter(({ newForStudent }) => !newForStudent)
    const people = await onTermsWith(scope, teacher, unnotified)
    const values = { who, title: before.title, place: id, due: due ?? '' }
    await mailNews(scope, tenant, people, 'homework-moved', values)
  }
  return assignmentFor(scope, teacher, id)
}

/**
 * Withdraws the assignment. Students can see it until they have seen the withdrawal.
 * @throws Problem `not_found`
 */
export async function endHomework(
  scope: Scope,
  tenant: Tenant,
  { id: teacher, name: who }: User,
  id: string,
  now: number,
): Promise<void> {
  const { title } = found(await lockRow(scope, assignments, isGivenBy(teacher, id)))
  if ((await studentsOfToday(scope, teacher, assignments.endedAt, now)) < MAILS_A_DAY) {
    const isWaiting = [isOf(id), isConcerned, eq(assignmentStudents.takes, 0)]
    const waiting = await findRows(scope, assignmentStudents, ...isWaiting)
    const people = await onTermsWith(scope, teacher, waiting)
    await mailNews(scope, tenant, people, 'homework-withdrawn', { who, title, place: id })
  }
  await deleteRows(scope, assignmentTakes, eq(assignmentTakes.assignmentId, id))
  await deleteRows(scope, assignmentComments, eq(assignmentComments.assignmentId, id))
  await changeRows(scope, assignmentStudents, { newForStudent: false }, isOf(id))
  const left = { state: 'left', sendsTakes: false, newForStudent: true } as const
  const notified = await changeRows(scope, assignmentStudents, left, isOf(id), isConcerned)
  const isReported = [eq(shareReports.assignmentId, id), isNull(shareReports.closedAt)]
  if (notified > 0 || (await findRow(scope, shareReports, ...isReported)))
    await changeRows(scope, assignments, { endedAt: new Date(now) }, isGivenBy(teacher, id))
  else await deleteRows(scope, assignments, isGivenBy(teacher, id))
  await audit(scope, { actor: teacher, action: 'homework.ended', subject: id })
}

/**
 * Emails people unless they have turned homework emails off.
 * @param values values for the template's placeholders; `place` is the assignment's ID
 */
export async function mailNews(
  scope: Scope,
  tenant: Tenant,
  people: readonly string[],
  template: Extract<TemplateName, `homework-${string}`>,
  values: Readonly<Record<'who' | 'title' | 'place', string>> & Partial<Record<string, string>>,
): Promise<void> {
  if (people.length === 0) return
  const isWanted = [isIn(users.id, people), eq(profiles.homeworkMail, true), isNull(users.suspendedAt)]
  const recipients = await scope.sql
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .innerJoin(profiles, theirProfiles)
    .where(ofTenant(scope, users, ...isWanted))
  for (const { name, ...user } of recipients)
    await queueMail(scope, tenant, user, template, { values: { name, ...values } })
}

/**
 * Emails the teacher about takes and comments, at most once per assignment until the teacher has seen them.
 */
export async function tellTeacher(
  scope: Scope,
  tenant: Tenant,
  { id, title, teacher }: Pick<Assignment, 'id' | 'title' | 'teacher'>,
  student: Pick<User, 'id' | 'name'>,
  template: 'homework-comment' | 'homework-take',
  text = '',
): Promise<void> {
  const isUnseen = eq(assignmentStudents.newForTeacher, true)
  const unseen = await countRows(scope, assignmentStudents, isOf(id), isUnseen)
  await changeRows(scope, assignmentStudents, { newForTeacher: true }, isOf(id, student.id))
  if (unseen === 0)
    await mailNews(scope, tenant, [teacher.id], template, {
      ...{ who: student.name, title, place: id, text: shortened(text) },
    })
}
