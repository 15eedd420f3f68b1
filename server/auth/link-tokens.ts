// Single-use tokens for links emailed to accounts: 256 bits, stored as a hash. Registration links are in
// `registrations.ts`.

import { and, eq, gt } from 'drizzle-orm'
import { addRows, changeRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import { linkTokens, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'
import type { User } from './sessions.js'

export type LinkPurpose = 'reset' | 'change-email'

const HOUR_MS = 60 * 60 * 1000
export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: HOUR_MS,
  'change-email': 24 * HOUR_MS,
}
/** Lifetime of a `reset` link for invited people, who don't expect the email and need more time. */
const INVITATION_MS = 14 * 24 * HOUR_MS

interface NewLink {
  readonly userId: string
  readonly purpose: LinkPurpose
  readonly payload?: Readonly<Record<string, string>>
}

interface RedeemedLink {
  readonly user: User
  readonly purpose: LinkPurpose
  readonly payload: Readonly<Record<string, string>>
}

/** Maximum time until the link's email is sent. */
const PREPARED_MS = 24 * HOUR_MS

/**
 * Prepares a link without storing secrets in the outbox. Earlier links stay valid, so that a stranger's
 * request can't revoke them.
 */
export async function prepareLink(scope: Scope, link: NewLink, now: number): Promise<string> {
  const { userId, purpose, payload = {} } = link
  const user = await findRow(scope, users, eq(users.id, userId))
  if (!user) throw new Error('A link was prepared for a user who does not exist.')
  if (purpose === 'change-email') {
    await deleteRows(scope, linkTokens, eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose))
  }
  const id = crypto.randomUUID()
  const { emailFolded } = user
  const expiresAt = new Date(now + PREPARED_MS)
  await addRows(scope, linkTokens, { id, userId, purpose, emailFolded, payload: { ...payload }, expiresAt })
  return id
}

/**
 * Creates the token and starts its lifetime.
 * @returns `undefined` if the link was revoked; its email must not be sent then
 */
export async function issueToken(scope: Scope, linkId: string, now: number): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({
      purpose: linkTokens.purpose,
      payload: linkTokens.payload,
      goodFor: linkTokens.emailFolded,
      has: users.emailFolded,
    })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.tenant, linkTokens.tenant), eq(users.id, linkTokens.userId)))
    .where(ofTenant(scope, linkTokens, eq(linkTokens.id, linkId), gt(linkTokens.expiresAt, new Date(now))))
  if (!row || row.goodFor !== row.has) return undefined
  const token = newSecret()
  const expiresAt = new Date(now + (row.payload.invited ? INVITATION_MS : LINK_MS[row.purpose]))
  await changeRows(scope, linkTokens, { hash: hashOf(token), expiresAt }, eq(linkTokens.id, linkId))
  return token
}

/**
 * Redeems a link. Only one of several parallel attempts succeeds.
 * @returns `undefined` if the link was used, expired or revoked
 */
export async function redeemLink(
  scope: Scope,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<RedeemedLink | undefined> {
  const link = await findLink(scope, token, purpose, now)
  if (!link) return undefined
  const taken = await deleteRows(scope, linkTokens, eq(linkTokens.hash, hashOf(token)))
  return taken === 1 ? link : undefined
}

export async function findLink(
  scope: Scope,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<RedeemedLink | undefined> {
  const isRight = and(eq(linkTokens.hash, hashOf(token)), eq(linkTokens.purpose, purpose))
  const [row] = await scope.sql
    .select({ link: linkTokens, user: users })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.tenant, linkTokens.tenant), eq(users.id, linkTokens.userId)))
    .where(ofTenant(scope, linkTokens, isRight, gt(linkTokens.expiresAt, new Date(now))))
  if (!row || row.user.suspendedAt || row.link.emailFolded !== row.user.emailFolded) return undefined
  return { user: row.user, purpose, payload: row.link.payload }
}

export async function revokeLinks(scope: Scope, userId: string): Promise<void> {
  await deleteRows(scope, linkTokens, eq(linkTokens.userId, userId))
}
