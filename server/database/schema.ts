// Table definitions for Drizzle. Migrations create the tables, with keys and constraints; a test compares the
// two.
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Level } from '../../src/core/contract/claims.js'
import type { HomeworkResult, HomeworkState, Inviters, ListedSong } from '../../src/core/contract/homework.js'
import type { LibraryField } from '../../src/core/contract/library.js'
import type { Audience, ReportReason, ShareKind } from '../../src/core/contract/sharing.js'
import type { Registration, TenantCard } from '../../src/core/contract/tenant.js'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

function ofTenant<N extends string, C extends Record<string, PgColumnBuilderBase>>(name: N, columns: C) {
  return pgTable(name, { tenant: text('tenant').notNull(), ...columns })
}

export const tenants = pgTable('tenants', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  accent: text('accent').notNull(),
  languages: text('languages').array().notNull(),
  hosts: text('hosts').array().notNull().default([]),
  origins: text('origins').array().notNull().default([]),
  providers: jsonb('providers').$type<TenantCard['providers']>().notNull().default([]),
  songHosts: text('song_hosts').array().notNull().default([]),
  registration: text('registration').$type<Registration>().notNull().default('open'),
  mailDomains: text('mail_domains').array().notNull().default([]),
  plan: text('plan').$type<Level>().notNull().default('free'),
  quota: bigint('quota', { mode: 'number' }),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const users = ofTenant('users', {
  id: uuid('id').notNull().defaultRandom(),
  email: text('email').notNull(),
  emailFolded: text('email_folded').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash'),
  emailVerifiedAt: at('email_verified_at'),
  roles: text('roles').array().notNull().default([]),
  features: text('features').array().notNull().default([]),
  demo: boolean('demo').notNull().default(false),
  suspendedAt: at('suspended_at'),
  exportingUntil: at('exporting_until'),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const sessions = ofTenant('sessions', {
  id: uuid('id').notNull().defaultRandom(),
  userId: uuid('user_id').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  endedAt: at('ended_at'),
  endedBy: text('ended_by'),
  /** English description of the device, such as `Firefox on Linux`. */
  device: text('device').notNull().default(''),
  /** Network of the login, such as `203.0.113.0/24`. Deleted when the session ends. */
  network: text('network'),
  /** Hash of user, device and network. It shows whether the user has logged in from this origin before. */
  place: text('place'),
  seenAt: at('seen_at'),
  secondFactorAt: at('second_factor_at'),
})

export const refreshTokens = ofTenant('refresh_tokens', {
  hash: text('hash').notNull(),
  sessionId: uuid('session_id').notNull(),
  createdAt: at('created_at').notNull(),
  usedAt: at('used_at'),
  sealedSuccessor: text('sealed_successor'),
})

export const rateLimits = ofTenant('rate_limits', {
  bucket: text('bucket').notNull(),
  windowBegan: at('window_began').notNull().defaultNow(),
  count: integer('count').notNull(),
  endsAt: at('ends_at').notNull().defaultNow(),
})

export const registrations = ofTenant('registrations', {
  id: uuid('id').notNull(),
  email: text('email').notNull(),
  emailFolded: text('email_folded').notNull(),
  name: text('name').notNull(),
  language: text('language'),
  passwordHash: text('password_hash').notNull(),
  cookieHash: text('cookie_hash'),
  hash: text('hash'),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
})

export const knownDevices = ofTenant('known_devices', {
  userId: uuid('user_id').notNull(),
  hash: text('hash').notNull(),
  seenAt: at('seen_at').notNull(),
})

export const totpSecrets = ofTenant('totp_secrets', {
  userId: uuid('user_id').notNull(),
  sealed: text('sealed').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: at('created_at').notNull(),
})

export const passkeys = ofTenant('passkeys', {
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  /** `credentialId` and `publicKey` are base64url. */
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  createdAt: at('created_at').notNull(),
  usedAt: at('used_at'),
})

export const recoveryCodes = ofTenant('recovery_codes', {
  userId: uuid('user_id').notNull(),
  hash: text('hash').notNull(),
})

export const factorChallenges = ofTenant('factor_challenges', {
  hash: text('hash').notNull(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose').$type<'login' | 'confirm' | 'totp' | 'passkey'>().notNull(),
  sessionId: uuid('session_id'),
  print: text('print').notNull(),
  details: jsonb('details').$type<Readonly<Record<string, string>>>().notNull().default({}),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: at('expires_at').notNull(),
})

export const profiles = ofTenant('profiles', {
  userId: uuid('user_id').notNull(),
  handle: text('handle').notNull(),
  bio: text('bio').notNull().default(''),
  instruments: text('instruments').array().notNull().default([]),
  favouriteTuningId: integer('favourite_tuning_id'),
  public: boolean('public').notNull().default(false),
  language: text('language'),
  /** Who may assign homework to the user. */
  inviters: text('inviters').$type<Inviters>().notNull().default('following'),
  homeworkMail: boolean('homework_mail').notNull().default(true),
})

export const avatars = ofTenant('avatars', {
  userId: uuid('user_id').notNull(),
  version: text('version').notNull(),
  picture: text('picture').notNull(),
})

export const userWords = ofTenant('user_words', {
  word: text('word').notNull(),
  userId: uuid('user_id').notNull(),
  public: boolean('public').notNull(),
  /** All of the user's search words, each preceded by a space. */
  words: text('words').notNull(),
})

export const links = ofTenant('links', {
  fromId: uuid('from_id').notNull(),
  kind: text('kind').$type<'follow' | 'block'>().notNull(),
  toId: uuid('to_id').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const auditLog = ofTenant('audit_log', {
  id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  at: at('at').notNull().defaultNow(),
  actor: uuid('actor'),
  action: text('action').notNull(),
  subject: text('subject'),
  details: jsonb('details').$type<Record<string, string | number | boolean>>().notNull().default({}),
})

export const linkTokens = ofTenant('link_tokens', {
  id: uuid('id').notNull().defaultRandom(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose').$type<'reset' | 'change-email'>().notNull(),
  emailFolded: text('email_folded').notNull(),
  payload: jsonb('payload').$type<Record<string, string>>().notNull().default({}),
  hash: text('hash'),
  expiresAt: at('expires_at').notNull(),
})

export const mailOutbox = ofTenant('mail_outbox', {
  id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  content: jsonb('content').notNull(),
  attempts: integer('attempts').notNull().default(0),
  dueAt: at('due_at'),
})

export const billingCustomers = ofTenant('billing_customers', {
  userId: uuid('user_id').notNull(),
  customerId: text('customer_id').notNull(),
  provider: text('provider').$type<'stripe' | 'test'>().notNull(),
  readings: bigint('readings', { mode: 'number' }).notNull().default(0),
})

export const subscriptions = ofTenant('subscriptions', {
  id: text('id').notNull(),
  userId: uuid('user_id').notNull(),
  status: text('status').notNull(),
  prices: jsonb('prices').$type<Readonly<Record<string, string>>>().notNull(),
  features: text('features').array().notNull(),
  renewsAt: at('renews_at'),
  endsAt: at('ends_at'),
  validUntil: at('valid_until'),
  asOf: bigint('as_of', { mode: 'number' }).notNull(),
})

export const billingEvents = ofTenant('billing_events', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  receivedAt: at('received_at').notNull(),
  appliedAt: at('applied_at'),
})

export const customersToDelete = ofTenant('billing_farewells', {
  customerId: text('customer_id').notNull(),
})

export const externalProviders = ofTenant('external_providers', {
  provider: text('provider').notNull(),
  issuer: text('issuer').notNull(),
  clientSecret: text('client_secret'),
  redirectUris: text('redirect_uris').array().notNull(),
  origins: text('origins').array().notNull(),
})

export const identities = ofTenant('identities', {
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  userId: uuid('user_id').notNull(),
  provider: text('provider').notNull(),
  createdAt: at('created_at').notNull(),
})

export const spentNonces = ofTenant('spent_nonces', {
  hash: text('hash').notNull(),
  spentAt: at('spent_at').notNull(),
})

export const libraries = ofTenant('libraries', {
  userId: uuid('user_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  tip: text('tip'),
  songs: integer('songs').notNull().default(0),
  records: integer('records').notNull().default(0),
  files: integer('files').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
})

export const libraryRecords = ofTenant('library_records', {
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  id: text('id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  fields: jsonb('fields').$type<Record<string, LibraryField>>().notNull(),
  size: integer('size').notNull(),
  file: text('file'),
  removedAt: at('removed_at'),
})

export const libraryWrites = ofTenant('library_writes', {
  userId: uuid('user_id').notNull(),
  key: text('key').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  at: at('at').notNull(),
})

export const libraryBlobs = ofTenant('library_blobs', {
  userId: uuid('user_id').notNull(),
  hash: text('hash').notNull(),
  size: integer('size').notNull(),
  received: integer('received').notNull(),
  bytes: bytea('bytes').notNull(),
  touchedAt: at('touched_at'),
})

export const libraryChunks = ofTenant('library_chunks', {
  userId: uuid('user_id').notNull(),
  hash: text('hash').notNull(),
  start: integer('start').notNull(),
  bytes: bytea('bytes').notNull(),
})

export const plugins = ofTenant('plugins', {
  id: text('id').notNull(),
  hash: text('hash').notNull(),
  origin: text('origin').notNull(),
  package: text('package'),
  version: text('version'),
  feature: text('feature'),
  runs: text('runs').$type<'page' | 'apart'>().notNull().default('apart'),
  addedAt: at('added_at').notNull(),
})

export const pluginFiles = ofTenant('plugin_files', {
  pluginId: text('plugin_id').notNull(),
  path: text('path').notNull(),
  bytes: bytea('bytes').notNull(),
})

export const pluginImports = ofTenant('plugin_imports', {
  importedAt: at('imported_at').notNull(),
})

export const shares = ofTenant('shares', {
  id: uuid('id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind').$type<ShareKind>().notNull(),
  recordId: text('record_id').notNull(),
  audience: text('audience').$type<Audience>().notNull(),
  sharedAt: at('shared_at').notNull(),
  removedAt: at('removed_at'),
})

export type ShareRow = typeof shares.$inferSelect

export const sharePeople = ofTenant('share_people', {
  shareId: uuid('share_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Time of sharing, copied here so that feeds can be sorted by it. */
  sharedAt: at('shared_at').notNull().defaultNow(),
})

export const shareLinks = ofTenant('share_links', {
  id: uuid('id').notNull(),
  shareId: uuid('share_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  viewsLeft: integer('views_left'),
})

export const shareReports = ofTenant('share_reports', {
  id: uuid('id').notNull(),
  /** The reported share; null if `assignmentId` is set. */
  shareId: uuid('share_id'),
  assignmentId: uuid('assignment_id'),
  reporterId: uuid('reporter_id'),
  reason: text('reason').$type<ReportReason>().notNull(),
  note: text('note').notNull(),
  at: at('at').notNull(),
  closedAt: at('closed_at'),
})

export const studyGroups = ofTenant('study_groups', {
  id: uuid('id').notNull(),
  teacherId: uuid('teacher_id').notNull(),
  name: text('name').notNull(),
  createdAt: at('created_at').notNull(),
  joinCode: text('join_code'),
  joinCodeEndsAt: at('join_code_ends_at'),
})

export const groupMembers = ofTenant('group_members', {
  groupId: uuid('group_id').notNull(),
  userId: uuid('user_id').notNull(),
  leftAt: at('left_at'),
  /** Whether the member joined with a code or through an import, rather than being added by the teacher. */
  enrolled: boolean('enrolled').notNull().default(false),
})

export const assignments = ofTenant('assignments', {
  id: uuid('id').notNull(),
  teacherId: uuid('teacher_id').notNull(),
  groupId: uuid('group_id'),
  recordId: text('record_id').notNull(),
  title: text('title').notNull(),
  fromBar: integer('from_bar'),
  toBar: integer('to_bar'),
  tempo: integer('tempo').notNull(),
  looping: boolean('looping').notNull(),
  note: text('note').notNull(),
  givenAt: at('given_at').notNull(),
  due: date('due', { mode: 'string' }),
  track: integer('track'),
  trackName: text('track_name'),
  /** Songs of a setlist. `recordId` is the first song. */
  setlist: jsonb('setlist').$type<readonly ListedSong[]>().notNull().default([]),
  /** Time of withdrawal. The row is kept until the students have seen it and open reports are closed. */
  endedAt: at('ended_at'),
})

export const assignmentStudents = ofTenant('assignment_students', {
  assignmentId: uuid('assignment_id').notNull(),
  userId: uuid('user_id').notNull(),
  state: text('state').$type<HomeworkState>().notNull(),
  sendsTakes: boolean('sends_takes').notNull(),
  /** Time of assignment, copied here so that lists can be sorted by it. */
  givenAt: at('given_at').notNull().defaultNow(),
  takes: integer('takes').notNull().default(0),
  /** Best accuracy of a complete take, 0–1. */
  best: doublePrecision('best'),
  lastTakeAt: at('last_take_at'),
  newForStudent: boolean('new_for_student').notNull().default(false),
  newForTeacher: boolean('new_for_teacher').notNull().default(false),
})

export const assignmentTakes = ofTenant('assignment_takes', {
  assignmentId: uuid('assignment_id').notNull(),
  userId: uuid('user_id').notNull(),
  id: text('id').notNull(),
  rowId: uuid('row_id').notNull().defaultRandom(),
  at: at('at').notNull(),
  result: jsonb('result').$type<HomeworkResult>().notNull(),
  /** Base64-encoded MIDI file. */
  midi: text('midi'),
})

export const assignmentComments = ofTenant('assignment_comments', {
  id: uuid('id').notNull(),
  assignmentId: uuid('assignment_id').notNull(),
  studentId: uuid('student_id').notNull(),
  authorId: uuid('author_id').notNull(),
  bar: integer('bar'),
  text: text('text').notNull(),
  at: at('at').notNull(),
})
