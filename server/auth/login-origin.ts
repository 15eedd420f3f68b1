// Device type and network of a session. Users get an email after a login from a new device or network.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { audit } from '../admin/audit-log.js'
import { sessions } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { queueMail } from '../mail/queue.js'
import type { ProviderId } from '../tenants/external-providers.js'
import type { Tenant } from '../tenants/tenants.js'
import { networkOf } from './networks.js'
import { createSession, type User } from './sessions.js'

export interface Caller {
  readonly tenant: Tenant
  readonly address: string
  readonly agent: string
  readonly proof: 'password' | ProviderId
  readonly secondFactor?: 'totp' | 'passkey' | 'recovery'
}

/**
 * Browsers in order of precedence: the user agents of Edge and Opera include "Chrome", and Chrome's includes
 * "Safari".
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/^(?=.*Version\/\d).*Safari\//, 'Safari'],
  [/^fretwork/i, 'Fretwork'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Starts a session. Emails the owner if the account has logged in before, but never from this origin. */
export async function startSession(scope: Scope, user: User, caller: Caller, now: number) {
  const origin = originOf(user.id, caller)
  const mine = sql`FROM ${sessions} WHERE tenant = ${scope.tenant} AND user_id = ${user.id}`
  const { rows } = await scope.sql.execute<{ any: boolean; here: boolean }>(sql`
    SELECT EXISTS (SELECT 1 ${mine} AND place IS NOT NULL) AS any,
      EXISTS (SELECT 1 ${mine} AND place = ${origin.place}) AS here`)
  const before = rows[0]
  if (before?.any && !before.here) {
    const values = { name: user.name, device: origin.device || '?' }
    await queueMail(scope, caller.tenant, user, 'new-place', { values, time: now })
  }
  const { proof, secondFactor } = caller
  const details = { proof, ...(secondFactor && { secondFactor }), device: origin.device }
  const [begun] = await Promise.all([
    createSession(scope, user.id, now, origin, secondFactor !== undefined),
    audit(scope, { actor: user.id, action: 'session.begun', subject: user.id, details }),
  ])
  return begun
}

function originOf(userId: string, { address, agent }: Caller) {
  const device = deviceOf(agent)
  const network = networkOf(address)
  // The hash includes the user ID, so that users at the same origin get different hashes.
  const place = createHash('sha256')
    .update(JSON.stringify([userId, device, network]))
    .digest('base64url')
  return { device, network, place }
}

/** Maximum number of characters parsed. Browsers send about 200 characters at most. */
const MAX_AGENT = 256

/** @example deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0') // 'Firefox on Linux' */
export function deviceOf(agent: string): string {
  const beginning = agent.slice(0, MAX_AGENT)
  const of = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(beginning))?.[1]
  const browser = of(BROWSERS)
  const system = of(SYSTEMS)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}
