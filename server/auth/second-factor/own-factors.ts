import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ADMIN_ROLE } from '../../../src/core/contract/claims.js'
import * as api from '../../../src/core/contract/second-factor.js'
import { audit } from '../../admin/audit-log.js'
import { addRows, changeRows, deleteRows, findRow } from '../../database/queries.js'
import { passkeys, sessions, totpSecrets } from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import { systemCode, UNIQUE_VIOLATION } from '../../failure.js'
import { Problem } from '../../http/problem.js'
import { type Call, type Route, type Services, transactionRoutes } from '../../http/route.js'
import { queueMail } from '../../mail/queue.js'
import type { Tenant } from '../../tenants/tenants.js'
import { revokeLinks } from '../link-tokens.js'
import { checkPassword } from '../own-account.js'
import { endOtherSessions } from '../own-sessions.js'
import type { LiveSession, User } from '../sessions.js'
import { type Challenge, issueChallenge, type Purpose, takeChallenge } from './challenge.js'
import { type Factors, factorsOf, forgetFactors, lockUser } from './factors.js'
import { askFor, hourlyLimit } from './login-step.js'
import { checkCreated, creationOptions } from './passkeys.js'
import { isSame, openChallenge, ownerOf, redeemProof } from './proof.js'
import { renewRecoveryCodes } from './recovery-codes.js'
import { base32, newSecret, otpauthUri, stepOf } from './totp.js'

const MAX_PASSKEYS = 20
/** Maximum age of the login, ms, when an account without a password sets up its first second factor. */
const LOGIN_MS = 10 * 60_000

type Own = Pick<Call<unknown, unknown, unknown>, 'session' | 'tenant' | 'address'>

export function ownFactorRoutes(
  route: Route,
  services: Services & { readonly adminSecondFactor: 'required' | 'optional' },
): void {
  const { database, now, partyOf, secretKey } = services
  const { change } = transactionRoutes(route, database)

  const factors = ({ session, tenant }: Own) =>
    database.readInTenant(tenant.key, scope => factorsOf(scope, session.user.id))

  route(api.secondFactorState, async call => {
    const { totp, passkeys: keys, recoveryCodes } = await factors(call)
    const { user } = call.session
    return {
      totp: totp !== undefined,
      passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        ...(usedAt && { usedAt: usedAt.toISOString() }),
      })),
      recoveryCodes,
      passkeyOrigin: partyOf(call.tenant).origin,
      hasPassword: user.passwordHash !== null,
      required: services.adminSecondFactor === 'required' && user.roles.includes(ADMIN_ROLE),
    }
  })

  route(api.beginTotp, async call => {
    const { session, tenant, body } = call
    const present = await factors(call)
    if (present.totp) throw new Problem('second_factor_present')
    await checkFirst(services, call, present, body.currentPassword)
    const secret = newSecret()
    const details = { sealed: secretKey.seal(secret, ownerOf(session.user)) }
    const { challenge } = await begin(services, call, 'totp', details)
    const uri = otpauthUri(secret, tenant.name, session.user.email)
    return { challenge, secret: base32(secret), uri }
  })

  route(api.addTotp, async call => {
    const { session, body } = call
    const opened = await open(services, call, body, 'totp')
    const { sealed = '' } = opened.challenge.details
    const secret = secretKey.unseal(sealed, ownerOf(session.user))
    const step = secret && stepOf(secret, body.code, now())
    if (step === undefined) throw new Problem('second_factor_wrong')
    const factor = { userId: session.user.id, sealed, lastStep: step, createdAt: new Date(now()) }
    return add(services, call, opened.challenge, 'totp', scope => addRows(scope, totpSecrets, factor))
  })

  route(api.removeTotp, call =>
    remove(services, call, 'totp', scope =>
      deleteRows(scope, totpSecrets, eq(totpSecrets.userId, call.session.user.id)),
    ),
  )

  route(api.beginPasskey, async call => {
    const { session, tenant, body } = call
    const present = await factors(call)
    if (present.passkeys.length >= MAX_PASSKEYS) throw new Problem('passkeys_full')
    await checkFirst(services, call, present, body.currentPassword)
    const { challenge, hash } = await begin(services, call, 'passkey')
    const options = await creationOptions(partyOf(tenant), session.user, present.passkeys, hash)
    return { challenge, options }
  })

  route(api.addPasskey, async call => {
    const { session, tenant, body } = call
    const { name, transports = [], challenge: _token, ...created } = body
    const { challenge, factors: present } = await open(services, call, body, 'passkey')
    if (present.passkeys.length >= MAX_PASSKEYS) throw new Problem('passkeys_full')
    const credential = await checkCreated(partyOf(tenant), created, challenge.hash)
    if (!credential) throw new Problem('passkey_refused')
    const { id: credentialId, counter } = credential
    const factor = {
      ...{ id: randomUUID(), userId: session.user.id, name, credentialId, counter, transports },
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      createdAt: new Date(now()),
    }
    return add(services, call, challenge, 'passkey', scope => addRows(scope, passkeys, factor))
  })

  route(api.removePasskey, call =>
    remove(services, call, 'passkey', scope =>
      deleteRows(scope, passkeys, eq(passkeys.userId, call.session.user.id), eq(passkeys.id, call.params.id)),
    ),
  )

  change(api.renewCodes, async (scope, { user }) => {
    await lockUser(scope, user.id)
    if (!(await factorsOf(scope, user.id)).any) throw new Problem('not_found')
    await audit(scope, { actor: user.id, action: 'codes.renewed', subject: user.id })
    return { recoveryCodes: await renewRecoveryCodes(scope, user.id) }
  })

  change(api.askFactor, async (scope, { session, user, tenant }) => {
    const present = await factorsOf(scope, user.id)
    if (!present.any) throw new Problem('not_found')
    const asked = { purpose: 'confirm', sessionId: session.id } as const
    return askFor(scope, services, { tenant, user, factors: present }, asked)
  })

  route(api.confirmFactor, async ({ body, session, tenant, address }) => {
    const limits = async () => [hourlyLimit('session', session.id)]
    const given = { tenant, address, proof: body, purpose: 'confirm', sessionId: session.id, limits } as const
    await redeemProof(services, given, scope => markShown(scope, session, now()))
  })
}

/**
 * Requires the password or a recent login before the first second factor is added, so that a stolen session
 * can't lock out the owner.
 */
async function checkFirst(
  services: Services,
  call: Own,
  { any }: Factors,
  password: string | undefined,
): Promise<void> {
  if (any) return // The endpoint is marked as dangerous, so the existing factor has already been checked.
  const { id, user } = call.session
  if (user.passwordHash !== null) return checkPassword(services, call, password ?? '')
  const begun = await services.database.readInTenant(call.tenant.key, scope =>
    findRow(scope, sessions, eq(sessions.id, id)),
  )
  if (!begun || services.now() - begun.createdAt.getTime() > LOGIN_MS) throw new Problem('login_needed')
}

function begin(
  { database, now }: Services,
  { session, tenant }: Own,
  purpose: Purpose,
  details?: Challenge['details'],
) {
  const asked = { purpose, sessionId: session.id, ...(details && { details }) }
  return database.inTenant(tenant.key, scope => issueChallenge(scope, session.user, asked, now()))
}

function open(
  services: Services,
  { session, tenant, address }: Own,
  { challenge }: { readonly challenge: string },
  purpose: Purpose,
) {
  const limits = async () => [hourlyLimit('session', session.id)]
  return openChallenge(services, { tenant, address, challenge, purpose, sessionId: session.id, limits })
}

/** Adds the factor. The first one ends all other sessions, which were started without it. */
async function add(
  { database, now }: Services,
  { session, tenant }: Own,
  challenge: Challenge,
  method: 'totp' | 'passkey',
  insert: (scope: Scope) => PromiseLike<unknown>,
): Promise<api.SetUp> {
  const { user } = session
  try {
    return await database.inTenant(tenant.key, async scope => {
      const locked = await lockUser(scope, user.id)
      if (!locked || !isSame(locked, challenge)) throw new Problem('challenge_invalid')
      if (!(await takeChallenge(scope, challenge))) throw new Problem('challenge_invalid')
      const isFirst = !(await factorsOf(scope, user.id)).any
      await insert(scope)
      await markShown(scope, session, now())
      await report(scope, tenant, user, { event: 'added', method }, now())
      if (!isFirst) return {}
      await endOtherSessions(scope, session, 'second-factor', now())
      // Revoke email changes that were requested without a second factor.
      await revokeLinks(scope, user.id)
      return { recoveryCodes: await renewRecoveryCodes(scope, user.id) }
    })
  } catch (error) {
    if (systemCode(error) === UNIQUE_VIOLATION) throw new Problem('second_factor_present')
    throw error
  }
}

async function remove(
  { database, now }: Services,
  { session: { user }, tenant }: Own,
  method: 'totp' | 'passkey',
  take: (scope: Scope) => Promise<number>,
): Promise<void> {
  await database.inTenant(tenant.key, async scope => {
    await lockUser(scope, user.id)
    if ((await take(scope)) === 0) throw new Problem('not_found')
    if (!(await factorsOf(scope, user.id)).any) await forgetFactors(scope, user.id)
    await report(scope, tenant, user, { event: 'removed', method }, now())
  })
}

async function report(
  scope: Scope,
  tenant: Tenant,
  user: User,
  { event, method }: { readonly event: 'added' | 'removed'; readonly method: 'totp' | 'passkey' },
  now: number,
): Promise<void> {
  await queueMail(scope, tenant, user, `second-factor-${event}`, { values: { name: user.name }, time: now })
  const entry = { actor: user.id, action: `second-factor.${event}`, subject: user.id, details: { method } }
  await audit(scope, entry)
}

async function markShown(scope: Scope, { id }: LiveSession, now: number): Promise<void> {
  await changeRows(scope, sessions, { secondFactorAt: new Date(now) }, eq(sessions.id, id))
}
