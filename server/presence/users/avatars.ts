// The pictures of users: set, taken away, and shown to whom the profile is shown.
import { and, eq } from 'drizzle-orm'
import * as api from '../../../src/core/api/account.js'
import type { Database, Scope } from '../../database/connection.js'
import { avatars } from '../../database/schema.js'
import { Problem } from '../../http/problem.js'
import type { Route } from '../../http/route.js'
import { spend } from '../auth/rate-limit.js'
import { type Picture, pictureOf } from './picture.js'
import { publicProfile } from './public-profiles.js'

/** Each is decoded and encoded while others wait. */
const SAVED_PER_MINUTE = 20

export interface AvatarParts {
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function avatarRoutes(route: Route, { database, now }: AvatarParts): void {
  route(api.saveAvatar, async ({ body, tenant, session: { user } }) => {
    const limit = { of: 'avatar', value: user.id, perMinute: SAVED_PER_MINUTE }
    await spend(database, tenant.key, [limit], now())
    const picture = pictureOf(body.picture)
    await database.inTenant(tenant.key, scope => keep(scope, user.id, picture))
    return { avatar: picture.version }
  })

  route(api.removeAvatar, async ({ tenant, session: { user } }) => {
    await database.inTenant(tenant.key, async scope => {
      await scope.sql.delete(avatars).where(ofUser(scope, user.id))
    })
    return undefined
  })

  route(api.avatarOf, ({ params, tenant, session: { user } }) =>
    database.reading(tenant.key, async scope => {
      const own = params.id.toLowerCase() === user.id
      if (!own && !(await publicProfile(scope, user.id, params.id))) throw new Problem('not_found')
      const [row] = await scope.sql
        .select({ picture: avatars.picture })
        .from(avatars)
        .where(ofUser(scope, params.id))
      if (!row) throw new Problem('not_found')
      return Buffer.from(row.picture, 'base64')
    }),
  )
}

async function keep(scope: Scope, userId: string, picture: Picture): Promise<void> {
  await scope.sql
    .insert(avatars)
    .values({ tenant: scope.tenant, userId, ...picture })
    .onConflictDoUpdate({ target: [avatars.tenant, avatars.userId], set: { ...picture } })
}

function ofUser(scope: Scope, userId: string) {
  return and(eq(avatars.tenant, scope.tenant), eq(avatars.userId, userId))
}
