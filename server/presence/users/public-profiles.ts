// What one user is shown of others.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PublicProfile } from '../../../src/core/api/users.js'
import type { ConnectionSql, Scope } from '../../database/connection.js'
import { onceFor } from '../../database/once-for.js'
import { avatars, links, profiles, users } from '../../database/schema.js'
import { isVisibleTo } from './visibility.js'

/** The profiles of `ids` in their order; what the viewer may not see is left out. */
export async function publicProfiles(
  scope: Scope,
  viewer: string,
  ids: readonly string[],
): Promise<PublicProfile[]> {
  return shown(await rowsOf(scope, viewer, ids), ids, ({ visible }) => visible)
}

/**
 * As `publicProfiles`, but nobody is left out: who may not be seen has an id alone, so that a block can be lifted
 * from somebody who has gone private.
 */
export async function blockedProfiles(
  scope: Scope,
  viewer: string,
  ids: readonly string[],
): Promise<PublicProfile[]> {
  const rows = await rowsOf(scope, viewer, ids)
  const hidden = { name: '', handle: '', bio: '', instruments: [], avatar: null }
  const blanked = rows.map(row => (row.visible ? row : { ...row, ...hidden }))
  return shown(blanked, ids, () => true)
}

export async function publicProfile(
  scope: Scope,
  viewer: string,
  id: string,
): Promise<PublicProfile | undefined> {
  const [profile] = await publicProfiles(scope, viewer, [id])
  return profile
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

async function rowsOf(scope: Scope, viewer: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return profilesAsSeen(scope.sql).execute({ tenant: scope.tenant, viewer, ids: [...ids] })
}

const within = { tenant: sql.placeholder('tenant') }
const viewer = sql.placeholder('viewer')

const profilesAsSeen = onceFor((connection: ConnectionSql) => {
  const linked = (kind: 'follow' | 'block'): SQL<boolean> =>
    sql<boolean>`EXISTS (SELECT 1 FROM ${links} WHERE tenant = ${within.tenant} AND from_id = ${viewer}
      AND kind = ${kind} AND to_id = ${users.id})`
  return connection
    .select({
      id: users.id,
      name: users.name,
      handle: profiles.handle,
      bio: profiles.bio,
      instruments: profiles.instruments,
      avatar: avatars.version,
      isFollowing: linked('follow'),
      isBlocked: linked('block'),
      visible: sql<boolean>`${isVisibleTo(within, viewer)}`,
    })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.tenant, users.tenant), eq(profiles.userId, users.id)))
    .leftJoin(avatars, and(eq(avatars.tenant, users.tenant), eq(avatars.userId, users.id)))
    .where(and(eq(users.tenant, within.tenant), sql`${users.id} = ANY(${sql.placeholder('ids')}::uuid[])`))
    .prepare('profiles_as_seen')
})

function shown(rows: readonly Row[], ids: readonly string[], keep: (row: Row) => boolean): PublicProfile[] {
  const byId = new Map(rows.filter(keep).map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id.toLowerCase())
    if (!row) return []
    const { visible: _ours, avatar, ...profile } = row
    return [{ ...profile, ...(avatar !== null && { avatar }) }]
  })
}
