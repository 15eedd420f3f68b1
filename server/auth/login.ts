import type { IDToken } from 'openid-client'
import { currentUser, login, logout, refresh } from '../../src/core/contract/auth.js'
import { text } from '../../src/core/contract/endpoint.js'
import { external } from '../../src/core/contract/sign-up.js'
import { audit } from '../admin/audit-log.js'
import type { Transactions } from '../database/transactions.js'
import { systemCode, UNIQUE_VIOLATION } from '../failure.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { type ProviderId, providerOf } from '../tenants/external-providers.js'
import { changeUser, userByEmail } from '../users/accounts.js'
import { permissionsOf } from '../users/features.js'
import { subjectOf } from './access-tokens.js'
import {
  accountFor,
  displayName,
  isNonceUsed,
  languageOf,
  provenAddress,
  type Visitor,
} from './external/identities.js'
import { ProviderClients } from './external/provider-client.js'
import { deviceCookie, deviceIn, isKnownDevice, rememberDevice } from './known-devices.js'
import { type Caller, startSession } from './login-origin.js'
import { networkOf } from './networks.js'
import { isUnchanged } from './own-account.js'
import { attemptLimits, enforceLimits, type Limit } from './rate-limit.js'
import { registrationForLogin } from './registrations.js'
import { hasFactor, lockUser } from './second-factor/factors.js'
import { factorDemand } from './second-factor/login-step.js'
import { endSession, rotate } from './sessions.js'

export function loginRoutes(route: Route, services: Services): void {
  const { tokens, passwords, now, loginLimits } = services
  const { login: database } = services.database
  route(login, async ({ body, tenant, address, agent, cookies, setCookie }) => {
    const device = deviceIn(cookies, tenant.key)
    await enforceLimits(database, {
      tenant: tenant.key,
      limits: await limitsFor(tenant.key, body.email, address, device),
      address,
      now: now(),
    })
    const caller = { tenant, address, agent, proof: 'password' } as const
    const attempt = async () => {
      const [user, registration] = await database.readBatch(tenant.key, scope =>
        Promise.all([userByEmail(scope, body.email), registrationForLogin(scope, body.email, now())]),
      )
      // Hash outside the transaction: hashing is slow and connections are scarce.
      const isRight = await passwords.verify(body.password, user?.passwordHash)
      if (!user || !isRight || user.suspendedAt || !user.emailVerifiedAt) {
        // Every rejected login verifies a second hash, so that neither the response nor its timing reveals an
        // account. Users whose registration is unconfirmed get a specific error, even if the address has an
        // account.
        const isWaiting = await passwords.verify(body.password, registration?.passwordHash)
        await auditFailedLogin(database, caller, user?.id)
        throw new Problem(isWaiting ? 'email_unverified' : 'invalid_credentials')
      }
      const isDated = user.passwordHash !== null && passwords.isDated(user.passwordHash)
      const passwordHash = isDated ? await passwords.hash(body.password) : undefined
      return database.inTenant(tenant.key, async scope => {
        // Permissions include paid features, which are not in the user's row. The statement order matters:
        // the row must be locked before the factors are read.
        const [unchanged, permissions, asksFactor] = await Promise.all([
          isUnchanged(scope, user),
          permissionsOf(scope, user.id, now()),
          hasFactor(scope, user.id),
        ])
        if (!unchanged) return undefined
        if (passwordHash !== undefined) await changeUser(scope, user.id, { passwordHash })
        const owner = passwordHash === undefined ? user : { ...user, passwordHash }
        const demand = asksFactor && (await factorDemand(scope, services, owner, caller))
        if (demand) return { demand }
        const [session, secret] = await Promise.all([
          startSession(scope, user, caller, now()),
          rememberDevice(scope, user.id, device, now()),
        ])
        return { demand: undefined, user: { ...user, ...permissions }, ...session, secret }
      })
    }
    // Retry once: another login may have rehashed the password. If the password was changed, the retry fails.
    const started = (await attempt()) ?? (await attempt())
    if (!started) throw new Problem('invalid_credentials')
    // Throw outside the transaction, which has to commit the challenge.
    if (started.demand) throw started.demand
    const { user, sessionId, refreshToken, secret } = started
    setCookie(deviceCookie(tenant.key, secret))
    return { jwt: await tokens.issue(subjectOf(user, sessionId)), refreshToken }
  })

  const limitsFor = async (
    tenant: string,
    email: string,
    address: string,
    device: string | undefined,
  ): Promise<Limit[]> => {
    const isKnown =
      device !== undefined && (await database.readBatch(tenant, scope => isKnownDevice(scope, device, email)))
    if (isKnown) return [{ kind: 'login:device', value: device, count: loginLimits.perAccount }]
    return attemptLimits('login', loginLimits, address, email)
  }

  route(refresh, async ({ body, tenant }) => {
    const { refresh: lane } = services.database
    const rotated = await lane.inTenant(tenant.key, scope => rotate(scope, body.refreshToken, now()))
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

  route(logout, async ({ session: { id, user }, tenant }) => {
    await database.inTenant(tenant.key, async scope => {
      await endSession(scope, id, 'logout', now())
      await audit(scope, { actor: user.id, action: 'session.ended', subject: user.id })
    })
  })
}

/** Runs the same statements whether or not the account exists. */
async function auditFailedLogin(
  database: Transactions,
  { tenant, address, proof }: Pick<Caller, 'tenant' | 'address' | 'proof'>,
  userId: string | undefined,
): Promise<void> {
  const details = { proof, network: networkOf(address) }
  await database.inTenant(tenant.key, scope =>
    audit(scope, { action: 'login.failed', subject: userId, details }),
  )
}

/**
 * Maximum number of attempts. A first login may collide with another tab and with a registration of the same
 * address.
 */
const TRIES = 3
/** OpenID Connect Core, section 2, limits subjects to 255 ASCII characters. */
const subjectText = text(1, 255)

export function externalRoutes(route: Route, services: Services): void {
  const { tokens, now, loginLimits } = services
  const { login: database } = services.database
  const clients = new ProviderClients(now)
  route(external, async ({ body: { provider, ...attempt }, tenant, address, agent }) => {
    const enforce = (limits: readonly Limit[]) =>
      enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
    await enforce(attemptLimits('login', loginLimits, address))
    const settings = await database.inTenant(tenant.key, scope => providerOf(scope, tenant, provider))
    if (!settings?.redirectUris.includes(attempt.redirectUri)) throw new Problem('request_invalid')
    const claims = await clients.redeem(tenant.key, settings, attempt)
    const visitor = visitorOf(provider, claims)
    const { issuer, subject } = visitor
    await enforce([{ kind: 'identity', value: `${issuer} ${subject}`, count: loginLimits.perAccount }])
    // Use a separate transaction, so that the nonce counts as used even if the login fails.
    const used = await database.inTenant(tenant.key, scope => isNonceUsed(scope, attempt.nonce, now()))
    if (used) throw new Problem('invalid_token')

    const started = await settled(() =>
      database.inTenant(tenant.key, async scope => {
        const found = await accountFor(scope, tenant, visitor, now())
        const caller = { tenant, address, agent, proof: provider }
        // Lock the account: a parallel request may be changing its second factor.
        const account = (await lockUser(scope, found.id)) ?? found
        const demand = await factorDemand(scope, services, account, caller)
        if (demand) return { demand }
        const session = await startSession(scope, account, caller, now())
        const permissions = await permissionsOf(scope, account.id, now())
        return { demand: undefined, user: { ...account, ...permissions }, ...session }
      }),
    )
    if (started.demand) throw started.demand
    const { user, sessionId, refreshToken } = started
    return { jwt: await tokens.issue(subjectOf(user, sessionId)), refreshToken }
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
    name: displayName(claims, address ?? ''),
    language: languageOf(claims),
  }
}

async function settled<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || systemCode(error) !== UNIQUE_VIOLATION) throw error
    }
  }
}
