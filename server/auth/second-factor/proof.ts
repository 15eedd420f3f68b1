import { and, eq, lt } from 'drizzle-orm'
import type { FactorProof } from '../../../src/core/contract/second-factor.js'
import { audit } from '../../admin/audit-log.js'
import { changeRows, countRows } from '../../database/queries.js'
import { passkeys, recoveryCodes, totpSecrets } from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import { Problem } from '../../http/problem.js'
import type { Services } from '../../http/route.js'
import { queueMail } from '../../mail/queue.js'
import type { Tenant } from '../../tenants/tenants.js'
import { userById } from '../../users/accounts.js'
import { networkOf } from '../networks.js'
import { attemptLimits, enforceLimits, type Limit } from '../rate-limit.js'
import type { User } from '../sessions.js'
import { type Challenge, countAttempt, type Purpose, printOf, takeChallenge } from './challenge.js'
import { type Factors, factorsOf, lockUser } from './factors.js'
import { type Assertion, checkAssertion } from './passkeys.js'
import { useRecoveryCode } from './recovery-codes.js'
import { stepOf } from './totp.js'

export type Method = 'totp' | 'passkey' | 'recovery'

/** Threshold for a warning. If fewer codes remain, the email about a used code suggests creating new ones. */
const FEW_CODES = 3

/**
 * Marks the proof as used in the caller's transaction.
 * @returns false if a parallel request has used it
 */
type Accept = (scope: Scope) => Promise<boolean>

interface Checked {
  readonly method: Method
  readonly accept: Accept | undefined
  readonly notice?: string
}

interface Opening {
  readonly tenant: Tenant
  readonly address: string
  readonly challenge: string
  readonly purpose: Purpose
  readonly sessionId?: string
  readonly limits: (user: User) => Promise<readonly Limit[]>
}

interface Redeeming extends Omit<Opening, 'challenge'> {
  readonly proof: FactorProof
}

interface Redeemed {
  readonly user: User
  readonly challenge: Challenge
  readonly method: Method
}

/**
 * Runs `work` if the proof is valid.
 * @throws Problem `challenge_invalid`, `second_factor_wrong`, `rate_limited`
 */
export async function redeemProof<T>(
  services: Services,
  redeeming: Redeeming,
  work: (scope: Scope, redeemed: Redeemed) => Promise<T>,
): Promise<T> {
  const { database, now } = services
  const { tenant, address, proof } = redeeming
  const { challenge, user, factors } = await openChallenge(services, {
    ...redeeming,
    challenge: proof.challenge,
  })
  const checked = await checkProof(services, { tenant, user, factors, proof, hash: challenge.hash })
  const { accept, method, notice } = checked
  const wrong = new Problem('second_factor_wrong', { notice })
  try {
    if (!accept) throw wrong
    return await database.inTenant(tenant.key, async scope => {
      const locked = await lockUser(scope, user.id)
      if (!locked || !isSame(locked, challenge)) throw new Problem('challenge_invalid')
      if (!(await takeChallenge(scope, challenge))) throw new Problem('challenge_invalid')
      if (!(await accept(scope))) throw wrong
      if (method === 'recovery') await onCodeUsed(scope, tenant, locked, now())
      return work(scope, { user: locked, challenge, method })
    })
  } catch (error) {
    if (error !== wrong) throw error
    const details = { method, network: networkOf(address) }
    await database.inTenant(tenant.key, scope =>
      audit(scope, { action: 'second-factor.refused', subject: user.id, details }),
    )
    throw error
  }
}

/**
 * Counts the attempt and loads the challenge, user and factors.
 * @throws Problem `challenge_invalid`, `rate_limited`
 */
export async function openChallenge(
  { database, now, loginLimits }: Services,
  { tenant, address, challenge: token, purpose, sessionId, limits }: Opening,
): Promise<{ readonly challenge: Challenge; readonly user: User; readonly factors: Factors }> {
  const enforce = (each: readonly Limit[]) =>
    enforceLimits(database, { tenant: tenant.key, limits: each, address, now: now() })
  await enforce(attemptLimits('second-factor', loginLimits, address))
  const of = { purpose, ...(sessionId !== undefined && { sessionId }) }
  const challenge = await database.inTenant(tenant.key, scope => countAttempt(scope, token, of, now()))
  if (!challenge) throw new Problem('challenge_invalid')
  const [user, factors] = await database.readInTenant(tenant.key, async scope => [
    await userById(scope, challenge.userId),
    await factorsOf(scope, challenge.userId),
  ])
  if (!user || !isSame(user, challenge)) throw new Problem('challenge_invalid')
  await enforce(await limits(user))
  return { challenge, user, factors }
}

/** Returns whether the account is unchanged since the password check. */
export function isSame(user: User, { print }: Challenge): boolean {
  return user.suspendedAt === null && user.emailVerifiedAt !== null && printOf(user) === print
}

interface Given {
  readonly tenant: Tenant
  readonly user: User
  readonly factors: Factors
  readonly proof: FactorProof
  readonly hash: string
}

/** Runs outside any transaction, because verifying signatures takes time. */
async function checkProof(services: Services, given: Given): Promise<Checked> {
  const { proof, user } = given
  if ('code' in proof) return checkCode(services, given, proof.code)
  if ('passkey' in proof) return checkPasskey(services, given, proof.passkey)
  const accept: Accept = scope => useRecoveryCode(scope, user.id, proof.recoveryCode)
  return { method: 'recovery', accept: given.factors.any ? accept : undefined }
}

export function ownerOf(user: Pick<User, 'tenant' | 'id'>): string {
  return `${user.tenant} ${user.id}`
}

function checkCode({ secretKey, now }: Services, { user, factors: { totp } }: Given, code: string): Checked {
  const wrong = { method: 'totp', accept: undefined } as const
  if (!totp) return wrong
  const secret = secretKey.unseal(totp.sealed, ownerOf(user))
  if (!secret) {
    const notice =
      'Cannot decrypt the secret of an authenticator app: it was not encrypted with the key in keys/second-factor.json.'
    return { ...wrong, notice }
  }
  const step = stepOf(secret, code, now())
  if (step === undefined) return wrong
  // If the same code is submitted in parallel, the database accepts it only once.
  const accept: Accept = async scope => {
    const isNewer = and(eq(totpSecrets.userId, user.id), lt(totpSecrets.lastStep, step))
    return (await changeRows(scope, totpSecrets, { lastStep: step }, isNewer)) === 1
  }
  return { method: 'totp', accept }
}

async function checkPasskey(
  { partyOf, now }: Services,
  { tenant, factors, hash }: Given,
  assertion: Assertion,
): Promise<Checked> {
  const passkey = factors.passkeys.find(({ credentialId }) => credentialId === assertion.id)
  const counter = passkey && (await checkAssertion(partyOf(tenant), passkey, assertion, hash))
  if (!passkey || counter === undefined) return { method: 'passkey', accept: undefined }
  const accept: Accept = async scope => {
    // Most synced passkeys always send 0.
    const hasRisen = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
    const used = { counter, usedAt: new Date(now()) }
    return (await changeRows(scope, passkeys, used, eq(passkeys.id, passkey.id), hasRisen)) === 1
  }
  return { method: 'passkey', accept }
}

async function onCodeUsed(scope: Scope, tenant: Tenant, user: User, now: number): Promise<void> {
  const left = await countRows(scope, recoveryCodes, eq(recoveryCodes.userId, user.id))
  const template = left < FEW_CODES ? 'recovery-codes-low' : 'recovery-code-used'
  await queueMail(scope, tenant, user, template, {
    values: { name: user.name, left: String(left) },
    time: now,
  })
  await audit(scope, { actor: user.id, action: 'recovery-code.used', subject: user.id, details: { left } })
}
