import { ADMIN_ROLE } from '../../src/core/api/claims.js'
import * as api from '../../src/core/api/users.js'
import { audit } from '../admin/audit-log.js'
import type { User } from '../auth/sessions.js'
import type { Database } from '../database/connection.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { userById } from './accounts.js'
import { permissionsOf } from './features.js'
import { block, follow, linkCount, linked, unblock, unfollow } from './links.js'
import { idOfHandle, profileOf, saveProfile } from './profiles.js'
import { blockedProfiles, followerProfiles, publicProfile, publicProfiles } from './public-profiles.js'
import { findPeople } from './search.js'

export function userRoutes(route: Route, services: Services): void {
  const { database } = services
  profileRoutes(route, services)
  linkRoutes(route, database)

  route(api.searchUsers, ({ body, tenant, session }) =>
    database.readBatch(tenant.key, scope => findPeople(scope, session.user.id, body.query, body)),
  )

  route(api.userSummary, ({ tenant, session: { user } }) =>
    database.readBatch(tenant.key, async scope => {
      const kinds = ['followers', 'following', 'blocked'] as const
      const [followers, following, blocked] = await Promise.all(
        kinds.map(kind => linkCount(scope, user.id, kind)),
      )
      return { followers: followers ?? 0, following: following ?? 0, blocked: blocked ?? 0 }
    }),
  )
}

function profileRoutes(route: Route, { database, now }: Services): void {
  route(api.ownProfile, ({ tenant, session }) =>
    database.readBatch(tenant.key, async scope => found(await profileOf(scope, session.user.id))),
  )

  route(api.saveProfile, ({ body, tenant, session }) =>
    database.inTenant(tenant.key, async scope => {
      await saveProfile(scope, session.user.id, body)
      return found(await profileOf(scope, session.user.id))
    }),
  )

  route(api.userById, ({ params, tenant, session: { user, lacksFactor } }) => {
    const id = params.id.toLowerCase()
    const full = async (scope: Scope) => inFull(scope, found(await userById(scope, id)), now())
    if (id === user.id) return database.readInTenant(tenant.key, full)
    if (!user.roles.includes(ADMIN_ROLE) || lacksFactor)
      return database.readInTenant(tenant.key, async scope => found(await publicProfile(scope, user.id, id)))
    return database.inTenant(tenant.key, async scope => {
      const answer = await full(scope)
      await audit(scope, { actor: user.id, action: 'admin.user-read', subject: id })
      return answer
    })
  })

  route(api.publicUser, ({ params, tenant, session }) =>
    database.readBatch(tenant.key, async scope =>
      found(await publicProfile(scope, session.user.id, params.id)),
    ),
  )

  route(api.userByHandle, ({ params, tenant, session }) =>
    database.readInTenant(tenant.key, async scope => {
      const id = found(await idOfHandle(scope, params.handle))
      return found(await publicProfile(scope, session.user.id, id))
    }),
  )
}

function linkRoutes(route: Route, database: Database): void {
  // The specification's link/ without a user has an error code of its own.
  route(api.followNobody, async () => {
    throw new Problem('user_missing')
  })

  route(api.followUser, ({ params, tenant, session }) =>
    database.inTenant(tenant.key, scope => follow(scope, session.user.id, params.id)),
  )

  route(api.unfollowUser, ({ params, tenant, session }) =>
    database.inTenant(tenant.key, scope => unfollow(scope, session.user.id, params.id)),
  )

  route(api.blockUser, ({ params, tenant, session }) =>
    database.inTenant(tenant.key, scope =>
      (params.blocked === '1' ? block : unblock)(scope, session.user.id, params.id),
    ),
  )

  route(api.userLinks, ({ query, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope => {
      const { ids, total } = await linked(scope, user.id, query.kind, query.page ?? 1)
      return { items: await PROFILES_OF[query.kind](scope, user.id, ids), total }
    }),
  )
}

const PROFILES_OF = { followers: followerProfiles, following: publicProfiles, blocked: blockedProfiles }

async function inFull(scope: Scope, user: User, now: number) {
  const { id, email, name, emailVerifiedAt } = user
  return {
    id,
    email,
    name,
    emailVerified: emailVerifiedAt !== null,
    ...(await permissionsOf(scope, id, now)),
    profile: found(await profileOf(scope, id)),
  }
}
