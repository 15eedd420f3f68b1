// Log in, who am I, refresh, log out.
import { currentUser, login, logout, refresh } from '../../../src/core/api/auth.js'
import type { Config } from '../../config.js'
import type { Database } from '../../database/connection.js'
import { Problem } from '../../http/problem.js'
import type { Route } from '../../http/route.js'
import { changeUser, foldEmail, userByEmail } from '../users/accounts.js'
import { featuresOf } from '../users/features.js'
import type { AccessTokens } from './access-tokens.js'
import { isUnchanged } from './own-password.js'
import type { Passwords } from './passwords.js'
import { beginSessionFrom } from './places.js'
import { spend } from './rate-limit.js'
import { endSession, rotate, type User } from './sessions.js'

export interface AuthParts {
  readonly database: Database
  readonly tokens: AccessTokens
  readonly passwords: Passwords
  readonly now: () => number
  readonly loginLimits: Config['loginLimits']
}

export function authRoutes(route: Route, parts: AuthParts): void {
  const { database, tokens, passwords, now, loginLimits } = parts
  route(login, async ({ body, tenant, address, agent }) => {
    const limits = [
      { of: 'address', value: address, perMinute: loginLimits.perAddress },
      // By what was typed, whether or not there is such an account.
      { of: 'account', value: foldEmail(body.email), perMinute: loginLimits.perAccount },
    ]
    await spend(database, tenant.key, limits, now())
    const caller = { tenant, address, agent, proof: 'password' } as const
    /** `undefined` where the account changed while the password was checked. */
    const begin = async () => {
      const user = await database.glance(tenant.key, scope => userByEmail(scope, body.email))
      // Verified outside of any transaction: hashing takes its time, connections are few.
      const right = await passwords.verify(body.password, user?.passwordHash)
      if (!user || !right || user.suspendedAt) throw new Problem('invalid_credentials')
      if (!user.emailVerifiedAt) throw new Problem('email_unverified')
      const dated = user.passwordHash !== null && passwords.isDated(user.passwordHash)
      const passwordHash = dated ? await passwords.hash(body.password) : undefined
      return database.inTenant(tenant.key, async scope => {
        // With what is paid for, which the row of the user does not know.
        const [unchanged, powers] = await Promise.all([
          isUnchanged(scope, user),
          featuresOf(scope, user.id, now()),
        ])
        if (!unchanged) return undefined
        if (passwordHash !== undefined) await changeUser(scope, user.id, { passwordHash })
        return { user, powers, ...(await beginSessionFrom(scope, user, caller, now())) }
      })
    }
    // Once more where it was only hashed anew, by another log-in; a password that was changed opens nothing any more.
    const begun = (await begin()) ?? (await begin())
    if (!begun) throw new Problem('invalid_credentials')
    const { user, powers, ...session } = begun
    const jwt = await tokens.issue(subjectOf({ ...user, ...powers }, session.sessionId))
    return { jwt, refreshToken: session.refreshToken }
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
    return undefined
  })
}

export function subjectOf(user: User, sessionId: string) {
  const { id: userId, tenant, email, name, roles, features } = user
  return { userId, tenant, sessionId, email, name, roles, features }
}
