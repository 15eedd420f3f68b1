// Links that prove an address: 256 bits, stored as a hash, used once, expiring, void once a newer one exists.

import { and, eq, gt, lt } from 'drizzle-orm'
import type { Scope } from '../database/connection.js'
import { ofTenant } from '../database/queries.js'
import { linkTokens, users } from '../database/schema.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'
import type { User } from './sessions.js'

export type LinkPurpose = 'verify' | 'reset' | 'change-email'

const HOUR_MS = 60 * 60 * 1000
export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  verify: 24 * HOUR_MS,
  reset: HOUR_MS,
  'change-email': 24 * HOUR_MS,
}

export interface NewLink {
  readonly userId: string
  readonly purpose: LinkPurpose
  readonly payload?: Readonly<Record<string, string>>
}

export interface RedeemedLink {
  readonly user: User
  readonly purpose: LinkPurpose
  readonly payload: Readonly<Record<string, string>>
}

/**
 * Notes that a link is on its way; every earlier one of this user for this purpose is void from now on. The
 * secret is made when the mail is written (`issueToken`), so that none lies in the outbox.
 * @returns the id of the promise, for the mail that carries it.
 */
export async function prepareLink(scope: Scope, link: NewLink, now: number): Promise<string> {
  const { userId, purpose, payload = {} } = link
  const own = ofTenant(scope, users, eq(users.id, userId))
  const [user] = await scope.sql.select({ emailFolded: users.emailFolded }).from(users).where(own)
  if (!user) throw new Error('A link was promised to a user who is not there.')
  const fresh = {
    id: crypto.randomUUID(),
    emailFolded: user.emailFolded,
    payload: { ...payload },
    hash: null,
    // A mail that waits for longer than a link lives is not worth sending.
    expiresAt: new Date(now + LINK_MS.verify),
  }
  await scope.sql
    .insert(linkTokens)
    .values({ tenant: scope.tenant, userId, purpose, ...fresh })
    .onConflictDoUpdate({
      target: [linkTokens.tenant, linkTokens.userId, linkTokens.purpose],
      set: fresh,
    })
  return fresh.id
}

/**
 * Makes the secret of a promised link; its time runs from now on.
 * @returns `undefined` where the link is void by now: the mail is not to be sent.
 */
export async function issueToken(scope: Scope, linkId: string, now: number): Promise<string | undefined> {
  const promised = ofTenant(scope, linkTokens, eq(linkTokens.id, linkId))
  const [row] = await scope.sql
    .select({ purpose: linkTokens.purpose, goodFor: linkTokens.emailFolded, has: users.emailFolded })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.tenant, linkTokens.tenant), eq(users.id, linkTokens.userId)))
    .where(and(promised, gt(linkTokens.expiresAt, new Date(now))))
  if (!row || row.goodFor !== row.has) return undefined
  const token = newSecret()
  const expiresAt = new Date(now + LINK_MS[row.purpose])
  await scope.sql
    .update(linkTokens)
    .set({ hash: hashOf(token), expiresAt })
    .where(promised)
  return token
}

/** A link at once, secret included: for what is not sent through the outbox. */
export async function issueLink(scope: Scope, link: NewLink, now: number): Promise<string> {
  const token = await issueToken(scope, await prepareLink(scope, link, now), now)
  if (token === undefined) throw new Error('A link was void as soon as it was made.')
  return token
}

/**
 * Uses a link up: of twenty at once, one gets it.
 * @returns `undefined` where it was used, has expired, is void or never was, or where the user is suspended.
 */
export async function redeemLink(
  scope: Scope,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<RedeemedLink | undefined> {
  const link = await findLink(scope, token, purpose, now)
  if (!link) return undefined
  const taken = await scope.sql
    .delete(linkTokens)
    .where(ofTenant(scope, linkTokens, eq(linkTokens.hash, hashOf(token))))
    .returning({ id: linkTokens.id })
  return taken.length === 1 ? link : undefined
}

/** Looks without using it up. */
export async function findLink(
  scope: Scope,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<RedeemedLink | undefined> {
  const [row] = await scope.sql
    .select({ link: linkTokens, user: users })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.tenant, linkTokens.tenant), eq(users.id, linkTokens.userId)))
    .where(
      ofTenant(
        scope,
        linkTokens,
        eq(linkTokens.hash, hashOf(token)),
        eq(linkTokens.purpose, purpose),
        gt(linkTokens.expiresAt, new Date(now)),
      ),
    )
  if (!row || row.user.suspendedAt || row.link.emailFolded !== row.user.emailFolded) return undefined
  return { user: row.user, purpose, payload: row.link.payload }
}

/** After a new password or address, no link from before may change the account again. */
export async function revokeLinks(scope: Scope, userId: string): Promise<void> {
  await scope.sql.delete(linkTokens).where(ofTenant(scope, linkTokens, eq(linkTokens.userId, userId)))
}

export async function deleteExpiredLinks(scope: Scope, now: number): Promise<void> {
  await scope.sql
    .delete(linkTokens)
    .where(ofTenant(scope, linkTokens, lt(linkTokens.expiresAt, new Date(now))))
}
