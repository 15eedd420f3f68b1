// Log in, with a password or through an external provider; refresh, log out, and the current user.

import type { IDToken } from 'openid-client'
import { currentUser, login, logout, refresh } from '../../src/core/api/auth.js'
import { text } from '../../src/core/api/fields.js'
import { external } from '../../src/core/api/sign-up.js'
import { systemCode, UNIQUE_VIOLATION } from '../failure.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { type ProviderId, providerOf } from '../tenants/external-providers.js'
import { changeUser, foldEmail, userByEmail } from '../users/accounts.js'
import { permissionsOf } from '../users/features.js'
import {
  accountFor,
  isNonceUsed,
  languageOf,
  nameOf,
  provenAddress,
  type Visitor,
} from './external/identities.js'
import { ProviderClients } from './external/provider-client.js'
import { startSession } from './login-origin.js'
import { isUnchanged } from './own-account.js'
import { enforceLimits } from './rate-limit.js'
import { endSession, rotate, type User } from './sessions.js'

export function loginRoutes(
  route: Route,
  { database: { login: database }, tokens, passwords, now, loginLimits }: Services,
): void {
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

/** A first login may collide with itself in another tab, or with a registration of the same address: once each. */
const TRIES = 3
/** OpenID Connect Core, 2, limits subjects to 255 ASCII characters. */
const subjectText = text(1, 255)

export function externalRoutes(
  route: Route,
  { database: { login: database }, tokens, now, loginLimits }: Services,
): void {
  const clients = new ProviderClients(now)
  route(external, async ({ body: { provider, ...attempt }, tenant, address, agent }) => {
    const perAddress = { kind: 'address', value: address, perMinute: loginLimits.perAddress }
    await enforceLimits(database, tenant.key, [perAddress], now())
    const settings = await database.inTenant(tenant.key, scope => providerOf(scope, tenant, provider))
    if (!settings?.redirectUris.includes(attempt.redirectUri)) throw new Problem('request_invalid')
    const claims = await clients.redeem(tenant.key, settings, attempt)
    const visitor = visitorOf(provider, claims)
    const { issuer, subject } = visitor
    const perAccount = { kind: 'identity', value: `${issuer} ${subject}`, perMinute: loginLimits.perAccount }
    await enforceLimits(database, tenant.key, [perAccount], now())
    // In a transaction of its own: a nonce is used up even if the login fails.
    const used = await database.inTenant(tenant.key, scope => isNonceUsed(scope, attempt.nonce, now()))
    if (used) throw new Problem('invalid_token')

    const { user, session } = await settled(() =>
      database.inTenant(tenant.key, async scope => {
        const account = await accountFor(scope, visitor, now())
        const caller = { tenant, address, agent, proof: provider }
        const session = await startSession(scope, account, caller, now())
        return { user: { ...account, ...(await permissionsOf(scope, account.id, now())) }, session }
      }),
    )
    return {
      jwt: await tokens.issue(subjectOf(user, session.sessionId)),
      refreshToken: session.refreshToken,
    }
  })
}

function visitorOf(provider: ProviderId, claims: IDToken): Visitor {
  const subject = subjectText.safeParse(claims.sub)
  if (!subject.success) throw new Problem('invalid_token')
  const address = provenAddress(provider, claims)
  return {
    provider,
    issuer: claims.iss,
    subject: subject.data,
    address,
    name: nameOf(claims, address ?? ''),
    language: languageOf(claims),
  }
}

/** Runs `work` again after a unique violation: the row that was missing now exists. */
async function settled<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || systemCode(error) !== UNIQUE_VIOLATION) throw error
    }
  }
}
