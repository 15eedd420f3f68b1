import { eq } from 'drizzle-orm'
import { avatarOf, removeAvatar, saveAvatar } from '../../src/core/api/account.js'
import { enforceLimits } from '../auth/rate-limit.js'
import { deleteRows, findRow } from '../database/queries.js'
import { avatars } from '../database/schema.js'
import { found, Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import type { Pictures } from '../pictures/pictures.js'
import { publicProfile } from './public-profiles.js'

/** Pictures are decoded one at a time, and those of others wait. */
const UPLOADS_PER_MINUTE = 20

export function avatarRoutes(route: Route, { database, now }: Services, pictures: Pictures): void {
  route(saveAvatar, async ({ body, tenant, address, session: { user } }) => {
    const limits = [{ kind: 'avatar', value: user.id, count: UPLOADS_PER_MINUTE }]
    await enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
    const picture = await pictures.read(body.picture)
    await database.inTenant(tenant.key, scope =>
      scope.sql
        .insert(avatars)
        .values({ tenant: scope.tenant, userId: user.id, ...picture })
        .onConflictDoUpdate({ target: [avatars.tenant, avatars.userId], set: { ...picture } }),
    )
    return { avatar: picture.version }
  })

  route(removeAvatar, async ({ tenant, session: { user } }) => {
    await database.inTenant(tenant.key, scope => deleteRows(scope, avatars, eq(avatars.userId, user.id)))
  })

  route(avatarOf, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope => {
      const own = params.id.toLowerCase() === user.id
      if (!own && !(await publicProfile(scope, user.id, params.id))) throw new Problem('not_found')
      const row = found(await findRow(scope, avatars, eq(avatars.userId, params.id)))
      return Buffer.from(row.picture, 'base64')
    }),
  )
}
