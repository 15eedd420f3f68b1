import { eq } from 'drizzle-orm'
import { avatarOf, removeAvatar, saveAvatar } from '../../src/core/contract/account.js'
import { enforceLimits } from '../auth/rate-limit.js'
import { addRows, deleteRows, findRow } from '../database/queries.js'
import { avatars } from '../database/schema.js'
import { found } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import type { Pictures } from '../pictures/pictures.js'
import { publicProfile } from './public-profiles.js'

/** Upload limit per user. Pictures are decoded one by one, so each upload delays other users. */
const UPLOADS_PER_MINUTE = 20

export function avatarRoutes(route: Route, { database, now }: Services, pictures: Pictures): void {
  const { change, read } = transactionRoutes(route, database)

  route(saveAvatar, async ({ body, tenant, address, user }) => {
    const limits = [{ kind: 'avatar', value: user.id, count: UPLOADS_PER_MINUTE }]
    await enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
    const picture = await pictures.read(body.picture)
    const target = [avatars.tenant, avatars.userId]
    await database.inTenant(tenant.key, scope =>
      addRows(scope, avatars, { userId: user.id, ...picture }).onConflictDoUpdate({ target, set: picture }),
    )
    return { avatar: picture.version }
  })

  change(removeAvatar, async (scope, { user }) => {
    await deleteRows(scope, avatars, eq(avatars.userId, user.id))
  })

  read(avatarOf, async (scope, { user, params }) => {
    if (params.id.toLowerCase() !== user.id) found(await publicProfile(scope, user.id, params.id))
    const row = found(await findRow(scope, avatars, eq(avatars.userId, params.id)))
    return Buffer.from(row.picture, 'base64')
  })
}
