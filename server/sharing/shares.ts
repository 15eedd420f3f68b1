import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import {
  type OwnShare,
  SHARE_LIMITS,
  type ShareBody,
  type Shared,
  type SharedContent,
  type ShareKind,
} from '../../src/core/contract/sharing.js'
import { audit } from '../admin/audit-log.js'
import {
  addRows,
  changeRows,
  countRows,
  deleteRows,
  findRow,
  findRows,
  isIn,
  ofTenant,
} from '../database/queries.js'
import {
  libraryRecords,
  links,
  profiles,
  type ShareRow,
  shareLinks,
  sharePeople,
  shareReports,
  shares,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { isInOrder, pageOf } from '../http/answer-page.js'
import { found, Problem } from '../http/problem.js'
import { publicProfile, theirProfiles } from '../users/public-profiles.js'
import { contentOf, fileBytes, isRecordOf, isRemovedSong, titleColumn } from './content.js'
import { shownLink } from './share-links.js'
import { isOnTerms, isSharedWith, peopleById, personColumns, reachable } from './visibility.js'

interface Asked {
  readonly cursor?: string | undefined
  readonly kind?: ShareKind | undefined
  readonly record?: string | undefined
}

/** Returns the owner's shares, except those of records currently removed from the library. */
export async function ownShares(scope: Scope, owner: string, { cursor, kind, record }: Asked, now: number) {
  const rows = await scope.sql
    .select({ share: shares, title: titleColumn })
    .from(shares)
    .innerJoin(libraryRecords, and(eq(libraryRecords.tenant, shares.tenant), isRecordOf(shares)))
    .where(
      ofTenant(
        scope,
        shares,
        eq(shares.ownerId, owner),
        kind && eq(shares.kind, kind),
        record === undefined ? undefined : eq(shares.recordId, record),
        isInOrder([shares.sharedAt, shares.id], '<', cursor),
      ),
    )
    .orderBy(desc(shares.sharedAt), desc(shares.id))
    .limit(SHARE_LIMITS.page + 1)
  const ids = rows.map(({ share }) => share.id)
  if (ids.length === 0) return { items: [] }
  const chosen = await findRows(scope, sharePeople, isIn(sharePeople.shareId, ids))
  const isLiving = gt(shareLinks.expiresAt, new Date(now))
  const living = await findRows(scope, shareLinks, isIn(shareLinks.shareId, ids), isLiving)
  const userIds = chosen.map(({ userId }) => userId)
  const people = await peopleById(scope, userIds, isOnTerms(scope, owner))
  return pageOf(rows, {
    limit: SHARE_LIMITS.page,
    shown: ({ share, title }): OwnShare => ({
      ...{ id: share.id, kind: share.kind, record: share.recordId, title, audience: share.audience },
      people: chosen.flatMap(each => (each.shareId === share.id ? (people.get(each.userId) ?? []) : [])),
      links: living.filter(({ shareId }) => shareId === share.id).map(shownLink),
      sharedAt: share.sharedAt.toISOString(),
      removed: share.removedAt !== null,
    }),
    position: ({ share: { sharedAt, id } }) => [sharedAt.toISOString(), id],
  })
}

/**
 * @throws Problem `not_synced`, `share_removed`, `sharing_full`, and `not_found` if someone is unreachable
 */
export async function share(scope: Scope, owner: string, asked: ShareBody, now: number): Promise<OwnShare> {
  const { kind, record, audience } = asked
  await locked(scope, owner)
  const isIt = [eq(shares.ownerId, owner), eq(shares.kind, kind), eq(shares.recordId, record)]
  const before = await findRow(scope, shares, ...isIt)
  if (before?.removedAt || (kind === 'song' && (await isRemovedSong(scope, owner, record))))
    throw new Problem('share_removed')
  await contentOf(scope, owner, kind, record).catch(error => {
    throw error instanceof Problem && error.code === 'not_found' ? new Problem('not_synced') : error
  })
  if (!before && (await countRows(scope, shares, eq(shares.ownerId, owner))) >= SHARE_LIMITS.shares)
    throw new Problem('sharing_full')
  const id = before?.id ?? randomUUID()
  const chosen = await findRows(scope, sharePeople, eq(sharePeople.shareId, id))
  const already = new Set(chosen.map(({ userId }) => userId))
  const people = audience === 'people' ? await reachable(scope, owner, asked.people, already) : []
  // A new audience moves the share to the top of feeds.
  const isWider = audience !== 'private' && audience !== before?.audience
  const sharedAt = before && !isWider ? before.sharedAt : new Date(now)
  const target = [shares.tenant, shares.id]
  const row = { id, ownerId: owner, kind, recordId: record, audience, sharedAt }
  await addRows(scope, shares, row).onConflictDoUpdate({ target, set: { audience, sharedAt } })
  await deleteRows(scope, sharePeople, eq(sharePeople.shareId, id))
  if (people.length > 0)
    await addRows(scope, sharePeople, ...people.map(userId => ({ shareId: id, userId, sharedAt })))
  const details = { kind, audience, people: people.length }
  await audit(scope, { actor: owner, action: 'share.set', subject: id, details })
  return found((await ownShares(scope, owner, { kind, record }, now)).items[0])
}

/** Locks the user's shares, because two parallel changes could exceed a limit. */
export async function locked(scope: Scope, user: string): Promise<void> {
  await scope.sql.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sharing ${scope.tenant} ${user}`}, 0))`,
  )
}

/** @throws Problem `not_found`, `share_removed` */
export async function ownShare(scope: Scope, owner: string, id: string): Promise<ShareRow> {
  const mine = found(await findRow(scope, shares, eq(shares.id, id), eq(shares.ownerId, owner)))
  if (mine.removedAt) throw new Problem('share_removed')
  return mine
}

/** @throws Problem `not_found`, or `share_removed` if an administrator removed it */
export async function endShare(scope: Scope, owner: string, id: string): Promise<void> {
  await ownShare(scope, owner, id)
  const isMine = [eq(shares.id, id), isNull(shares.removedAt)] as const
  const reported = await findRow(scope, shareReports, eq(shareReports.shareId, id))
  if (reported === undefined) {
    if ((await deleteRows(scope, shares, ...isMine)) === 0) throw new Problem('share_removed')
  } else {
    // Keep the row of a reported share until an administrator has decided.
    const kept = await changeRows(scope, shares, { audience: 'private' }, ...isMine)
    if (kept === 0) throw new Problem('share_removed')
    await takeFromAll(scope, id)
  }
  await audit(scope, { actor: owner, action: 'share.ended', subject: id })
}

export async function takeFromAll(scope: Scope, share: string): Promise<void> {
  await deleteRows(scope, shareLinks, eq(shareLinks.shareId, share))
  await deleteRows(scope, sharePeople, eq(sharePeople.shareId, share))
}

/** @throws Problem `not_found` if the viewer can't see the owner's profile */
export async function sharesBy(scope: Scope, viewer: string, owner: string, cursor?: string) {
  if (owner.toLowerCase() !== viewer) found(await publicProfile(scope, viewer, owner))
  const isTheirs = sql`${shares.ownerId} = ${owner} AND ${shares.audience} <> 'private'`
  const rows = await visible(scope, viewer, isTheirs, isInOrder([shares.sharedAt, shares.id], '<', cursor))
  return pageOf(rows, {
    limit: SHARE_LIMITS.page,
    shown: shownShare,
    position: ({ share: { sharedAt, id } }) => [sharedAt.toISOString(), id],
  })
}

/** Returns a page of the feed. Pages may be shorter because removed records and blocked owners are hidden. */
export async function feedFor(scope: Scope, viewer: string, cursor?: string) {
  const fed = await fedTo(scope, viewer, cursor)
  const ids = fed.slice(0, SHARE_LIMITS.page).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await visible(scope, viewer, isIn(shares.id, ids))
  const byId = new Map(rows.map(row => [row.share.id, shownShare(row)]))
  return pageOf(fed, {
    limit: SHARE_LIMITS.page,
    shown: ({ id }) => byId.get(id),
    position: ({ at, id }) => [at.toISOString(), id],
  })
}

/** Builds the feed from the viewer's follows and shares, because a tenant may have any number of shares. */
function fedTo(scope: Scope, viewer: string, cursor: string | undefined) {
  const isGiven = isInOrder([sharePeople.sharedAt, sharePeople.shareId], '<', cursor)
  const given = scope.sql
    .select({ id: sharePeople.shareId, at: sharePeople.sharedAt })
    .from(sharePeople)
    .where(ofTenant(scope, sharePeople, eq(sharePeople.userId, viewer), isGiven))
    .orderBy(desc(sharePeople.sharedAt), desc(sharePeople.shareId))
    .limit(SHARE_LIMITS.page + 1)
  const isTheirs = [eq(shares.ownerId, links.toId), eq(shares.audience, 'public'), isNull(shares.removedAt)]
  const latest = scope.sql
    .select({ id: shares.id, at: shares.sharedAt })
    .from(shares)
    .where(ofTenant(scope, shares, ...isTheirs, isInOrder([shares.sharedAt, shares.id], '<', cursor)))
    .orderBy(desc(shares.sharedAt), desc(shares.id))
    .limit(SHARE_LIMITS.page + 1)
    .as('latest')
  const followed = scope.sql
    .select({ id: latest.id, at: latest.at })
    .from(links)
    .crossJoinLateral(latest)
    .where(ofTenant(scope, links, eq(links.fromId, viewer), eq(links.kind, 'follow')))
  return unionAll(given, followed)
    .orderBy(({ at, id }) => [desc(at), desc(id)])
    .limit(SHARE_LIMITS.page + 1)
}

function visible(scope: Scope, viewer: string, ...conditions: (SQL | undefined)[]) {
  return scope.sql
    .select({ share: shares, by: personColumns, title: titleColumn, version: libraryRecords.seq })
    .from(shares)
    .innerJoin(users, and(eq(users.tenant, shares.tenant), eq(users.id, shares.ownerId)))
    .innerJoin(profiles, theirProfiles)
    .innerJoin(libraryRecords, and(eq(libraryRecords.tenant, shares.tenant), isRecordOf(shares)))
    .where(ofTenant(scope, shares, isSharedWith(scope, viewer), ...conditions))
    .orderBy(desc(shares.sharedAt), desc(shares.id))
    .limit(SHARE_LIMITS.page + 1)
}

const shownShare = ({ share, ...shown }: Awaited<ReturnType<typeof visible>>[number]): Shared => ({
  ...{ id: share.id, kind: share.kind, sharedAt: share.sharedAt.toISOString() },
  ...shown,
})

/** @throws Problem `not_found` if it doesn't exist or isn't shared with the viewer */
export async function readable(scope: Scope, viewer: string, id: string): Promise<ShareRow> {
  const [row] = await scope.sql
    .select({ share: shares })
    .from(shares)
    .innerJoin(users, and(eq(users.tenant, shares.tenant), eq(users.id, shares.ownerId)))
    .innerJoin(profiles, theirProfiles)
    .where(ofTenant(scope, shares, eq(shares.id, id), isSharedWith(scope, viewer)))
  return found(row).share
}

/** @throws Problem `not_found` */
export async function sharedContent(scope: Scope, row: ShareRow): Promise<SharedContent> {
  const { title, version, fields, songs } = await contentOf(scope, row.ownerId, row.kind, row.recordId)
  const by = found((await peopleById(scope, [row.ownerId])).get(row.ownerId))
  const about = { id: row.id, kind: row.kind, title, by, sharedAt: row.sharedAt.toISOString() }
  return { ...about, version, fields, songs }
}

export async function sharedFile(scope: Scope, row: ShareRow, hash: string): Promise<{ bytes: string }> {
  const { songs } = await contentOf(scope, row.ownerId, row.kind, row.recordId)
  if (!songs.some(song => song.hash === hash)) throw new Problem('not_found')
  return fileBytes(scope, row.ownerId, hash)
}
