import * as z from 'zod/mini'
import { authUser } from './auth.js'
import { LEVELS, ROLES } from './claims.js'
import { defineEndpoint, emailAddress, pageNumber, text, userId } from './endpoint.js'

const ADMIN = '/presence/api/v1/admin'

const pageSize = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))

export const adminUser = z.extend(authUser, {
  handle: z.string(),
  createdAt: z.string(),
  suspendedAt: z.optional(z.string()),
  sessions: z.number(),
  /** Library size and limit, bytes. */
  bytes: z.number(),
  byteLimit: z.number(),
})
export type AdminUser = z.infer<typeof adminUser>

const aboutUser = {
  params: z.strictObject({ id: userId }),
  answer: adminUser,
  errors: ['forbidden', 'second_factor_missing', 'not_found'],
} as const

const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.optional(z.string()),
  action: z.string(),
  subject: z.optional(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type AuditItem = z.infer<typeof auditEntry>

const auditPage = z.object({ items: z.array(auditEntry), total: z.number() })
export type AuditPage = z.infer<typeof auditPage>

const auditFilter = z.strictObject({
  user: z.optional(userId),
  /** Action prefix, such as `user.`. */
  action: z.optional(z.string().check(z.regex(/^[a-z.-]{1,60}$/))),
  page: z._default(pageNumber, 1),
  pageSize: z._default(pageSize, 50),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const adminSearch = defineEndpoint('admin.users', `POST ${ADMIN}/users/`, {
  summary: 'List users, optionally filtered by name, handle or email, newest first',
  body: z.strictObject({
    query: text(0, 254),
    suspended: z.optional(z.boolean()),
    role: z.optional(z.enum(ROLES)),
    page: z.int().check(z.minimum(1), z.maximum(10_000)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  answer: z.object({ items: z.array(adminUser), total: z.number() }),
  errors: ['forbidden', 'second_factor_missing'],
})

const importOutcome = z.object({
  /** New users who received an email with a link to set a password. */
  invited: z.number(),
  /** Users who already had an account. Only their groups and plans change. */
  present: z.number(),
  groups: z.number(),
})
export type ImportOutcome = z.infer<typeof importOutcome>

export const importUsers = defineEndpoint('admin.import', `POST ${ADMIN}/users/import`, {
  summary: 'Invite up to 200 people from CSV with the columns name, email, groups and plan',
  cost: 60,
  body: z.strictObject({
    /** CSV of users. Groups are separated by `|`. An empty plan keeps the current one. */
    csv: text(1, 50_000),
    /** The teacher who will own the groups. Default: the administrator. */
    teacher: z.optional(emailAddress),
  }),
  answer: importOutcome,
  errors: ['forbidden', 'second_factor_missing', 'import_invalid'],
})

export const adminUserById = defineEndpoint('admin.user', `GET ${ADMIN}/users/{id}`, {
  summary: 'Get a user’s details, for administrators',
  ...aboutUser,
})

export const suspendUser = defineEndpoint('admin.suspend', `POST ${ADMIN}/users/{id}/suspension`, {
  summary: 'Suspend a user: end all sessions and reject logins',
  ...aboutUser,
  errors: ['forbidden', 'second_factor_missing', 'not_found', 'last_admin'],
})

export const readmitUser = defineEndpoint('admin.readmit', `DELETE ${ADMIN}/users/{id}/suspension`, {
  summary: 'Lift a suspension',
  ...aboutUser,
})

export const endUserSessions = defineEndpoint('admin.end-sessions', `DELETE ${ADMIN}/users/{id}/sessions`, {
  summary: 'End all of a user’s sessions',
  ...aboutUser,
})

export const changePlan = defineEndpoint('admin.plan', `POST ${ADMIN}/users/{id}/plan`, {
  summary: 'Grant a user a plan, without payment',
  ...aboutUser,
  body: z.strictObject({ level: z.enum(LEVELS) }),
})

export const changeRoles = defineEndpoint('admin.roles', `POST ${ADMIN}/users/{id}/roles`, {
  dangerous: true,
  summary: 'Set a user’s roles',
  ...aboutUser,
  body: z.strictObject({ roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)) }),
  errors: ['forbidden', 'second_factor_missing', 'not_found', 'last_admin'],
})

export const exportUser = defineEndpoint<{ id: string }, undefined, undefined, Uint8Array>(
  'admin.export',
  `GET ${ADMIN}/users/{id}/export`,
  {
    cost: 60,
    dangerous: true,
    summary: 'Export everything stored about a user',
    params: aboutUser.params,
    media: 'application/x-ndjson',
    errors: [...aboutUser.errors, 'rate_limited'],
  },
)

export const deleteUser = defineEndpoint('admin.delete', `DELETE ${ADMIN}/users/{id}`, {
  dangerous: true,
  summary: 'Permanently delete another user’s account and all its data',
  params: aboutUser.params,
  status: 204,
  errors: [...aboutUser.errors, 'last_admin', 'self_deletion'],
})

export const adminAudit = defineEndpoint('admin.audit', `GET ${ADMIN}/audit/`, {
  summary: 'List audit log entries, newest first',
  query: auditFilter,
  answer: auditPage,
  errors: ['forbidden', 'second_factor_missing'],
})
