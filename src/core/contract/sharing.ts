import * as z from 'zod/mini'
import { ADMIN_ROLE } from './claims.js'
import { defineEndpoint, fileHash, linkToken, pageCursor, text, userId } from './endpoint.js'

const SHARE = '/presence/api/v1/share'
const LINK = '/presence/api/v1/shared'
const REPORTS = '/presence/api/v1/admin/reports'

export const SHARE_LIMITS = {
  shares: 1000,
  people: 100,
  links: 10,
  days: 365,
  views: 10_000,
  page: 30,
} as const

export const SHARE_KINDS = ['song', 'tuning', 'shape', 'setlist'] as const
const kind = z.enum(SHARE_KINDS)
export type ShareKind = z.infer<typeof kind>

const audience = z.enum(['private', 'people', 'public'])
export type Audience = z.infer<typeof audience>

export const sharingPerson = z.object({ id: z.string(), name: z.string(), handle: z.string() })
export type SharingPerson = z.infer<typeof sharingPerson>

const shared = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  by: sharingPerson,
  sharedAt: z.string(),
  version: z.number(),
})
export type Shared = z.infer<typeof shared>

const link = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  viewsLeft: z.nullable(z.number()),
})
export type ShareLink = z.infer<typeof link>

const ownShare = z.object({
  id: z.string(),
  kind,
  record: z.string(),
  title: z.string(),
  audience,
  people: z.array(sharingPerson),
  links: z.array(link),
  sharedAt: z.string(),
  removed: z.boolean(),
})
export type OwnShare = z.infer<typeof ownShare>

const sharedSong = z.object({
  id: z.string(),
  title: z.string(),
  file: z.string(),
  size: z.number(),
  hash: z.string(),
})
export type SharedSong = z.infer<typeof sharedSong>

const content = z.extend(shared, { fields: z.record(z.string(), z.unknown()), songs: z.array(sharedSong) })
export type SharedContent = z.infer<typeof content>

/** File content, base64-encoded. */
const file = z.object({ bytes: z.string() })
const byId = { params: z.strictObject({ id: userId }), errors: ['not_found'] } as const
const feedPage = z.object({ items: z.array(shared), next: z.optional(z.string()) })
const page = z.strictObject({ cursor: pageCursor })

export const ownShares = defineEndpoint('share.mine', `GET ${SHARE}/mine`, {
  summary: 'List your shares with their audience and links, newest first',
  query: z.extend(page, { kind: z.optional(kind), record: z.optional(text(1, 200)) }),
  answer: z.object({ items: z.array(ownShare), next: z.optional(z.string()) }),
})

const shareBody = z.strictObject({
  kind,
  record: text(1, 200),
  audience,
  people: z.array(userId).check(z.maxLength(SHARE_LIMITS.people)),
})
export type ShareBody = z.infer<typeof shareBody>

export const setShare = defineEndpoint('share.set', `POST ${SHARE}/`, {
  summary: 'Share a song, tuning, shape or setlist from your library, or change its audience',
  cost: 5,
  body: shareBody,
  answer: ownShare,
  errors: ['not_synced', 'not_found', 'share_removed', 'sharing_full'],
})

export const endShare = defineEndpoint('share.end', `DELETE ${SHARE}/{id}`, {
  summary: 'Stop sharing an item and revoke its links',
  ...byId,
  errors: ['not_found', 'share_removed'],
})

export const sharedBy = defineEndpoint('share.by', `GET ${SHARE}/by/{id}`, {
  summary: 'List items that a user shares with you or with everyone, newest first',
  ...byId,
  query: page,
  answer: feedPage,
})

export const shareFeed = defineEndpoint('share.feed', `GET ${SHARE}/feed`, {
  summary: 'List items shared with you and by people you follow, newest first',
  query: page,
  answer: feedPage,
})

export const openShare = defineEndpoint('share.open', `GET ${SHARE}/{id}`, {
  summary: 'Get an item shared with you',
  ...byId,
  answer: content,
})

export const shareFile = defineEndpoint('share.file', `GET ${SHARE}/{id}/files/{hash}`, {
  summary: 'Download the file of a song shared with you',
  cost: 2,
  params: z.strictObject({ id: userId, hash: fileHash }),
  answer: file,
  errors: ['not_found'],
})

export const addShareLink = defineEndpoint('share.add-link', `POST ${SHARE}/{id}/links`, {
  summary: 'Create a link to a shared item for people without an account',
  cost: 5,
  ...byId,
  body: z.strictObject({
    days: z.int().check(z.minimum(1), z.maximum(SHARE_LIMITS.days)),
    views: z.optional(z.int().check(z.minimum(1), z.maximum(SHARE_LIMITS.views))),
  }),
  /** The token is returned only once, when the link is created. */
  answer: z.extend(link, { token: z.string() }),
  errors: ['not_found', 'share_removed', 'sharing_full'],
})

export const endShareLink = defineEndpoint('share.end-link', `DELETE ${SHARE}/{id}/links/{link}`, {
  summary: 'Revoke a link',
  params: z.strictObject({ id: userId, link: userId }),
  errors: ['not_found'],
})

export const REPORT_REASONS = ['copyright', 'offensive', 'spam', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const reportBody = z.strictObject({ reason: z.enum(REPORT_REASONS), note: text(0, 1000) })
export type ReportBody = z.infer<typeof reportBody>

export const reportShare = defineEndpoint('share.report', `POST ${SHARE}/{id}/reports`, {
  summary: 'Report an item shared with you to the administrators',
  cost: 5,
  ...byId,
  body: reportBody,
})

const byToken = { auth: 'none', params: z.strictObject({ token: linkToken }) } as const

export const openLink = defineEndpoint('shared.open', `POST ${LINK}/{token}`, {
  summary: 'Open a share link without an account (counts as a view)',
  ...byToken,
  answer: z.extend(content, { public: z.boolean() }),
  errors: ['not_found', 'rate_limited'],
})

export const linkFile = defineEndpoint('shared.file', `GET ${LINK}/{token}/files/{hash}`, {
  // Not counted as a view, because only users who have opened the link know the hash.
  summary: 'Download the file of a song behind a share link',
  auth: 'none',
  params: z.strictObject({ token: linkToken, hash: fileHash }),
  answer: file,
  errors: ['not_found', 'rate_limited'],
})

export const reportLink = defineEndpoint('shared.report', `POST ${LINK}/{token}/reports`, {
  summary: 'Report the item behind a share link, without an account',
  ...byToken,
  body: reportBody,
  errors: ['not_found', 'rate_limited'],
})

const report = z.object({
  id: z.string(),
  at: z.string(),
  reason: z.enum(REPORT_REASONS),
  note: z.string(),
  reporter: z.optional(sharingPerson),
  about: z.object({
    ...{ id: z.string(), kind: z.enum([...SHARE_KINDS, 'homework']), title: z.string(), by: sharingPerson },
    /** Teacher's note on an assignment. */
    text: z.optional(z.string()),
  }),
})
export type ShareReport = z.infer<typeof report>

const forAdmins = ['forbidden', 'second_factor_missing'] as const

export const shareReports = defineEndpoint('admin.reports', `GET ${REPORTS}`, {
  summary: `Open reports about shares and homework, the oldest first; needs ${ADMIN_ROLE}`,
  query: page,
  answer: z.object({ items: z.array(report), next: z.optional(z.string()) }),
  errors: [...forAdmins],
})

export const closeReport = defineEndpoint('admin.close-report', `POST ${REPORTS}/{id}`, {
  summary: 'Close the reports about an item: keep it, or remove it for everyone',
  ...byId,
  body: z.strictObject({ outcome: z.enum(['kept', 'removed']) }),
  errors: [...forAdmins, 'not_found'],
})
