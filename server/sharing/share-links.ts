// Links to what is shared, for people without an account: 256 bits, stored as a hash, with an end and a limit of views.
import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { SHARE_LIMITS, type ShareLink } from '../../src/core/api/sharing.js'
import { audit } from '../admin/audit-log.js'
import { hashOf, newRefreshToken as newSecret } from '../auth/secrets.js'
import { deleteRows, ofTenant, olderThan } from '../database/queries.js'
import { profiles, type ShareRow, shareLinks, shares, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { theirProfiles } from './visibility.js'

const DAY_MS = 86_400_000

export const shownLink = (row: typeof shareLinks.$inferSelect): ShareLink => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  viewsLeft: row.viewsLeft,
})

/** @throws Problem `sharing_full` */
export async function addLink(
  scope: Scope,
  share: ShareRow,
  { days, views }: { readonly days: number; readonly views?: number | undefined },
  now: number,
): Promise<ShareLink & { token: string }> {
  const living = and(eq(shareLinks.shareId, share.id), gt(shareLinks.expiresAt, new Date(now)))
  const [counted] = await scope.sql
    .select({ total: count() })
    .from(shareLinks)
    .where(ofTenant(scope, shareLinks, living))
  if ((counted?.total ?? 0) >= SHARE_LIMITS.links) throw new Problem('sharing_full')
  const token = newSecret()
  const row = {
    ...{ tenant: scope.tenant, id: randomUUID(), shareId: share.id, tokenHash: hashOf(token) },
    ...{ createdAt: new Date(now), expiresAt: new Date(now + days * DAY_MS), viewsLeft: views ?? null },
  }
  await scope.sql.insert(shareLinks).values(row)
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
 * The share that a link leads to.
 * @param use `view` takes one of its views, `none` also finds a link of which none is left
 * @throws Problem `not_found` where it has ended, whatever the reason
 */
export async function linkedShare(
  scope: Scope,
  token: string,
  use: 'view' | 'none',
  now: number,
): Promise<{ share: ShareRow; isPublic: boolean }> {
  const [row] = await scope.sql
    .select({ share: shares, link: shareLinks.id, isOpen: profiles.public })
    .from(shareLinks)
    .innerJoin(shares, and(eq(shares.tenant, shareLinks.tenant), eq(shares.id, shareLinks.shareId)))
    .innerJoin(users, and(eq(users.tenant, shares.tenant), eq(users.id, shares.ownerId)))
    .innerJoin(profiles, theirProfiles)
    .where(
      ofTenant(
        scope,
        shareLinks,
        eq(shareLinks.tokenHash, hashOf(token)),
        gt(shareLinks.expiresAt, new Date(now)),
        isNull(shares.removedAt),
        isNull(users.suspendedAt),
      ),
    )
  if (!row) throw new Problem('not_found')
  if (use === 'view') {
    // The condition is checked again under the row's lock: two visitors cannot both take the last view.
    const taken = await scope.sql
      .update(shareLinks)
      .set({ viewsLeft: sql`${shareLinks.viewsLeft} - 1` })
      .where(
        ofTenant(
          scope,
          shareLinks,
          eq(shareLinks.id, row.link),
          or(isNull(shareLinks.viewsLeft), gt(shareLinks.viewsLeft, 0)),
        ),
      )
    if (taken.rowCount === 0) throw new Problem('not_found')
  }
  return { share: row.share, isPublic: row.share.audience === 'public' && row.isOpen }
}

export const endedLinkRows = (now: number): string[] => [olderThan(shareLinks.expiresAt, now)]

export async function forgetEndedLinks(scope: Scope, now: number): Promise<void> {
  await deleteRows(scope, shareLinks, lt(shareLinks.expiresAt, new Date(now)))
}
