import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { LinkedProfile, PublicProfile } from '../../src/core/contract/users.js'
import { avatars, links, profiles, users } from '../database/schema.js'
import { type ConnectionSql, oncePer, type Scope } from '../database/transactions.js'

/** Returns the profiles with these `ids` that the viewer may see, in the same order. */
export async function publicProfiles(scope: Scope, viewer: string, ids: readonly string[]) {
  return inOrder(shown(await rowsOf(scope, viewer, ids)), ids)
}

/** Returns blocked users. Users who aren't visible have only an ID, so that they can be unblocked. */
export async function blockedProfiles(scope: Scope, viewer: string, ids: readonly string[]) {
  const rows = await rowsOf(scope, viewer, ids)
  const hidden = { ...WITHOUT_DETAILS, name: '', handle: '', visible: true }
  return inOrder(shown(rows.map(row => (row.visible ? row : { ...row, ...hidden }))), ids)
}

/** Fields that a private profile hides; each new field of a public profile belongs here. */
const WITHOUT_DETAILS = { bio: '', instruments: [], avatar: null }

/**
 * Returns the profiles of the viewer's followers, except suspended users. Private profiles include only name
 * and handle.
 */
export async function followerProfiles(
  scope: Scope,
  viewer: string,
  ids: readonly string[],
): Promise<LinkedProfile[]> {
  const rows = await rowsOf(scope, viewer, ids, followersAsSeen)
  const [open, closed] = [rows.filter(row => row.isPublic), rows.filter(row => !row.isPublic)]
  const named = shown(closed.map(row => ({ ...row, ...WITHOUT_DETAILS })))
  const isPrivate = true as const
  return inOrder([...shown(open), ...named.map(profile => ({ ...profile, isPrivate }))], ids)
}

export async function publicProfile(scope: Scope, viewer: string, id: string) {
  return (await publicProfiles(scope, viewer, [id]))[0]
}

export const theirProfiles = and(eq(profiles.tenant, users.tenant), eq(profiles.userId, users.id))

export type Row = Awaited<ReturnType<typeof rowsOf>>[number]

async function rowsOf(
  scope: Scope,
  viewer: string,
  ids: readonly string[],
  statement: typeof profilesAsSeen = profilesAsSeen,
) {
  if (ids.length === 0) return []
  return statement(scope.sql).execute({ tenant: scope.tenant, viewer, ids: [...ids] })
}

export function asSeenBy(within: Within, viewer: Viewer) {
  // Use a subselect instead of EXISTS, because the planner may collect all of the viewer's links first.
  const linked = (kind: 'follow' | 'block'): SQL<boolean> =>
    sql<boolean>`coalesce((SELECT true FROM ${links} WHERE tenant = ${within.tenant} AND from_id = ${viewer}
      AND kind = ${kind} AND to_id = ${users.id}), false)`
  return {
    id: users.id,
    name: users.name,
    handle: profiles.handle,
    bio: profiles.bio,
    instruments: profiles.instruments,
    avatar: avatars.version,
    isFollowing: linked('follow'),
    isBlocked: linked('block'),
    isPublic: profiles.public,
    visible: sql<boolean>`${isVisibleTo(within, viewer)}`,
  }
}

const within = { tenant: sql.placeholder('tenant') }

const viewer = sql.placeholder('viewer')

const profileStatement = (name: string, visible: SQL) =>
  oncePer((connection: ConnectionSql) =>
    connection
      .select({ ...asSeenBy(within, viewer), visible: sql<boolean>`${visible}` })
      .from(users)
      .innerJoin(profiles, theirProfiles)
      .leftJoin(avatars, and(eq(avatars.tenant, users.tenant), eq(avatars.userId, users.id)))
      .where(and(eq(users.tenant, within.tenant), sql`${users.id} = ANY(${sql.placeholder('ids')}::uuid[])`))
      .prepare(name),
  )

const profilesAsSeen = profileStatement('profiles_as_seen', isVisibleTo(within, viewer))
const followersAsSeen = profileStatement('followers_as_seen', isReachableFor(within, viewer))

export function shown(rows: readonly Row[]): PublicProfile[] {
  return rows
    .filter(({ visible }) => visible)
    .map(({ id, name, handle, bio, instruments, isFollowing, isBlocked, avatar }) => {
      const profile = { id, name, handle, bio, instruments, isFollowing, isBlocked }
      return { ...profile, ...(avatar !== null && { avatar }) }
    })
}

function inOrder<P extends PublicProfile>(found: readonly P[], ids: readonly string[]): P[] {
  const byId = new Map(found.map(profile => [profile.id, profile]))
  return ids.flatMap(id => byId.get(id.toLowerCase()) ?? [])
}

export interface Within {
  readonly tenant: string | Placeholder
}

export type Viewer = string | Placeholder

/** Condition for `users` rows joined with `profiles`: public, active, and not blocking the viewer. */
export function isVisibleTo(scope: Within, viewer: Viewer): SQL {
  return sql`(${profiles.public} AND ${isReachableFor(scope, viewer)})`
}

/** Like `isVisibleTo`, but includes private profiles. Used for the viewer's followers. */
export function isReachableFor(scope: Within, viewer: Viewer): SQL {
  return sql`(${users.suspendedAt} IS NULL AND ${users.id} NOT IN (${blockersOf(scope, viewer)}))`
}

export function blockersOf(scope: Within, viewer: Viewer): SQL {
  return sql`SELECT from_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND to_id = ${viewer}`
}

export function blockedBy(scope: Within, viewer: Viewer): SQL {
  return sql`SELECT to_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND from_id = ${viewer}`
}

export function suspendedIds(scope: Within): SQL {
  return sql`SELECT id FROM ${users} WHERE tenant = ${scope.tenant} AND suspended_at IS NOT NULL`
}
