// Log in through an external provider.
import type { IDToken } from 'openid-client'
import { text } from '../../../src/core/api/fields.js'
import { external } from '../../../src/core/api/sign-up.js'
import { systemCode, UNIQUE_VIOLATION } from '../../failure.js'
import { Problem } from '../../http/problem.js'
import type { Route, Services } from '../../http/route.js'
import { type ProviderId, providerOf } from '../../tenants/external-providers.js'
import { permissionsOf } from '../../users/features.js'
import { subjectOf } from '../login.js'
import { startSession } from '../login-origin.js'
import { enforceLimits } from '../rate-limit.js'
import { accountFor, isNonceUsed, languageOf, nameOf, provenAddress, type Visitor } from './identities.js'
import { ProviderClients } from './provider-client.js'

/** A first login may collide with itself in another tab, or with a registration of the same address: once each. */
const TRIES = 3
/** OpenID Connect Core, 2, limits subjects to 255 ASCII characters. */
const subjectText = text(1, 255)

export function externalRoutes(route: Route, { database, tokens, now, loginLimits }: Services): void {
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
