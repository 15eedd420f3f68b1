import { eq } from 'drizzle-orm'
import { changeEmail, changePassword, deleteAccount, exportAccount } from '../../src/core/contract/account.js'
import { ADMIN_ROLE } from '../../src/core/contract/claims.js'
import { type AuditEntry, audit } from '../admin/audit-log.js'
import { changeRows, countRows, lockRow } from '../database/queries.js'
import { identities, libraries, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { systemCode, UNIQUE_VIOLATION } from '../failure.js'
import { Problem } from '../http/problem.js'
import type { Call, Route, Services } from '../http/route.js'
import { queueMail } from '../mail/queue.js'
import type { Tenant } from '../tenants/tenants.js'
import {
  assertNotLastAdmin,
  changeUser,
  foldEmail,
  ownsAddress,
  removeUnverified,
  removeUser,
  userByEmail,
} from '../users/accounts.js'
import { exportAccountData } from './account-export.js'
import { prepareLink, redeemLink, revokeLinks } from './link-tokens.js'
import { networkOf } from './networks.js'
import { endOtherSessions } from './own-sessions.js'
import { rejectWeakPassword } from './passwords.js'
import { enforceLimits, isEmailThrottled } from './rate-limit.js'
import { lockUser } from './second-factor/factors.js'
import type { User } from './sessions.js'

export function ownAccountRoutes(route: Route, services: Services): void {
  const { database, passwords, now } = services

  route(changePassword, async ({ body, session, tenant, address }) => {
    const { user } = session
    await checkPassword(services, { session, address }, body.currentPassword)
    if (body.password === body.currentPassword) throw unchanged('password')
    await rejectWeakPassword(body.password, { email: user.email, name: user.name, tenant })
    const passwordHash = await passwords.hash(body.password)
    await database.inTenant(tenant.key, async scope => {
      if (!(await isUnchanged(scope, user))) throw new Problem('password_wrong')
      await changeUser(scope, user.id, { passwordHash })
      await endOtherSessions(scope, session, 'password', now())
      await onPasswordChange(scope, tenant, user, 'password.changed', now())
    })
  })

  route(changeEmail, async ({ body: { email, currentPassword }, session, tenant, address }) => {
    await checkPassword(services, { session, address }, currentPassword)
    if (foldEmail(email) === foldEmail(session.user.email)) throw unchanged('email')
    // Report success even if throttled: the address got an email within the last minute, and its link is
    // still valid.
    const cause = { kind: 'email-change', email, from: session.user.id }
    if (await isEmailThrottled(database, tenant.key, cause, now())) return undefined
    await database.inTenant(tenant.key, async scope => {
      if (!(await isUnchanged(scope, session.user))) throw new Problem('password_wrong')
      await requestNewEmail(scope, tenant, session.user, email, now())
    })
  })

  route(exportAccount, ({ session, tenant }) => exportAccountData(services, tenant.key, session))

  route(deleteAccount, async ({ body, session, tenant, address }) => {
    const { user } = session
    await checkPassword(services, { session, address }, body.currentPassword)
    await database.inTenant(tenant.key, async scope => {
      // Lock the admins' rows first, always in the same order.
      if (user.roles.includes(ADMIN_ROLE)) await assertNotLastAdmin(scope, user.id)
      if (!(await isUnchanged(scope, user))) throw new Problem('password_wrong')
      await deleteUser(scope, tenant, user, { actor: user.id, now: now() })
    })
  })
}

/**
 * Deletes the account and all of the user's data.
 * @throws Problem `last_admin`
 */
export async function deleteUser(
  scope: Scope,
  tenant: Tenant,
  user: User,
  { now, ...by }: Pick<AuditEntry, 'actor' | 'details'> & { readonly now: number },
): Promise<void> {
  if (user.roles.includes(ADMIN_ROLE)) await assertNotLastAdmin(scope, user.id)
  // Don't email invited people who never opened their account: the address may belong to a stranger.
  if (user.emailVerifiedAt)
    await queueMail(scope, tenant, user, 'account-deleted', { values: { name: user.name }, time: now })
  await audit(scope, { ...by, action: 'user.deleted', subject: user.id })
  // Lock the library before the user, in the same order as library writes, to prevent a deadlock.
  await lockRow(scope, libraries, eq(libraries.userId, user.id))
  await removeUser(scope, user.id)
}

/** Unchanged values are rejected, because a change ends sessions, revokes links and sends an email. */
function unchanged(field: 'password' | 'email'): Problem {
  return new Problem(`${field}_same`, { errors: [{ path: `body.${field}`, message: 'same' }] })
}

/** @throws Problem `password_wrong`, or `rate_limited` if the login limits are exceeded */
export async function checkPassword(
  { database, passwords, now, loginLimits }: Services,
  { session: { user }, address }: Pick<Call<unknown, unknown, unknown>, 'session' | 'address'>,
  password: string,
): Promise<void> {
  const limits = [{ kind: 'proof', value: user.id, count: loginLimits.perAccount }]
  await enforceLimits(database, { tenant: user.tenant, limits, address, now: now() })
  if (await passwords.verify(password, user.passwordHash)) return
  const details = { network: networkOf(address) }
  const entry = { actor: user.id, action: 'password.refused', subject: user.id, details }
  await database.inTenant(user.tenant, scope => audit(scope, entry))
  throw new Problem('password_wrong')
}

/**
 * Returns whether the account is still active with the same password. Locks its row until the transaction
 * ends.
 */
export async function isUnchanged(scope: Scope, user: User): Promise<boolean> {
  const locked = await lockUser(scope, user.id)
  return locked?.suspendedAt === null && locked.passwordHash === user.passwordHash
}

export async function onPasswordChange(
  scope: Scope,
  tenant: Tenant,
  user: User,
  action: 'password.changed' | 'password.reset',
  now: number,
): Promise<void> {
  await revokeLinks(scope, user.id)
  // The first password of an account with an external login doesn't replace another password.
  const isFirst =
    user.passwordHash === null && (await countRows(scope, identities, eq(identities.userId, user.id))) === 0
  if (!isFirst)
    await queueMail(scope, tenant, user, 'password-changed', { values: { name: user.name }, time: now })
  await audit(scope, { actor: user.id, action, subject: user.id })
}

/**
 * Requests a change of address. The response reveals nothing about the new address; an existing owner gets an
 * email.
 */
async function requestNewEmail(
  scope: Scope,
  tenant: Tenant,
  user: User,
  to: string,
  now: number,
): Promise<void> {
  const holder = await userByEmail(scope, to)
  const isTaken = holder !== undefined && holder.id !== user.id && ownsAddress(holder)
  const link = { userId: user.id, purpose: 'change-email', payload: { email: to } } as const
  const linkId = await prepareLink(scope, link, now)
  if (isTaken) await queueMail(scope, tenant, user, 'account-exists', { to })
  else await queueMail(scope, tenant, user, 'email-confirm', { to, linkId })
  await audit(scope, { actor: user.id, action: 'email.asked', subject: user.id })
}

/** @throws Problem `link_invalid`, also if the address has been taken in the meantime */
export async function confirmNewEmail(
  scope: Scope,
  tenant: Tenant,
  token: string,
  now: number,
): Promise<{ readonly email: string }> {
  const link = await redeemLink(scope, token, 'change-email', now)
  const email = link?.payload.email
  if (!link || email === undefined) throw new Problem('link_invalid')
  const { user } = link
  const holder = await userByEmail(scope, email)
  if (holder && holder.id !== user.id) {
    if (ownsAddress(holder)) throw new Problem('link_invalid')
    await removeUnverified(scope, holder)
  }
  try {
    const change = { email, emailFolded: foldEmail(email), emailVerifiedAt: new Date(now) }
    await changeRows(scope, users, change, eq(users.id, user.id))
  } catch (error) {
    // A parallel request has verified the address.
    if (systemCode(error) === UNIQUE_VIOLATION) throw new Problem('link_invalid')
    throw error
  }
  await revokeLinks(scope, user.id)
  await queueMail(scope, tenant, user, 'email-changed', { values: { name: user.name }, time: now })
  await audit(scope, { actor: user.id, action: 'email.changed', subject: user.id })
  return { email }
}
