// Share links for people without an account: 256 bits, stored as a hash, with an expiry and an optional view
// limit.
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { SHARE_LIMITS, type ShareLink } from '../../src/core/contract/sharing.js'
import { audit } from '../admin/audit-log.js'
import { hashOf, newRefreshToken as newSecret } from '../auth/secrets.js'
import { addRows, changeRows, countRows, deleteRows, ofTenant } from '../database/queries.js'
import { profiles, type ShareRow, shareLinks, shares, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { theirProfiles } from '../users/public-profiles.js'

const DAY_MS = 86_400_000

type Row = Omit<typeof shareLinks.$inferSelect, 'tenant'>

export const shownLink = ({ id, createdAt, expiresAt, viewsLeft }: Row): ShareLink => ({
  ...{ id, viewsLeft },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** @throws Problem `sharing_full` */
export async function addLink(
  scope: Scope,
  share: ShareRow,
  { days, views }: { readonly days: number; readonly views?: number | undefined },
  now: number,
): Promise<ShareLink & { token: string }> {
  const living = [eq(shareLinks.shareId, share.id), gt(shareLinks.expiresAt, new Date(now))]
  if ((await countRows(scope, shareLinks, ...living)) >= SHARE_LIMITS.links) throw new Problem('sharing_full')
  const token = newSecret()
  const row = {
    ...{ id: randomUUID(), shareId: share.id, tokenHash: hashOf(token) },
    ...{ createdAt: new Date(now), expiresAt: new Date(now + days * DAY_MS), viewsLeft: views ?? null },
  }
  await addRows(scope, shareLinks, row)
  const details = { link: row.id, days, ...(views !== undefined && { views }) }
  await audit(scope, { actor: share.ownerId, action: 'share.link-made', subject: share.id, details })
  return { ...shownLink(row), token }
}

/** @throws Problem `not_found` */
export async function endLink(scope: Scope, share: ShareRow, id: string): Promise<void> {
  const ended = await deleteRows(scope, shareLinks, eq(shareLinks.id, id), eq(shareLinks.shareId, share.id))
  if (ended === 0) throw new Problem('not_found')
  const entry = { actor: share.ownerId, action: 'share.link-ended', subject: share.id, details: { link: id } }
  await audit(scope, entry)
}

/**
 * @param use `view` counts a view; `none` works even if no views are left
 * @throws Problem `not_found` if the link is no longer valid, whatever the reason
 */
export async function linkedShare(
  scope: Scope,
  token: string,
  use: 'view' | 'none',
  now: number,
): Promise<{ share: ShareRow; isPublic: boolean }> {
  const isThere = and(
    eq(shareLinks.tokenHash, hashOf(token)),
    gt(shareLinks.expiresAt, new Date(now)),
    isNull(shares.removedAt),
    isNull(users.suspendedAt),
  )
  const [row] = await scope.sql
    .select({ share: shares, link: shareLinks.id, isOpen: profiles.public })
    .from(shareLinks)
    .innerJoin(shares, and(eq(shares.tenant, shareLinks.tenant), eq(shares.id, shareLinks.shareId)))
    .innerJoin(users, and(eq(users.tenant, shares.tenant), eq(users.id, shares.ownerId)))
    .innerJoin(profiles, theirProfiles)
    .where(ofTenant(scope, shareLinks, isThere))
  const { share, link, isOpen } = found(row)
  if (use === 'view') {
    const hasViews = or(isNull(shareLinks.viewsLeft), gt(shareLinks.viewsLeft, 0))
    const taken = { viewsLeft: sql`${shareLinks.viewsLeft} - 1` }
    // Check again while updating, so that two visitors can't both use the last view.
    if ((await changeRows(scope, shareLinks, taken, eq(shareLinks.id, link), hasViews)) === 0)
      throw new Problem('not_found')
  }
  return { share, isPublic: share.audience === 'public' && isOpen }
}
