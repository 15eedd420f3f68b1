import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import {
  type OwnShare,
  SHARE_LIMITS,
  type ShareBody,
  type Shared,
  type SharedContent,
} from '../../src/core/api/sharing.js'
import { audit } from '../admin/audit-log.js'
import {
  addRows,
  changeRows,
  countRows,
  deleteRows,
  findRow,
  findRows,
  isAfter,
  ofTenant,
  pageOf,
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
import { found, Problem } from '../http/problem.js'
import { publicProfile, theirProfiles } from '../users/public-profiles.js'
import { contentOf, fileBytes, isRecordOf, isRemovedSong, titleColumn, titleOf } from './content.js'
import { shownLink } from './share-links.js'
import { isOnTerms, isSharedWith, peopleById, personColumns, reachable } from './visibility.js'

/** What the owner shares; things that were removed from the library meanwhile are left out, and come back with them. */
export async function ownShares(scope: Scope, owner: string, now: number): Promise<OwnShare[]> {
  const rows = await scope.sql
    .select({ share: shares, record: { id: libraryRecords.id, fields: libraryRecords.fields } })
    .from(shares)
    .innerJoin(libraryRecords, and(eq(libraryRecords.tenant, shares.tenant), isRecordOf(shares)))
    .where(ofTenant(scope, shares, eq(shares.ownerId, owner)))
    .orderBy(desc(shares.sharedAt), desc(shares.id))
  const ids = rows.map(({ share }) => share.id)
  if (ids.length === 0) return []
  const chosen = await findRows(scope, sharePeople, inArray(sharePeople.shareId, ids))
  const isLiving = gt(shareLinks.expiresAt, new Date(now))
  const living = await findRows(scope, shareLinks, inArray(shareLinks.shareId, ids), isLiving)
  const userIds = chosen.map(({ userId }) => userId)
  const people = await peopleById(scope, userIds, isOnTerms(scope, owner))
  return rows.map(({ share, record }) => ({
    id: share.id,
    kind: share.kind,
    record: share.recordId,
    title: titleOf(record),
    audience: share.audience,
    people: chosen.flatMap(each => (each.shareId === share.id ? (people.get(each.userId) ?? []) : [])),
    links: living.filter(({ shareId }) => shareId === share.id).map(shownLink),
    sharedAt: share.sharedAt.toISOString(),
    removed: share.removedAt !== null,
  }))
}

/** @throws Problem `not_synced`, `share_removed`, `sharing_full`, and `not_found` for people out of reach */
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
  // New to others: it comes first in their feeds.
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
  return found((await ownShares(scope, owner, now)).find(own => own.id === id))
}

/** Two changes of one account at once could exceed a limit. */
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

/** @throws Problem `not_found`, `share_removed`: that row says that it must not be shared again */
export async function endShare(scope: Scope, owner: string, id: string): Promise<void> {
  await ownShare(scope, owner, id)
  const isMine = [eq(shares.id, id), isNull(shares.removedAt)] as const
  const reported = await findRow(scope, shareReports, eq(shareReports.shareId, id))
  if (reported === undefined) {
    if ((await deleteRows(scope, shares, ...isMine)) === 0) throw new Problem('share_removed')
  } else {
    // Administrators still decide about what was reported.
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

interface FeedPage {
  readonly items: Shared[]
  readonly next?: string
}

/** @throws Problem `not_found` for people whose profile the viewer cannot see */
export async function sharesBy(
  scope: Scope,
  viewer: string,
  owner: string,
  after?: string,
): Promise<FeedPage> {
  if (owner.toLowerCase() !== viewer) found(await publicProfile(scope, viewer, owner))
  const isTheirs = sql`${shares.ownerId} = ${owner} AND ${shares.audience} <> 'private'`
  const rows = await visible(scope, viewer, isTheirs, isAfter(shares.sharedAt, shares.id, after))
  const { rows: page, ...next } = pageOf(rows, SHARE_LIMITS.page, ({ share: { sharedAt: at, id } }) => ({
    at,
    id,
  }))
  return { items: page.map(shownShare), ...next }
}

/** Pages are shorter where something was removed, or its owner blocked. */
export async function feedFor(scope: Scope, viewer: string, after?: string): Promise<FeedPage> {
  const { rows, ...next } = pageOf(await fedTo(scope, viewer, after), SHARE_LIMITS.page, row => row)
  if (rows.length === 0) return { items: [] }
  const isFed = inArray(
    shares.id,
    rows.map(({ id }) => id),
  )
  return { items: (await visible(scope, viewer, isFed)).map(shownShare), ...next }
}

/** Starts from whom the viewer follows and what the viewer was given: never from all that is shared. */
function fedTo(scope: Scope, viewer: string, after: string | undefined) {
  const given = scope.sql
    .select({ id: sharePeople.shareId, at: sharePeople.sharedAt })
    .from(sharePeople)
    .where(
      ofTenant(
        scope,
        sharePeople,
        eq(sharePeople.userId, viewer),
        isAfter(sharePeople.sharedAt, sharePeople.shareId, after),
      ),
    )
    .orderBy(desc(sharePeople.sharedAt), desc(sharePeople.shareId))
    .limit(SHARE_LIMITS.page + 1)
  const isTheirs = [eq(shares.ownerId, links.toId), eq(shares.audience, 'public'), isNull(shares.removedAt)]
  const latest = scope.sql
    .select({ id: shares.id, at: shares.sharedAt })
    .from(shares)
    .where(ofTenant(scope, shares, ...isTheirs, isAfter(shares.sharedAt, shares.id, after)))
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

/** @throws Problem `not_found` where it is not shared with the viewer, or is gone */
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
