import { eq } from 'drizzle-orm'
import {
  forgotPassword,
  register,
  resetPassword,
  sendVerification,
  verify,
} from '../../src/core/contract/sign-up.js'
import { audit } from '../admin/audit-log.js'
import { findRow } from '../database/queries.js'
import { registrations } from '../database/schema.js'
import type { Scope, Transactions } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { finish, type OutboxEntry, queueMail, queueRequest, type SignUpRequest } from '../mail/queue.js'
import type { Tenant } from '../tenants/tenants.js'
import { addUser, changeUser, claimAccount, ownsAddress, userByEmail } from '../users/accounts.js'
import { findLink, issueToken, prepareLink, redeemLink } from './link-tokens.js'
import { limitedNetwork, networkOf } from './networks.js'
import { confirmNewEmail, onPasswordChange } from './own-account.js'
import { type PasswordOwner, type Passwords, rejectWeakPassword } from './passwords.js'
import { attemptLimits, enforceLimits, isEmailThrottled } from './rate-limit.js'
import {
  addRegistration,
  checkMayRegister,
  findRegistration,
  lastRegistration,
  type Registration,
  registrationCookie,
  registrationCookieIn,
  registrationsLike,
  registrationWithCookie,
  takeRegistration,
} from './registrations.js'
import { hashOf, newRefreshToken as newSecret } from './secrets.js'
import { endSessionsOf, type User } from './sessions.js'

export function signUpRoutes(route: Route, { database, passwords, now, loginLimits }: Services): void {
  const limit = (kind: string, tenant: Tenant, address: string, email?: string) => {
    const limits = attemptLimits(kind, loginLimits, address, email)
    return enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
  }
  const submit = (tenant: Tenant, request: Omit<SignUpRequest, 'from'>, address: string) =>
    database.inTenant(tenant.key, scope => queueRequest(scope, { ...request, from: limitedNetwork(address) }))

  /**
   * Returns the caller's own registration, verified by cookie or password. The link itself may belong to a
   * stranger's registration.
   */
  const ownRegistration = async (found: Registration, secret: string | undefined, password?: string) => {
    const [byCookie, candidates] = await database.inTenant(found.tenant, async scope => [
      secret === undefined ? undefined : await registrationWithCookie(scope, found, secret, now()),
      password === undefined ? [] : await registrationsLike(scope, found, now()),
    ])
    if (byCookie || password === undefined) return byCookie
    for (const candidate of candidates) {
      if (await passwords.verify(password, candidate.passwordHash)) return candidate
    }
    return undefined
  }

  route(register, async ({ body, tenant, address, setCookie }) => {
    const { email, name, password, language } = body
    checkMayRegister(tenant, email)
    await limit('register', tenant, address, email)
    const passwordHash = await newHash(passwords, password, { email, name, tenant })
    const secret = newSecret()
    await database.inTenant(tenant.key, async scope => {
      const cookieHash = hashOf(secret)
      const entered = { email, name, language: language ?? null, passwordHash, cookieHash }
      const registrationId = await addRegistration(scope, entered, now())
      const details = { network: networkOf(address) }
      await audit(scope, { action: 'registration.asked', subject: registrationId, details })
      await queueRequest(scope, { kind: 'register', email, from: limitedNetwork(address), registrationId })
    })
    setCookie(registrationCookie(tenant.key, secret))
  })

  route(sendVerification, async ({ body: { email }, tenant, address }) => {
    await limit('verification', tenant, address, email)
    await submit(tenant, { kind: 'verification', email }, address)
  })

  route(forgotPassword, async ({ body: { email }, tenant, address }) => {
    await limit('forgot', tenant, address, email)
    await submit(tenant, { kind: 'forgot', email }, address)
  })

  route(verify, async ({ params: { token }, body, tenant, address, cookies }) => {
    await limit('verify', tenant, address)
    const found = await database.inTenant(tenant.key, scope => findRegistration(scope, token, now()))
    if (!found) {
      return database.inTenant(tenant.key, scope => confirmNewEmail(scope, tenant, token, now()))
    }
    const password = body?.password
    const chosen = password === undefined ? null : await newHash(passwords, password, { ...found, tenant })
    const own = await ownRegistration(found, registrationCookieIn(cookies, tenant.key), password)
    const passwordToken = await database.inTenant(tenant.key, scope =>
      openAccount(scope, tenant, { found, own, chosen }, now()),
    )
    return { email: found.email, passwordToken }
  })

  route(resetPassword, async ({ params: { token }, body: { password }, tenant, address }) => {
    await limit('reset', tenant, address)
    const link = await database.inTenant(tenant.key, scope => findLink(scope, token, 'reset', now()))
    if (!link) throw new Problem('link_invalid')
    const passwordHash = await newHash(passwords, password, { ...link.user, tenant })
    await database.inTenant(tenant.key, async scope => {
      const redeemed = await redeemLink(scope, token, 'reset', now())
      if (!redeemed) throw new Problem('link_invalid')
      const { user } = redeemed
      // Opening the emailed link also verifies the address.
      const emailVerifiedAt = user.emailVerifiedAt ?? new Date(now())
      await changeUser(scope, user.id, { passwordHash, emailVerifiedAt })
      await endSessionsOf(scope, user.id, 'password', now())
      await onPasswordChange(scope, tenant, user, 'password.reset', now())
    })
  })
}

async function newHash(passwords: Passwords, password: string, owner: PasswordOwner): Promise<string> {
  await rejectWeakPassword(password, owner)
  return passwords.hash(password)
}

interface Confirmation {
  readonly found: Registration
  readonly own: Registration | undefined
  readonly chosen: string | null
}

/**
 * @returns a token for setting a password if the account has none
 * @throws Problem `link_invalid` if the link was used or the address has an account, and the errors
 * of `checkMayRegister`
 */
async function openAccount(
  scope: Scope,
  tenant: Tenant,
  { found, own, chosen }: Confirmation,
  now: number,
): Promise<string | undefined> {
  const passwordHash = chosen ?? own?.passwordHash ?? null
  const { email, name, language } = own ?? found
  if (!(await takeRegistration(scope, found, own))) throw new Problem('link_invalid')
  const owner = { passwordHash, emailVerifiedAt: new Date(now) }
  const present = await userByEmail(scope, email)
  // The tenant's settings may have changed since the registration.
  if (!present) checkMayRegister(tenant, email)
  if (present && !(await claimAccount(scope, present, owner))) throw new Problem('link_invalid')
  const opened = present ?? (await addUser(scope, { ...owner, email, name, language: language ?? undefined }))
  await audit(scope, { actor: opened.id, action: 'user.registered', subject: opened.id })
  if (passwordHash !== null) return undefined
  await sendChoice(scope, tenant, opened, now)
  return issueToken(scope, await prepareLink(scope, { userId: opened.id, purpose: 'reset' }, now), now)
}

export async function processRequest(
  database: Transactions,
  tenant: Tenant,
  entry: OutboxEntry,
  request: SignUpRequest,
  now: number,
): Promise<void> {
  const isThrottled = await isEmailThrottled(database, tenant.key, request, now)
  await database.inTenant(tenant.key, async scope => {
    if (!(await finish(scope, entry)) || isThrottled) return
    const user = await userByEmail(scope, request.email)
    if (request.kind === 'forgot' && user) await sendReset(scope, tenant, user, now)
    else if (request.kind === 'register') await sendLink(scope, tenant, user, request.registrationId)
    else await sendLinkAgain(scope, tenant, request.email, now)
  })
}

async function sendReset(scope: Scope, tenant: Tenant, user: User, now: number): Promise<void> {
  if (user.suspendedAt) return
  const linkId = await prepareLink(scope, { userId: user.id, purpose: 'reset' }, now)
  await queueMail(scope, tenant, user, 'reset', { linkId })
  await audit(scope, { action: 'password.asked', subject: user.id })
}

async function sendChoice(scope: Scope, tenant: Tenant, user: User, now: number): Promise<void> {
  const linkId = await prepareLink(scope, { userId: user.id, purpose: 'reset' }, now)
  await queueMail(scope, tenant, user, 'choose-password', { linkId })
}

async function sendLink(
  scope: Scope,
  tenant: Tenant,
  user: User | undefined,
  registrationId: string | undefined,
): Promise<void> {
  if (user && ownsAddress(user)) return queueMail(scope, tenant, user, 'account-exists')
  const entered =
    registrationId && (await findRow(scope, registrations, eq(registrations.id, registrationId)))
  // Leave out the entered name. Until the address is verified, it may come from a stranger.
  if (entered) await queueMail(scope, tenant, entered, 'verification', { registrationId: entered.id })
}

/**
 * Sends a new link and keeps earlier links valid. This also covers forgotten passwords, because users can set
 * a password after confirming.
 */
async function sendLinkAgain(scope: Scope, tenant: Tenant, email: string, now: number): Promise<void> {
  const [user, last] = [await userByEmail(scope, email), await lastRegistration(scope, email, now)]
  if (!last) return
  if (user && ownsAddress(user)) {
    // The address was confirmed in another browser, so the password entered at sign-up isn't used.
    if (user.passwordHash === null && !user.suspendedAt) await sendChoice(scope, tenant, user, now)
    return
  }
  const registrationId = await addRegistration(scope, last, now)
  await queueMail(scope, tenant, last, 'verification', { registrationId })
}
