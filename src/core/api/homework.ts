import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'
import { text, userId } from './fields.js'
import { sharingPerson } from './sharing.js'

const HOMEWORK = '/presence/api/v1/homework'
const GROUPS = '/presence/api/v1/groups'

export const HOMEWORK_LIMITS = {
  /** Per teacher, and per assignment. */
  given: 500,
  students: 100,
  takes: 200,
  comments: 500,
  bars: 5000,
  groups: 50,
} as const

const bar = z.int().check(z.minimum(1), z.maximum(100_000))
const share = z.number().check(z.minimum(0), z.maximum(1))
const counted = z.int().check(z.minimum(0), z.maximum(1_000_000))

const task = {
  song: text(1, 200),
  title: text(1, 200),
  /** Inclusive; default: the whole song. */
  from: z.optional(bar),
  to: z.optional(bar),
  /** Percent of the song’s own tempo. */
  tempo: z.int().check(z.minimum(25), z.maximum(200)),
  loop: z.boolean(),
  note: text(0, 2000),
}

const take = {
  /** Made by the device: a take sent again is not added twice. */
  id: text(1, 100),
  at: z.iso.datetime(),
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
}
const takeBody = z.strictObject(take)
export type HomeworkTake = z.infer<typeof takeBody>

const state = z.enum(['given', 'accepted', 'declined', 'left'])
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

const assignment = z.object({
  ...{ id: z.string(), ...task, givenAt: z.string() },
  /** Of the song’s file; undefined if the teacher has removed it. */
  hash: z.optional(z.string()),
  file: z.optional(z.string()),
  size: z.optional(z.number()),
  teacher: sharingPerson,
  group: z.optional(z.string()),
  students: z.array(student),
})
export type Assignment = z.infer<typeof assignment>

const comment = z.object({
  id: z.string(),
  by: sharingPerson,
  student: z.string(),
  bar: z.optional(z.number()),
  text: z.string(),
  at: z.string(),
})
export type HomeworkComment = z.infer<typeof comment>

const sentTake = z.object({ ...take, student: z.string() })
export type SentTake = z.infer<typeof sentTake>

const byId = { params: z.strictObject({ id: userId }), errors: ['not_found'] } as const

export const homeworkList = defineEndpoint('homework.list', `GET ${HOMEWORK}/`, {
  summary: 'What you were given, and what you have given; the latest first',
  answer: z.object({ received: z.array(assignment), given: z.array(assignment) }),
})

const homeworkBody = z.strictObject({
  /** Made by the caller: homework sent again is not given twice. */
  id: userId,
  ...task,
  people: z.array(userId).check(z.maxLength(HOMEWORK_LIMITS.students)),
  group: z.optional(userId),
})
export type HomeworkBody = z.infer<typeof homeworkBody>

export const giveHomework = defineEndpoint('homework.give', `POST ${HOMEWORK}/`, {
  summary: 'Give a song, or a section of it, to people or to a group',
  cost: 5,
  body: homeworkBody,
  answer: assignment,
  errors: ['not_synced', 'not_found', 'share_removed', 'sharing_full'],
})

/** @example const details = await get(API).call(homeworkDetails, { params: { id: '12' } }) */
export const homeworkDetails = defineEndpoint('homework.get', `GET ${HOMEWORK}/{id}`, {
  summary: 'An assignment with its takes and comments: a student’s own, or all for the teacher',
  ...byId,
  answer: z.object({ assignment, takes: z.array(sentTake), comments: z.array(comment) }),
})

export const homeworkFile = defineEndpoint('homework.file', `GET ${HOMEWORK}/{id}/file`, {
  summary: 'The file of the song of an assignment',
  cost: 2,
  ...byId,
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
  summary: 'Send the verdict on a take to the teacher',
  ...byId,
  body: takeBody,
  bodyLimit: 1024 * 1024,
  errors: ['not_found', 'takes_not_shared'],
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
  summary: 'Comment on an assignment, at a bar if you like',
  cost: 2,
  ...byId,
  body: commentBody,
  answer: comment,
  errors: ['not_found', 'sharing_full'],
})

export const endHomework = defineEndpoint('homework.end', `DELETE ${HOMEWORK}/{id}`, {
  summary: 'Take back an assignment that you have given, with its takes and comments',
  ...byId,
})

const group = z.object({
  id: z.string(),
  name: z.string(),
  teacher: sharingPerson,
  members: z.array(sharingPerson),
})
export type StudyGroup = z.infer<typeof group>

/** @example const groups = await get(API).call(ownGroups) */
export const ownGroups = defineEndpoint('group.list', `GET ${GROUPS}/`, {
  summary: 'Groups that you teach, and groups that you are in',
  answer: z.object({ items: z.array(group) }),
})

export const saveGroup = defineEndpoint('group.save', `PUT ${GROUPS}/{id}`, {
  summary: 'Make a group, or change its name and members; who has left is not added again',
  cost: 5,
  ...byId,
  body: z.strictObject({
    name: text(1, 60),
    members: z.array(userId).check(z.maxLength(HOMEWORK_LIMITS.students)),
  }),
  answer: group,
  errors: ['not_found', 'sharing_full'],
})

export const endGroup = defineEndpoint('group.end', `DELETE ${GROUPS}/{id}`, {
  summary: 'Delete a group that you teach; what was given to it stays',
  ...byId,
})

export const leaveGroup = defineEndpoint('group.leave', `POST ${GROUPS}/{id}/leave`, {
  summary: 'Leave a group, and all that was given to you through it',
  ...byId,
})
