import { ADMIN_ROLE } from '../../src/core/contract/claims.js'
import * as api from '../../src/core/contract/users.js'
import { audit } from '../admin/audit-log.js'
import type { User } from '../auth/sessions.js'
import type { Scope } from '../database/transactions.js'
import { found, Problem } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { userById } from './accounts.js'
import { permissionsOf } from './features.js'
import { block, follow, linkCount, linked, unblock, unfollow } from './links.js'
import { idOfHandle, profileOf, saveProfile } from './profiles.js'
import { blockedProfiles, followerProfiles, publicProfile, publicProfiles } from './public-profiles.js'
import { findPeople } from './search.js'

export function userRoutes(route: Route, { database, now }: Services): void {
  const { change, read, readBatch } = transactionRoutes(route, database)

  readBatch(api.ownProfile, async (scope, { user }) => found(await profileOf(scope, user.id)))
  change(api.saveProfile, async (scope, { user, body }) => {
    await saveProfile(scope, user.id, body)
    return found(await profileOf(scope, user.id))
  })
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
  readBatch(api.publicUser, async (scope, { user, params }) =>
    found(await publicProfile(scope, user.id, params.id)),
  )
  read(api.userByHandle, async (scope, { user, params }) => {
    const id = found(await idOfHandle(scope, params.handle))
    return found(await publicProfile(scope, user.id, id))
  })
  readBatch(api.searchUsers, (scope, { user, body }) => findPeople(scope, user.id, body.query, body))
  readBatch(api.userSummary, async (scope, { user }) => {
    const [followers, following, blocked] = await Promise.all([
      linkCount(scope, user.id, 'followers'),
      linkCount(scope, user.id, 'following'),
      linkCount(scope, user.id, 'blocked'),
    ])
    return { followers, following, blocked }
  })

  // The specification defines a separate error code for `link/` without a user ID.
  route(api.followNobody, async () => {
    throw new Problem('user_missing')
  })
  change(api.followUser, (scope, { user, params }) => follow(scope, user.id, params.id))
  change(api.unfollowUser, (scope, { user, params }) => unfollow(scope, user.id, params.id))
  change(api.blockUser, (scope, { user, params }) =>
    (params.blocked === '1' ? block : unblock)(scope, user.id, params.id),
  )
  read(api.userLinks, async (scope, { user, query }) => {
    const { ids, total } = await linked(scope, user.id, query.kind, query.page ?? 1)
    return { items: await PROFILES_OF[query.kind](scope, user.id, ids), total }
  })
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
