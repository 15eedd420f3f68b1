import { secondFactorLogin } from '../../../src/core/contract/second-factor.js'
import type { Scope } from '../../database/transactions.js'
import { Problem } from '../../http/problem.js'
import type { Route, Services } from '../../http/route.js'
import type { Tenant } from '../../tenants/tenants.js'
import { permissionsOf } from '../../users/features.js'
import { subjectOf } from '../access-tokens.js'
import { deviceCookie, deviceIn, isKnownDevice, rememberDevice } from '../known-devices.js'
import { type Caller, startSession } from '../login-origin.js'
import type { Limit } from '../rate-limit.js'
import type { User } from '../sessions.js'
import { issueChallenge, type Purpose } from './challenge.js'
import { type Factors, factorsOf } from './factors.js'
import { requestOptions } from './passkeys.js'
import { redeemProof } from './proof.js'

const HOUR_MS = 60 * 60_000
/**
 * Hourly limit per account, device or session, including successful attempts. Three in a million codes are
 * valid at any time.
 */
const ATTEMPTS_PER_HOUR = 20

export function hourlyLimit(kind: 'account' | 'device' | 'session', value: string): Limit {
  return { kind: `second-factor:${kind}`, value, count: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS }
}

/**
 * The caller must have locked the account's row.
 * @returns the problem to throw after the transaction has committed
 */
export async function factorDemand(
  scope: Scope,
  services: Services,
  user: User,
  { tenant, proof }: Pick<Caller, 'tenant' | 'proof'>,
): Promise<Problem | undefined> {
  const factors = await factorsOf(scope, user.id)
  if (!factors.any) return undefined
  const asked = { purpose: 'login', details: { proof } } as const
  const secondFactor = await askFor(scope, services, { tenant, user, factors }, asked)
  return new Problem('second_factor_required', { secondFactor })
}

export async function askFor(
  scope: Scope,
  { partyOf, now }: Services,
  { tenant, user, factors }: { readonly tenant: Tenant; readonly user: User; readonly factors: Factors },
  asked: {
    readonly purpose: Purpose
    readonly sessionId?: string
    readonly details?: Readonly<Record<string, string>>
  },
) {
  const { challenge, hash } = await issueChallenge(scope, user, asked, now())
  const methods = [
    ...(factors.totp ? ['totp'] : []),
    ...(factors.passkeys.length > 0 ? ['passkey'] : []),
    ...(factors.recoveryCodes > 0 ? ['recovery'] : []),
  ]
  if (factors.passkeys.length === 0) return { challenge, methods }
  return { challenge, methods, passkey: await requestOptions(partyOf(tenant), factors.passkeys, hash) }
}

export function secondStepRoutes(route: Route, services: Services): void {
  const { database, tokens, now } = services

  route(secondFactorLogin, async ({ body, tenant, address, agent, cookies, setCookie }) => {
    const device = deviceIn(cookies, tenant.key)
    /** No limit per network is needed, because the first factor is already verified. */
    const limits = async ({ id, email }: User) => {
      const isKnown =
        device !== undefined &&
        (await database.readBatch(tenant.key, scope => isKnownDevice(scope, device, email)))
      return [isKnown ? hourlyLimit('device', `${id} ${device}`) : hourlyLimit('account', id)]
    }
    const given = { tenant, address, proof: body, purpose: 'login', limits } as const
    const begun = await redeemProof(services, given, async (scope, { user, challenge, method }) => {
      const proof = challenge.details.proof as Caller['proof']
      const caller = { tenant, address, agent, proof, secondFactor: method }
      const session = await startSession(scope, user, caller, now())
      // Don't set a device cookie after an external login: the provider limits its own attempts.
      const secret = proof === 'password' ? await rememberDevice(scope, user.id, device, now()) : undefined
      return { user: { ...user, ...(await permissionsOf(scope, user.id, now())) }, ...session, secret }
    })
    const { user, sessionId, refreshToken, secret } = begun
    if (secret !== undefined) setCookie(deviceCookie(tenant.key, secret))
    return { jwt: await tokens.issue(subjectOf(user, sessionId)), refreshToken }
  })
}
