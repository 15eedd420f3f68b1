import * as z from 'zod/mini'
import { TEACHER_ROLE } from './claims.js'
import { defineEndpoint, emailAddress, pageCursor, text, time, userId, visibleName } from './endpoint.js'
import { reportBody, sharingPerson } from './sharing.js'

const HOMEWORK = '/presence/api/v1/homework'
const GROUPS = '/presence/api/v1/groups'

export const HOMEWORK_LIMITS = {
  /** Per teacher, and per assignment. */
  given: 500,
  students: 100,
  takes: 200,
  comments: 500,
  bars: 5000,
  songs: 30,
  /** Characters of base64. */
  midi: 65_536,
  /** Takes of a student whose notes the server keeps. */
  heard: 20,
  /** Bars of a take that the server keeps: those with the lowest share of right notes. */
  hardest: 8,
  groups: 50,
  groupName: 60,
  codeDays: 30,
  page: 20,
  /** Takes and comments in one answer. */
  work: 100,
} as const

/** Emails per teacher and day. */
export const INVITATIONS = { teachers: 200, others: 20 } as const

/** A pickup is bar 0. */
const bar = z.int().check(z.minimum(0), z.maximum(100_000))
const share = z.number().check(z.minimum(0), z.maximum(1))
const counted = z.int().check(z.minimum(0), z.maximum(1_000_000))

export const groupName = text(1, HOMEWORK_LIMITS.groupName).check(visibleName)

const title = text(1, 200)
const tempo = z.int().check(z.minimum(25), z.maximum(200))
/** A song of a setlist, with its own section and tempo. */
const listedSong = {
  ...{ song: text(1, 200), title, from: z.optional(bar), to: z.optional(bar) },
  tempo: z.optional(tempo),
}
export type ListedSong = z.infer<z.ZodMiniObject<typeof listedSong>>

/** Song ids with this prefix are of songs included in the app, which have no file. */
export const INCLUDED = 'included:'

const task = {
  song: text(1, 200),
  /** Inclusive; default: the whole song. */
  from: z.optional(bar),
  to: z.optional(bar),
  /** Percent of the song’s own tempo. */
  tempo,
  loop: z.boolean(),
  note: text(0, 2000),
  /** Index in the file of the song. */
  track: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
  trackName: z.optional(text(1, 200)),
  due: z.optional(z.iso.date().check(z.regex(/^(?!0000)/))),
}

const result = {
  /** Made by the device: a take sent again is not added twice. */
  id: text(1, 100),
  at: time,
  /** Percent of the song’s own tempo. */
  tempo: z.int().check(z.minimum(1), z.maximum(1000)),
  complete: z.boolean(),
  /** Share of the written notes that were hit, 0–1. */
  accuracy: share,
  counts: z.strictObject({
    hit: counted,
    early: counted,
    late: counted,
    wrong: counted,
    missed: counted,
    extra: counted,
  }),
  byBar: z
    .array(z.strictObject({ bar, written: counted, right: counted }))
    .check(z.maxLength(HOMEWORK_LIMITS.bars)),
  /** By default the first song of the assignment. */
  song: z.optional(text(1, 200)),
}
export type HomeworkResult = z.infer<z.ZodMiniObject<typeof result>>

const takeBody = z.strictObject({
  ...result,
  /** The notes as a MIDI file in base64, in the time of the song. */
  midi: z.optional(z.string().check(z.maxLength(HOMEWORK_LIMITS.midi), z.regex(/^[\d+/A-Za-z]+={0,2}$/))),
})
export type HomeworkTake = z.infer<typeof takeBody>

const state = z.enum(['given', 'accepted', 'declined', 'left', 'withdrawn'])
export type HomeworkState = z.infer<typeof state>

const student = z.object({
  person: sharingPerson,
  state,
  sendsTakes: z.boolean(),
  takes: z.number(),
  best: z.optional(z.number()),
  lastAt: z.optional(z.string()),
})
export type HomeworkStudent = z.infer<typeof student>

const songFile = {
  /** Undefined if the teacher has removed it, and for included songs. */
  hash: z.optional(z.string()),
  file: z.optional(z.string()),
  size: z.optional(z.number()),
}

const assignment = z.object({
  ...{ id: z.string(), title: z.string(), givenAt: z.string(), teacher: sharingPerson },
  /** Whether the assignment has unseen changes. */
  news: z.boolean(),
  /** Has no files until accepted, and no message unless the student has joined the teacher’s group. */
  task: z.object({
    ...task,
    ...songFile,
    /** All songs of a setlist; empty for a single song. */
    list: z.array(z.object({ ...listedSong, ...songFile })),
    group: z.optional(z.string()),
  }),
  students: z.array(student),
})
export type Assignment = z.infer<typeof assignment>
export type Task = Assignment['task']

const comment = z.object({
  id: z.string(),
  by: sharingPerson,
  student: z.string(),
  bar: z.optional(z.number()),
  text: z.string(),
  at: z.string(),
})
export type HomeworkComment = z.infer<typeof comment>

const sentTake = z.object({ ...result, student: z.string(), hasMidi: z.boolean() })
export type SentTake = z.infer<typeof sentTake>

const byId = { params: z.strictObject({ id: userId }), errors: ['not_found'] } as const

const page = z.strictObject({ cursor: pageCursor })
const assignments = z.object({ items: z.array(assignment), next: z.optional(z.string()) })

/** @example const { items, next } = await get(API).call(receivedHomework) */
export const receivedHomework = defineEndpoint('homework.received', `GET ${HOMEWORK}/received`, {
  summary: 'Homework and invitations that you received, latest first',
  query: page,
  answer: assignments,
})

export const givenHomework = defineEndpoint('homework.given', `GET ${HOMEWORK}/given`, {
  summary: 'Homework that you assigned, latest first',
  query: page,
  answer: assignments,
})

/** Settings for invitations to homework, widest first: `following` includes teachers. */
export const INVITERS = ['following', 'teachers', 'nobody'] as const
const inviters = z.strictObject({
  from: z.enum(INVITERS),
  /** Whether homework notifications are emailed. */
  mail: z.optional(z.boolean()),
})
export type Inviters = (typeof INVITERS)[number]

export const homeworkInviters = defineEndpoint('homework.inviters', `GET ${HOMEWORK}/inviters`, {
  summary:
    'Your settings for homework: invitations from people you follow, your teachers or no one, and emails',
  answer: inviters,
})

export const setHomeworkInviters = defineEndpoint('homework.set-inviters', `PUT ${HOMEWORK}/inviters`, {
  summary: 'Set who may invite you to homework, and whether you get emails about it',
  body: inviters,
})

const homeworkBody = z.strictObject({
  /** Made by the caller: homework sent again is not given twice. */
  id: userId,
  title,
  ...task,
  /** Includes `song`, the first. */
  list: z.optional(z.array(z.strictObject(listedSong)).check(z.maxLength(HOMEWORK_LIMITS.songs))),
  people: z.array(userId).check(z.maxLength(HOMEWORK_LIMITS.students)),
  group: z.optional(userId),
})
export type HomeworkBody = z.infer<typeof homeworkBody>

export const giveHomework = defineEndpoint('homework.give', `POST ${HOMEWORK}/`, {
  summary: 'Assign songs, or a section of one, to people or to a group; each of them has to accept it',
  cost: 5,
  body: homeworkBody,
  answer: assignment,
  errors: ['not_synced', 'not_found', 'share_removed', 'sharing_full'],
})

/** @example const details = await get(API).call(homeworkDetails, { params: { id: '12' } }) */
export const homeworkDetails = defineEndpoint('homework.get', `GET ${HOMEWORK}/{id}`, {
  summary: 'An assignment with its latest takes and comments: a student’s own, or everyone’s for the teacher',
  ...byId,
  query: page,
  /** `byBar` of a take has its hardest bars only, the hardest first. */
  answer: z.object({
    assignment,
    takes: z.array(sentTake),
    comments: z.array(comment),
    next: z.optional(z.string()),
  }),
})

export const homeworkFile = defineEndpoint('homework.file', `GET ${HOMEWORK}/{id}/file`, {
  summary: 'The file of a song of an assignment, by default of the first',
  cost: 2,
  ...byId,
  query: z.strictObject({ song: z.optional(text(1, 200)) }),
  answer: z.object({ bytes: z.string() }),
})

export const answerHomework = defineEndpoint('homework.answer', `POST ${HOMEWORK}/{id}/answer`, {
  summary: 'Accept or decline an assignment, leave it, and say whether the teacher may see your takes',
  ...byId,
  body: z.strictObject({
    state: z.enum(['accepted', 'declined', 'left']),
    /** If false, the teacher no longer sees earlier takes either. */
    sendTakes: z.boolean(),
  }),
  answer: assignment,
})

export const sendTake = defineEndpoint('homework.send-take', `POST ${HOMEWORK}/{id}/takes`, {
  summary: 'Send the result of a take to the teacher',
  ...byId,
  body: takeBody,
  bodyLimit: 1024 * 1024,
  errors: ['not_found', 'takes_not_shared'],
})

export const takeMidi = defineEndpoint('homework.take-midi', `GET ${HOMEWORK}/{id}/takes/{student}`, {
  summary: 'The notes of a recent take as a MIDI file',
  params: z.strictObject({ id: userId, student: userId }),
  query: z.strictObject({ take: result.id }),
  answer: z.object({ bytes: z.string() }),
  errors: ['not_found'],
})

export const homeworkNews = defineEndpoint('homework.news', `GET ${HOMEWORK}/news`, {
  summary:
    'How many assignments have something new: homework and comments for you, takes and comments from students',
  answer: z.object({ received: z.number(), given: z.number() }),
})

export const seeHomework = defineEndpoint('homework.see', `POST ${HOMEWORK}/{id}/seen`, {
  summary: 'Mark an assignment as seen: the next news of it is sent by email again',
  ...byId,
})

const commentBody = z.strictObject({
  /** Made by the caller: a comment sent again is not added twice. */
  id: userId,
  student: userId,
  bar: z.optional(bar),
  text: text(1, 2000),
})
export type CommentBody = z.infer<typeof commentBody>

export const commentHomework = defineEndpoint('homework.comment', `POST ${HOMEWORK}/{id}/comments`, {
  summary: 'Comment on an assignment that its student has accepted, at a bar if you like',
  cost: 2,
  ...byId,
  body: commentBody,
  answer: comment,
  errors: ['not_found', 'sharing_full'],
})

export const reportHomework = defineEndpoint('homework.report', `POST ${HOMEWORK}/{id}/reports`, {
  summary: 'Report homework, or an invitation to it, to the administrators',
  cost: 5,
  ...byId,
  body: reportBody,
})

export const changeHomework = defineEndpoint('homework.change', `PUT ${HOMEWORK}/{id}`, {
  summary:
    'Change due date and note of an assignment that you have given; a new due date is news for its students',
  ...byId,
  body: z.strictObject({ due: task.due, note: task.note }),
  answer: assignment,
})

export const endHomework = defineEndpoint('homework.end', `DELETE ${HOMEWORK}/{id}`, {
  summary: 'Withdraw an assignment that you have given, with its takes and comments; its students see that',
  ...byId,
})

const joinCode = z.object({ code: z.string(), endsAt: z.string() })
const openGroup = z.object({ id: z.string(), name: z.string(), teacher: sharingPerson })
export type OpenGroup = z.infer<typeof openGroup>

const group = z.extend(openGroup, {
  members: z.array(sharingPerson),
  /** Only for its teacher, while it can be used. */
  code: z.optional(joinCode),
})
export type StudyGroup = z.infer<typeof group>

/** @example const groups = await get(API).call(ownGroups) */
export const ownGroups = defineEndpoint('group.list', `GET ${GROUPS}/`, {
  summary: 'Groups that you teach, and groups that you are in',
  answer: z.object({ items: z.array(group) }),
})

export const saveGroup = defineEndpoint('group.save', `PUT ${GROUPS}/{id}`, {
  summary:
    'Create a group, rename it, or add people who may be invited; people who left can only join by a code',
  cost: 5,
  ...byId,
  body: z.strictObject({
    name: groupName,
    members: z.array(userId).check(z.maxLength(HOMEWORK_LIMITS.students)),
  }),
  answer: group,
  errors: ['not_found', 'sharing_full', 'group_full'],
})

export const removeMember = defineEndpoint('group.remove-member', `DELETE ${GROUPS}/{id}/members/{user}`, {
  summary: 'Remove a student from your group; homework assigned through the group stays',
  params: z.strictObject({ id: userId, user: userId }),
  errors: ['not_found'],
})

export const makeJoinCode = defineEndpoint('group.make-code', `POST ${GROUPS}/{id}/code`, {
  summary: 'Create a join code for a group that you teach, or replace it',
  cost: 5,
  ...byId,
  answer: joinCode,
})

export const inviteToGroup = defineEndpoint('group.invite', `POST ${GROUPS}/{id}/invitations`, {
  summary: `Send the join code of your group by email, to ${INVITATIONS.others} addresses a day, with the role ${TEACHER_ROLE} to ${INVITATIONS.teachers}`,
  cost: 5,
  ...byId,
  body: z.strictObject({ email: emailAddress }),
  errors: ['not_found', 'rate_limited'],
})

export const endJoinCode = defineEndpoint('group.end-code', `DELETE ${GROUPS}/{id}/code`, {
  summary: 'Turn off the join code of a group that you teach',
  ...byId,
})

/** Upper and lower case, spaces and hyphens make no difference. */
const typedCode = z.strictObject({ code: text(1, 40) })

export const groupByCode = defineEndpoint('group.by-code', `POST ${GROUPS}/by-code`, {
  summary: 'The group that a join code leads to, and its teacher',
  body: typedCode,
  answer: openGroup,
  errors: ['join_code_invalid', 'rate_limited'],
})

export const groupInvitation = defineEndpoint('group.invitation', `POST ${GROUPS}/invitation`, {
  summary: 'The names of the group that a join code leads to, and of its teacher, without an account',
  auth: 'none',
  body: typedCode,
  answer: z.object({ group: z.string(), name: z.string() }),
  errors: ['join_code_invalid', 'rate_limited'],
})

export const joinGroup = defineEndpoint('group.join', `POST ${GROUPS}/join`, {
  summary: 'Join a group by its code; the teacher sees your name and what you hand in',
  body: typedCode,
  answer: openGroup,
  errors: ['join_code_invalid', 'group_full', 'rate_limited'],
})

export const endGroup = defineEndpoint('group.end', `DELETE ${GROUPS}/{id}`, {
  summary: 'Delete a group that you teach, but not its homework',
  ...byId,
})

export const leaveGroup = defineEndpoint('group.leave', `POST ${GROUPS}/{id}/leave`, {
  summary: 'Leave a group and all assignments from it',
  ...byId,
})
