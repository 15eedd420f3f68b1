// Log in, refresh, log out, and the current user.
import { currentUser, login, logout, refresh } from '../../src/core/api/auth.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { changeUser, foldEmail, userByEmail } from '../users/accounts.js'
import { permissionsOf } from '../users/features.js'
import { startSession } from './login-origin.js'
import { isUnchanged } from './own-account.js'
import { enforceLimits } from './rate-limit.js'
import { endSession, rotate, type User } from './sessions.js'

export function loginRoutes(route: Route, { database, tokens, passwords, now, loginLimits }: Services): void {
  route(login, async ({ body, tenant, address, agent }) => {
    const limits = [
      { kind: 'address', value: address, perMinute: loginLimits.perAddress },
      // By what was entered, whether or not the account exists.
      { kind: 'account', value: foldEmail(body.email), perMinute: loginLimits.perAccount },
    ]
    await enforceLimits(database, tenant.key, limits, now())
    const caller = { tenant, address, agent, proof: 'password' } as const
    /** `undefined` if the account changed while the password was being checked. */
    const attempt = async () => {
      const user = await database.readBatch(tenant.key, scope => userByEmail(scope, body.email))
      // Outside any transaction: hashing takes time, and there are few connections.
      const isRight = await passwords.verify(body.password, user?.passwordHash)
      if (!user || !isRight || user.suspendedAt) throw new Problem('invalid_credentials')
      if (!user.emailVerifiedAt) throw new Problem('email_unverified')
      const isDated = user.passwordHash !== null && passwords.isDated(user.passwordHash)
      const passwordHash = isDated ? await passwords.hash(body.password) : undefined
      return database.inTenant(tenant.key, async scope => {
        // Including paid features, which are not in the user's row.
        const [unchanged, permissions] = await Promise.all([
          isUnchanged(scope, user),
          permissionsOf(scope, user.id, now()),
        ])
        if (!unchanged) return undefined
        if (passwordHash !== undefined) await changeUser(scope, user.id, { passwordHash })
        return { user: { ...user, ...permissions }, ...(await startSession(scope, user, caller, now())) }
      })
    }
    // Tried again in case another login only rehashed the password; a changed password fails the second time too.
    const started = (await attempt()) ?? (await attempt())
    if (!started) throw new Problem('invalid_credentials')
    const { user, sessionId, refreshToken } = started
    return { jwt: await tokens.issue(subjectOf(user, sessionId)), refreshToken }
  })

  route(refresh, async ({ body, tenant }) => {
    const rotated = await database.inTenant(tenant.key, scope => rotate(scope, body.refreshToken, now()))
    if (!rotated) throw new Problem('refresh_refused')
    const { session, refreshToken } = rotated
    return { jwt: await tokens.issue(subjectOf(session.user, session.id)), refreshToken }
  })

  route(currentUser, async ({ session: { user, avatar } }) => ({
    id: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerifiedAt !== null,
    roles: user.roles,
    features: user.features,
    ...(avatar !== null && { avatar }),
  }))

  route(logout, async ({ session, tenant }) => {
    await database.inTenant(tenant.key, scope => endSession(scope, session.id, 'logout', now()))
  })
}

export function subjectOf(user: User, sessionId: string) {
  const { id: userId, tenant, email, name, roles, features } = user
  return { userId, tenant, sessionId, email, name, roles, features }
}
