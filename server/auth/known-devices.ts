// Browsers that have logged in to an account before. They have a limit of their own, so that a stranger's attempts
// cannot lock the owner out (OWASP, "Slow down online guessing attacks with device cookies"). The cookie proves
// nothing else.
import { and, eq, lt } from 'drizzle-orm'
import { deleteRows, findRows, ofTenant, olderThan } from '../database/queries.js'
import { knownDevices, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { foldEmail } from '../users/accounts.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'

const DAY_SECONDS = 24 * 60 * 60
const KEPT_DAYS = 365

const nameOf = (tenant: string) => `${tenant}Device`

export function deviceIn(cookies: string, tenant: string): string | undefined {
  const start = `${nameOf(tenant)}=`
  const value = cookies
    .split(/;\s*/)
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** A Set-Cookie value that only logins get to see. */
export function deviceCookie(tenant: string, secret: string): string {
  const age = KEPT_DAYS * DAY_SECONDS
  return `${nameOf(tenant)}=${secret}; Path=/presence/api/v1/auth/; Max-Age=${age}; HttpOnly; SameSite=Strict`
}

export async function isKnownDevice(scope: Scope, secret: string, email: string): Promise<boolean> {
  const rows = await scope.sql
    .select({ id: users.id })
    .from(knownDevices)
    .innerJoin(users, and(eq(users.tenant, knownDevices.tenant), eq(users.id, knownDevices.userId)))
    .where(
      and(
        ofTenant(scope, knownDevices, eq(knownDevices.hash, hashOf(secret))),
        eq(users.emailFolded, foldEmail(email)),
      ),
    )
  return rows.length > 0
}

/** A `present` secret that we have not made is replaced: whoever put it there would know it. @returns the cookie's secret */
export async function rememberDevice(
  scope: Scope,
  userId: string,
  present: string | undefined,
  now: number,
): Promise<string> {
  const secret = present !== undefined && (await isOurs(scope, present)) ? present : newSecret()
  const seenAt = new Date(now)
  await scope.sql
    .insert(knownDevices)
    .values({ tenant: scope.tenant, userId, hash: hashOf(secret), seenAt })
    .onConflictDoUpdate({
      target: [knownDevices.tenant, knownDevices.hash, knownDevices.userId],
      set: { seenAt },
    })
  return secret
}

async function isOurs(scope: Scope, secret: string): Promise<boolean> {
  return (await findRows(scope, knownDevices, eq(knownDevices.hash, hashOf(secret)))).length > 0
}

const keptSince = (now: number) => now - KEPT_DAYS * DAY_SECONDS * 1000

export const oldDevices = (now: number) => olderThan(knownDevices.seenAt, keptSince(now))

export async function deleteOldDevices(scope: Scope, now: number): Promise<void> {
  await deleteRows(scope, knownDevices, lt(knownDevices.seenAt, new Date(keptSince(now))))
}
