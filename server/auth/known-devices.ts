// Browsers that have logged in to an account before. They have a separate rate limit, so that a stranger's
// attempts can't lock out the owner (OWASP, "Slow down online guessing attacks with device cookies"). The
// cookie has no other effect.
import { and, eq } from 'drizzle-orm'
import { addRows, findRow, ofTenant } from '../database/queries.js'
import { knownDevices, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { foldEmail } from '../users/accounts.js'
import { hashOf, newRefreshToken as newSecret, secretCookie, secretIn } from './secrets.js'

export const DEVICE_SECONDS = 365 * 24 * 60 * 60

const cookieName = (tenant: string) => `${tenant}Device`

export const deviceIn = (cookies: string, tenant: string) => secretIn(cookies, cookieName(tenant))

export const deviceCookie = (tenant: string, secret: string) =>
  secretCookie(cookieName(tenant), secret, DEVICE_SECONDS)

export async function isKnownDevice(scope: Scope, secret: string, email: string): Promise<boolean> {
  const isIt = and(eq(knownDevices.hash, hashOf(secret)), eq(users.emailFolded, foldEmail(email)))
  const rows = await scope.sql
    .select({ id: users.id })
    .from(knownDevices)
    .innerJoin(users, and(eq(users.tenant, knownDevices.tenant), eq(users.id, knownDevices.userId)))
    .where(ofTenant(scope, knownDevices, isIt))
  return rows.length > 0
}

/**
 * Returns the secret for the device cookie. A `present` secret that this server did not issue is replaced,
 * because a stranger may have set it.
 */
export async function rememberDevice(
  scope: Scope,
  userId: string,
  present: string | undefined,
  now: number,
): Promise<string> {
  const isOurs =
    present !== undefined && (await findRow(scope, knownDevices, eq(knownDevices.hash, hashOf(present))))
  const secret = isOurs ? present : newSecret()
  const device = { userId, hash: hashOf(secret), seenAt: new Date(now) }
  const target = [knownDevices.tenant, knownDevices.hash, knownDevices.userId]
  await addRows(scope, knownDevices, device).onConflictDoUpdate({ target, set: device })
  return secret
}
