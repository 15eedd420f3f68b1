// Registrations that wait for their confirmation. Everyone who registers an address has one of their own: none decides
// about another, and the account takes the password that is chosen when a link from the mailbox is opened.
import { randomUUID } from 'node:crypto'
import { desc, eq, gt, isNotNull, lte, ne, type SQL } from 'drizzle-orm'
import { changeRows, deleteRows, findRow, ofTenant, olderThan } from '../database/queries.js'
import { registrations } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { foldEmail } from '../users/accounts.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'

const REGISTRATION_MS = 24 * 60 * 60 * 1000

export type Registration = typeof registrations.$inferSelect

type NewRegistration = Pick<Registration, 'email' | 'name' | 'language' | 'passwordHash'> &
  Partial<Pick<Registration, 'createdAt'>>

/** Another link of an earlier registration keeps its `createdAt`, see `registrationForLogin`. @returns the id */
export async function addRegistration(scope: Scope, entered: NewRegistration, now: number): Promise<string> {
  const id = randomUUID()
  const { email, name, language, passwordHash, createdAt = new Date(now) } = entered
  await scope.sql.insert(registrations).values({
    tenant: scope.tenant,
    id,
    email,
    emailFolded: foldEmail(email),
    name,
    language,
    passwordHash,
    createdAt,
    expiresAt: new Date(now + REGISTRATION_MS),
  })
  return id
}

const isValid = (now: number) => gt(registrations.expiresAt, new Date(now))

export function lastRegistration(scope: Scope, email: string, now: number) {
  return lastOf(scope, email, isValid(now))
}

/**
 * The one whose password a login is answered with, whether or not the address has an account by now. How long it counts
 * depends on nothing but the moment of registering: links are sent, and sent again, only where there is no account, so
 * what they prolong would reveal that.
 */
export function registrationForLogin(scope: Scope, email: string, now: number) {
  return lastOf(scope, email, gt(registrations.createdAt, new Date(now - REGISTRATION_MS)))
}

async function lastOf(scope: Scope, email: string, isWanted: SQL): Promise<Registration | undefined> {
  const [row] = await scope.sql
    .select()
    .from(registrations)
    .where(ofTenant(scope, registrations, eq(registrations.emailFolded, foldEmail(email)), isWanted))
    .orderBy(desc(registrations.createdAt))
    .limit(1)
  return row
}

export async function registrationById(
  scope: Scope,
  id: string | undefined,
): Promise<Registration | undefined> {
  if (id === undefined) return undefined
  const row = await findRow(scope, registrations, eq(registrations.id, id))
  return row
}

/** Creates the token of a registration's link, whose lifetime starts now. @returns `undefined` if it is gone. */
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

/** More than one person and a few double clicks enter. */
const MAX_COMPARED = 10

/** The registrations of an address that may belong to the one who confirms `first`: that one, then the others, newest first. */
export async function registrationsLike(
  scope: Scope,
  first: Registration,
  now: number,
): Promise<readonly Registration[]> {
  const others = await scope.sql
    .select()
    .from(registrations)
    .where(
      ofTenant(
        scope,
        registrations,
        eq(registrations.emailFolded, first.emailFolded),
        ne(registrations.id, first.id),
        isValid(now),
      ),
    )
    .orderBy(desc(registrations.createdAt))
    .limit(MAX_COMPARED - 1)
  return [first, ...others]
}

/**
 * Revokes the links of all registrations of the address. Those of others still answer logins, or they would learn when the
 * mailbox was read. Of twenty simultaneous confirmations, one succeeds. @param own the one with the account's password
 */
export async function takeRegistration(
  scope: Scope,
  { id, emailFolded }: Registration,
  own: Registration | undefined,
): Promise<boolean> {
  const taken = await scope.sql
    .update(registrations)
    .set({ hash: null })
    .where(
      ofTenant(
        scope,
        registrations,
        eq(registrations.emailFolded, emailFolded),
        isNotNull(registrations.hash),
      ),
    )
    .returning({ id: registrations.id })
  if (own) {
    // With the copies that were made to send its link again.
    const copies = [
      eq(registrations.emailFolded, emailFolded),
      eq(registrations.passwordHash, own.passwordHash),
    ]
    await deleteRows(scope, registrations, ...copies)
  }
  return taken.some(row => row.id === id)
}

export const expiredRegistrations = (now: number) => olderThan(registrations.expiresAt, now)

export async function deleteExpiredRegistrations(scope: Scope, now: number): Promise<void> {
  await deleteRows(scope, registrations, lte(registrations.expiresAt, new Date(now)))
}
