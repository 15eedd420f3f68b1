// Unconfirmed registrations. Each has its own row and does not affect others for the same address. The
// account gets the registered password only if the link is opened in the registering browser.
import { randomUUID } from 'node:crypto'
import { desc, eq, gt, isNotNull, ne, type SQL } from 'drizzle-orm'
import { addRows, changeRows, deleteRows, findRow, findRows, ofTenant } from '../database/queries.js'
import { registrations } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import type { Tenant } from '../tenants/tenants.js'
import { foldEmail } from '../users/accounts.js'
import { hashOf, newRefreshToken as newSecret, secretCookie, secretIn } from './secrets.js'

const REGISTRATION_SECONDS = 24 * 60 * 60
const REGISTRATION_MS = REGISTRATION_SECONDS * 1000

export type Registration = typeof registrations.$inferSelect

const cookieName = (tenant: string) => `${tenant}Registration`

export const registrationCookieIn = (cookies: string, tenant: string) => secretIn(cookies, cookieName(tenant))

export const registrationCookie = (tenant: string, secret: string) =>
  secretCookie(cookieName(tenant), secret, REGISTRATION_SECONDS)

type NewRegistration = Pick<Registration, 'email' | 'name' | 'language' | 'passwordHash'> &
  Partial<Pick<Registration, 'cookieHash' | 'createdAt'>>

/**
 * Checks the tenant's registration rules, which don't apply to invited addresses.
 * @throws Problem `registration_closed`, `mail_domain_refused`
 */
export function checkMayRegister({ registration, mailDomains }: Tenant, email: string): void {
  if (registration === 'closed') throw new Problem('registration_closed')
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (mailDomains.length > 0 && !mailDomains.includes(domain)) throw new Problem('mail_domain_refused')
}

/**
 * A resent link keeps its registration's `createdAt`; see `registrationForLogin`.
 * @returns the registration's ID
 */
export async function addRegistration(scope: Scope, entered: NewRegistration, now: number): Promise<string> {
  const id = randomUUID()
  const { email, name, language, passwordHash, cookieHash, createdAt = new Date(now) } = entered
  const expiresAt = new Date(now + REGISTRATION_MS)
  const emailFolded = foldEmail(email)
  const row = { id, email, emailFolded, name, language, passwordHash, cookieHash, createdAt, expiresAt }
  await addRows(scope, registrations, row)
  return id
}

const isValid = (now: number) => gt(registrations.expiresAt, new Date(now))

export function lastRegistration(scope: Scope, email: string, now: number) {
  return lastOf(scope, email, isValid(now))
}

/**
 * Returns the registration even if the address has an account. Resending a link doesn't extend it, because
 * that would reveal the account.
 */
export function registrationForLogin(scope: Scope, email: string, now: number) {
  return lastOf(scope, email, gt(registrations.createdAt, new Date(now - REGISTRATION_MS)))
}

async function lastOf(scope: Scope, email: string, isWanted: SQL): Promise<Registration | undefined> {
  const all = findRows(scope, registrations, eq(registrations.emailFolded, foldEmail(email)), isWanted)
  return (await all.orderBy(desc(registrations.createdAt)).limit(1))[0]
}

export async function issueRegistrationToken(
  scope: Scope,
  id: string,
  now: number,
): Promise<string | undefined> {
  const token = newSecret()
  const change = { hash: hashOf(token), expiresAt: new Date(now + REGISTRATION_MS) }
  const changed = await changeRows(scope, registrations, change, eq(registrations.id, id), isValid(now))
  return changed === 1 ? token : undefined
}

export const findRegistration = (scope: Scope, token: string, now: number) =>
  findRow(scope, registrations, eq(registrations.hash, hashOf(token)), isValid(now))

/** Finds the registration for the same address that was made by the browser with this cookie secret. */
export const registrationWithCookie = (scope: Scope, first: Registration, secret: string, now: number) =>
  findRow(
    scope,
    registrations,
    eq(registrations.emailFolded, first.emailFolded),
    eq(registrations.cookieHash, hashOf(secret)),
    isValid(now),
  )

const MAX_COMPARED = 10

/**
 * Returns registrations that the confirming user may have made: `first`, then others for the address, newest
 * first.
 */
export async function registrationsLike(
  scope: Scope,
  first: Registration,
  now: number,
): Promise<readonly Registration[]> {
  const isLike = [eq(registrations.emailFolded, first.emailFolded), ne(registrations.id, first.id)]
  const others = findRows(scope, registrations, ...isLike, isValid(now))
  return [first, ...(await others.orderBy(desc(registrations.createdAt)).limit(MAX_COMPARED - 1))]
}

/**
 * Marks the address's registrations as confirmed. Other registrations are kept for logins, because removing
 * them would reveal the confirmation.
 * @param own registration with the account's password
 */
export async function takeRegistration(
  scope: Scope,
  { id, emailFolded }: Registration,
  own: Registration | undefined,
): Promise<boolean> {
  const isOfAddress = eq(registrations.emailFolded, emailFolded)
  const taken = await scope.sql
    .update(registrations)
    .set({ hash: null })
    .where(ofTenant(scope, registrations, isOfAddress, isNotNull(registrations.hash)))
    .returning({ id: registrations.id })
  if (own)
    await deleteRows(scope, registrations, isOfAddress, eq(registrations.passwordHash, own.passwordHash))
  return taken.some(row => row.id === id)
}
