// Registering, verifying an email address, and resetting a forgotten password.
import {
  forgotPassword,
  register,
  resetPassword,
  sendVerification,
  verify,
} from '../../src/core/api/sign-up.js'
import { audit } from '../admin/audit-log.js'
import type { Scope, Transactions } from '../database/connection.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { finish, type OutboxEntry, queueMail, queueRequest, type SignUpRequest } from '../mail/queue.js'
import type { Tenant } from '../tenants/tenants.js'
import {
  addUser,
  changeUser,
  foldEmail,
  ownsAddress,
  removeUnverified,
  userByEmail,
} from '../users/accounts.js'
import { findLink, prepareLink, redeemLink } from './link-tokens.js'
import { confirmNewEmail, onPasswordChange } from './own-account.js'
import { rejectWeakPassword } from './passwords.js'
import { EMAIL_INTERVAL_MS, enforceLimits, isEmailThrottled } from './rate-limit.js'
import { endSessionsOf, type User } from './sessions.js'

export function signUpRoutes(route: Route, { database, passwords, now, loginLimits }: Services): void {
  /** As many attempts as logins have: per network address, and per mailbox. */
  const limit = (kind: string, tenant: Tenant, address: string, email?: string) =>
    enforceLimits(
      database,
      tenant.key,
      [
        { kind: `${kind}:address`, value: address, perMinute: loginLimits.perAddress },
        ...(email === undefined
          ? []
          : [{ kind: `${kind}:account`, value: foldEmail(email), perMinute: loginLimits.perAccount }]),
      ],
      now(),
    )
  /** Answered before anyone has checked whether the account exists. */
  const submit = (tenant: Tenant, request: SignUpRequest) =>
    database.inTenant(tenant.key, scope => queueRequest(scope, request))

  route(register, async ({ body, tenant, address }) => {
    const { email, name, password, language } = body
    await limit('register', tenant, address, email)
    await rejectWeakPassword(password, { email, name, tenant })
    const passwordHash = await passwords.hash(password)
    await submit(tenant, { kind: 'register', email, name, passwordHash, language })
  })

  route(sendVerification, async ({ body: { email }, tenant, address }) => {
    await limit('verification', tenant, address, email)
    await submit(tenant, { kind: 'verification', email })
  })

  route(forgotPassword, async ({ body: { email }, tenant, address }) => {
    await limit('forgot', tenant, address, email)
    await submit(tenant, { kind: 'forgot', email })
  })

  route(verify, async ({ params: { token }, tenant }) => {
    await database.inTenant(tenant.key, async scope => {
      const link = await redeemLink(scope, token, 'verify', now())
      if (!link) return confirmNewEmail(scope, tenant, token, now())
      await changeUser(scope, link.user.id, { emailVerifiedAt: new Date(now()) })
      await audit(scope, { actor: link.user.id, action: 'email.verified', subject: link.user.id })
    })
  })

  route(resetPassword, async ({ params: { token }, body: { password }, tenant, address }) => {
    await limit('reset', tenant, address)
    const link = await database.inTenant(tenant.key, scope => findLink(scope, token, 'reset', now()))
    // Before hashing: no work without a valid link.
    if (!link) throw new Problem('link_invalid')
    await rejectWeakPassword(password, { email: link.user.email, name: link.user.name, tenant })
    const passwordHash = await passwords.hash(password)
    await database.inTenant(tenant.key, async scope => {
      const redeemed = await redeemLink(scope, token, 'reset', now())
      if (!redeemed) throw new Problem('link_invalid')
      const { user } = redeemed
      // Having read the email also verifies the address.
      const emailVerifiedAt = user.emailVerifiedAt ?? new Date(now())
      await changeUser(scope, user.id, { passwordHash, emailVerifiedAt })
      await endSessionsOf(scope, user.id, 'password', now())
      await onPasswordChange(scope, tenant, user, 'password.reset', now())
    })
  })
}

/** Processes a request from the outbox and removes it, in one transaction. */
export async function processRequest(
  database: Transactions,
  tenant: Tenant,
  entry: OutboxEntry,
  request: SignUpRequest,
  now: number,
): Promise<void> {
  const isThrottled = await isEmailThrottled(database, tenant.key, request, now)
  await database.inTenant(tenant.key, async scope => {
    if (!(await finish(scope, entry))) return
    const user = await userByEmail(scope, request.email)
    if (request.kind === 'register') await addAccount(scope, tenant, request, user, now, isThrottled)
    else if (isThrottled || !user || user.suspendedAt) return
    else if (request.kind === 'forgot') await sendLink(scope, tenant, user, 'reset', now)
    else if (!user.emailVerifiedAt) await sendLink(scope, tenant, user, 'verify', now)
  })
}

async function addAccount(
  scope: Scope,
  tenant: Tenant,
  request: Extract<SignUpRequest, { kind: 'register' }>,
  existing: User | undefined,
  now: number,
  isThrottled: boolean,
): Promise<void> {
  // While an address is unverified the newest registration wins, so that an address cannot be reserved by a stranger.
  const isReplaced = existing && !ownsAddress(existing) && (await removeUnverified(scope, existing))
  const owner = existing && !isReplaced ? await userByEmail(scope, request.email) : undefined
  if (owner) {
    if (!isThrottled) await queueMail(scope, tenant, owner, 'account-exists')
    return
  }
  const { email, name, passwordHash, language } = request
  const user = await addUser(scope, { email, name, passwordHash, language })
  // Even if throttled: the earlier link was revoked with its account, so only the email has to wait.
  const notBefore = isThrottled ? new Date(now + EMAIL_INTERVAL_MS) : undefined
  await sendLink(scope, tenant, user, 'verify', now, notBefore)
}

async function sendLink(
  scope: Scope,
  tenant: Tenant,
  user: User,
  purpose: 'verify' | 'reset',
  now: number,
  notBefore?: Date,
): Promise<void> {
  const linkId = await prepareLink(scope, { userId: user.id, purpose }, now)
  // Without the name: until the address is verified it could be anyone's text in an email of ours.
  await queueMail(scope, tenant, user, purpose === 'verify' ? 'verification' : 'reset', { linkId, notBefore })
}
