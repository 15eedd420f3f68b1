// Outbox: an email is stored in the transaction that causes it. After the commit, one of the servers sends
// it.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { addRows, changeRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import { mailOutbox, profiles } from '../database/schema.js'
import type { Scope, Sql } from '../database/transactions.js'
import type { Tenant } from '../tenants/tenants.js'
import type { Mail, MailLanguage, TemplateName } from './message.js'

/** Queued email. Its link token is created only when the email is sent. */
export type QueuedMail = Omit<Mail, 'tenant' | 'id'> & {
  readonly linkId?: string
  readonly registrationId?: string
}

/**
 * Request without a session. It is processed after the response, so that the response reveals no accounts.
 */
export interface SignUpRequest {
  readonly kind: 'register' | 'verification' | 'forgot'
  readonly email: string
  readonly from: string
  readonly registrationId?: string
}

export type OutboxContent = { readonly kind: 'mail'; readonly mail: QueuedMail } | SignUpRequest

export interface OutboxEntry {
  readonly id: number
  readonly attempts: number
  readonly content: OutboxContent
}

/**
 * How long a claim lasts, ms. Longer than any attempt. If a server crashes, another server takes over after
 * this time.
 */
const CLAIM_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** Minutes between attempts. The email is dropped after sixteen hours in total. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180, 300, 400]
/** Maximum number of attempts, including those cut short when a server stopped. */
export const MAX_ATTEMPTS = DELAYS_MINUTES.length + 1

/** An account, or else an address together with the language of the submitted form. */
export type Recipient = { readonly email: string } & (
  | { readonly id: string }
  | { readonly language: string | null }
)

export interface MailOptions {
  readonly to?: string
  readonly values?: Readonly<Record<string, string>>
  /** Time inserted for `{{time}}`, milliseconds since 1970. */
  readonly time?: number
  readonly linkId?: string
  readonly registrationId?: string
}

export async function queueMail(
  scope: Scope,
  tenant: Tenant,
  user: Recipient,
  template: TemplateName,
  { to = user.email, values = {}, time, ...link }: MailOptions = {},
): Promise<void> {
  const language = mailLanguage(await languageOf(scope, user), tenant)
  const { due = '' } = values
  const filled = {
    ...values,
    ...(due !== '' && { due: dayInMail(due, language) }),
    ...(time !== undefined && { time: timeInMail(time, language) }),
  }
  await put(scope, { kind: 'mail', mail: { to, language, template, values: filled, ...link } })
}

async function languageOf(scope: Scope, user: Recipient): Promise<string | null | undefined> {
  if ('language' in user) return user.language
  return (await findRow(scope, profiles, eq(profiles.userId, user.id)))?.language
}

/** Runs the same statement whether or not the account exists, so that timing reveals nothing. */
export async function queueRequest(scope: Scope, request: SignUpRequest): Promise<void> {
  await put(scope, request)
}

async function put(scope: Scope, content: OutboxContent): Promise<void> {
  await addRows(scope, mailOutbox, { kind: content.kind, content })
  scope.notify(content.kind === 'mail' ? 'mail' : 'request')
}

export interface TenantOutbox {
  readonly tenant: string
  readonly untried: number
  readonly tried: number
  readonly due: boolean
}

/**
 * Returns all outboxes with entries, oldest tenant first, in one round trip.
 * @param shared connection without a tenant
 */
export async function filledOutboxes(shared: Sql, now: number): Promise<TenantOutbox[]> {
  const { rows } = await shared.execute<TenantOutbox & Record<string, unknown>>(
    sql`SELECT * FROM outbox_of_tenants(${new Date(now).toISOString()}::timestamptz)`,
  )
  return rows
}

/** Claims the oldest due entry, so that no other server claims it for a while. */
export async function claimNext(scope: Scope, now: number): Promise<OutboxEntry | undefined> {
  const due = scope.sql
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(ofTenant(scope, mailOutbox, or(isNull(mailOutbox.dueAt), lte(mailOutbox.dueAt, new Date(now)))))
    .orderBy(mailOutbox.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await scope.sql
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, dueAt: new Date(now + CLAIM_MS) })
    .where(ofTenant(scope, mailOutbox, eq(mailOutbox.id, sql`(${due})`)))
    .returning()
  // Only `put` writes this column.
  return row && { id: row.id, attempts: row.attempts, content: row.content as OutboxContent }
}

const isClaim = ({ id, attempts }: OutboxEntry) =>
  and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts))

/**
 * Removes a finished entry.
 * @returns false if another server has claimed it; this attempt must have no effect then
 */
export async function finish(scope: Scope, entry: OutboxEntry): Promise<boolean> {
  return (await deleteRows(scope, mailOutbox, isClaim(entry))) === 1
}

export async function postpone(scope: Scope, entry: OutboxEntry, now: number): Promise<boolean> {
  const minutes = DELAYS_MINUTES[entry.attempts - 1]
  if (minutes === undefined) {
    await finish(scope, entry)
    return false
  }
  await changeRows(scope, mailOutbox, { dueAt: new Date(now + minutes * MINUTE_MS) }, isClaim(entry))
  return true
}

/**
 * Returns the profile's language, else the tenant's first language that has email templates, else English.
 */
export function mailLanguage(wanted: string | null | undefined, tenant: Tenant): MailLanguage {
  for (const language of [wanted, ...tenant.languages]) {
    const base = language?.split('-')[0]
    if (base === 'en' || base === 'de') return base
  }
  return 'en'
}

/** @example dayInMail('2026-12-04', 'en') // '4 December 2026' */
const dayInMail = (day: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/**
 * Formats a time in UTC, because the reader's time zone is unknown.
 * @example timeInMail(0, 'en') // '1 January 1970 at 00:00 UTC'
 */
export function timeInMail(at: number, language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
