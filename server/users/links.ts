// Follows and blocks: at most one row per pair and kind, and no follows if either user blocks the other.

import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { addRows, deleteRows, isIn, ofTenant } from '../database/queries.js'
import { links, profiles, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { isReachableFor, isVisibleTo, publicProfile, theirProfiles } from './public-profiles.js'

const LINKS_PAGE = 50

export type LinkKind = 'followers' | 'following' | 'blocked'

/**
 * @throws Problem `self_link`, `not_found` if the profile is not visible, `forbidden` if `from` blocks the
 * user
 */
export async function follow(scope: Scope, from: string, to: string): Promise<void> {
  await lockPair(scope, from, to)
  const { isBlocked } = found(await publicProfile(scope, from, to))
  if (isBlocked) throw new Problem('forbidden')
  await add(scope, from, 'follow', to)
}

/** @throws Problem `not_found` if the user is neither followed nor visible, so that IDs don't reveal users */
export async function unfollow(scope: Scope, from: string, to: string): Promise<void> {
  const ended = await deleteRows(scope, links, is(from, 'follow', to))
  if (ended === 0 && !(await publicProfile(scope, from, to))) throw new Problem('not_found')
}

/**
 * Blocks a user and removes follows in both directions. Also works for private profiles, whose users may
 * still be followers.
 * @throws Problem `self_link`, `not_found`
 */
export async function block(scope: Scope, from: string, to: string): Promise<void> {
  await lockPair(scope, from, to)
  await deleteRows(scope, links, or(is(from, 'follow', to), is(to, 'follow', from)))
  await add(scope, from, 'block', to)
}

/** @throws Problem `self_link`, `not_found` */
export async function unblock(scope: Scope, from: string, to: string): Promise<void> {
  await lockPair(scope, from, to)
  await deleteRows(scope, links, is(from, 'block', to))
}

/**
 * Returns the IDs of linked users, newest first. Followed users must be visible; followers may be private.
 */
export async function linked(scope: Scope, user: string, kind: LinkKind, at: number) {
  const page = scope.sql
    .select({ id: users.id })
    .from(links)
    .innerJoin(users, others(kind))
    .innerJoin(profiles, theirProfiles)
    .where(wanted(scope, user, kind))
    .orderBy(desc(links.createdAt), desc(users.id))
    .limit(LINKS_PAGE)
    .offset((at - 1) * LINKS_PAGE)
  const [total, rows] = await Promise.all([linkCount(scope, user, kind), page])
  return { ids: rows.map(({ id }) => id), total }
}

export async function linkCount(scope: Scope, user: string, kind: LinkKind): Promise<number> {
  const [counted] = await scope.sql
    .select({ total: count() })
    .from(links)
    .innerJoin(users, others(kind))
    .innerJoin(profiles, theirProfiles)
    .where(wanted(scope, user, kind))
  return counted?.total ?? 0
}

function others(kind: LinkKind): SQL | undefined {
  return and(eq(users.tenant, links.tenant), eq(users.id, kind === 'followers' ? links.fromId : links.toId))
}

function wanted(scope: Scope, user: string, kind: LinkKind): SQL | undefined {
  const mine = eq(kind === 'followers' ? links.toId : links.fromId, user)
  if (kind === 'blocked') return ofTenant(scope, links, mine, eq(links.kind, 'block'))
  const isShown = kind === 'followers' ? isReachableFor(scope, user) : isVisibleTo(scope, user)
  return ofTenant(scope, links, mine, eq(links.kind, 'follow'), isShown)
}

/**
 * Locks the pair, because parallel changes could leave both a follow and a block.
 * @throws Problem `self_link`, `not_found`
 */
async function lockPair(scope: Scope, from: string, to: string): Promise<void> {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()].sort()
  if (a === b) throw new Problem('self_link')
  await scope.sql.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${scope.tenant} ${a} ${b}`}, 0))`,
  )
  // Locking both accounts orders this change before or after a parallel account deletion.
  const there = await scope.sql
    .select({ id: users.id })
    .from(users)
    .where(ofTenant(scope, users, isIn(users.id, [from, to])))
    .orderBy(users.id)
    .for('key share')
  if (there.length < 2) throw new Problem('not_found')
}

async function add(scope: Scope, fromId: string, kind: 'follow' | 'block', toId: string) {
  await addRows(scope, links, { fromId, kind, toId }).onConflictDoNothing()
}

function is(from: string, kind: 'follow' | 'block', to: string): SQL | undefined {
  return and(eq(links.fromId, from), eq(links.kind, kind), eq(links.toId, to))
}
