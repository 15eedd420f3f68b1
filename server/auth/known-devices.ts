// Browsers that have logged in to an account before. They have a limit of their own, so that a stranger's attempts
// cannot lock the owner out (OWASP, "Slow down online guessing attacks with device cookies"). The cookie proves
// nothing else.
import { and, eq } from 'drizzle-orm'
import { addRows, findRow, ofTenant } from '../database/queries.js'
import { knownDevices, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { foldEmail } from '../users/accounts.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'

export const DEVICE_SECONDS = 365 * 24 * 60 * 60

const nameOf = (tenant: string) => `${tenant}Device`

export function deviceIn(cookies: string, tenant: string): string | undefined {
  const start = `${nameOf(tenant)}=`
  const value = cookies
    .split(/;\s*/)
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

export function deviceCookie(tenant: string, secret: string): string {
  const kept = `Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict`
  return `${nameOf(tenant)}=${secret}; Path=/presence/api/v1/auth/; ${kept}`
}

export async function isKnownDevice(scope: Scope, secret: string, email: string): Promise<boolean> {
  const isIt = and(eq(knownDevices.hash, hashOf(secret)), eq(users.emailFolded, foldEmail(email)))
  const rows = await scope.sql
    .select({ id: users.id })
    .from(knownDevices)
    .innerJoin(users, and(eq(users.tenant, knownDevices.tenant), eq(users.id, knownDevices.userId)))
    .where(ofTenant(scope, knownDevices, isIt))
  return rows.length > 0
}

/** A `present` secret that we have not made is replaced: anyone who put it there would know it. @returns the cookie's secret */
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
