import { and, eq, isNull, sql } from 'drizzle-orm'
import { ADMIN_ROLE } from '../../src/core/contract/claims.js'
import { audit } from '../admin/audit-log.js'
import type { User } from '../auth/sessions.js'
import { addRows, changeRows, deleteRows, findRow, findRows } from '../database/queries.js'
import { users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { tenantByKey } from '../tenants/tenants.js'
import { featuresOfLevel } from './features.js'
import { addProfile } from './profiles.js'

/** Normalizes an email address for case-insensitive comparison. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

export const userByEmail = (scope: Scope, email: string) =>
  findRow(scope, users, eq(users.emailFolded, foldEmail(email)))

export type NewUser = Pick<User, 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<User, 'emailVerifiedAt' | 'roles' | 'features' | 'demo'>> & {
    readonly language?: string | undefined
  }

/** Adds a user. Unless `user` has features, it gets the tenant's plan for new accounts. */
export async function addUser(scope: Scope, { language, ...user }: NewUser): Promise<User> {
  const features = featuresOfLevel((await tenantByKey(scope.sql, scope.tenant))?.plan ?? 'free')
  const added = { features, ...user, emailFolded: foldEmail(user.email) }
  const [row] = await addRows(scope, users, added).returning()
  if (!row) throw new Error('The database did not return the new user.')
  await addProfile(scope, row, language)
  return row
}

export const userById = (scope: Scope, id: string) => findRow(scope, users, eq(users.id, id))

export async function changeUser(
  scope: Scope,
  id: string,
  change: Partial<Pick<User, 'passwordHash' | 'suspendedAt' | 'emailVerifiedAt' | 'roles' | 'features'>>,
): Promise<void> {
  await changeRows(scope, users, change, eq(users.id, id))
}

/**
 * Returns whether the address is taken by this account. Suspended accounts keep it, so that a suspension
 * can't be bypassed.
 */
export function ownsAddress({ emailVerifiedAt, suspendedAt }: User): boolean {
  return emailVerifiedAt !== null || suspendedAt !== null
}

/**
 * Removes an unverified account, so that its password can't be used for the owner's new account.
 * @returns false if it has been verified or suspended in the meantime
 */
export async function removeUnverified(scope: Scope, present: User): Promise<boolean> {
  const isOpen = and(isNull(users.emailVerifiedAt), isNull(users.suspendedAt))
  if ((await deleteRows(scope, users, eq(users.id, present.id), isOpen)) === 0) return false
  await audit(scope, { action: 'user.displaced', subject: present.id })
  return true
}

/**
 * Hands the account to its owner with a new `passwordHash`, because a stranger may have set the previous
 * password.
 * @returns false if it has been verified or suspended in the meantime
 */
export async function claimAccount(
  scope: Scope,
  { id }: User,
  owner: { readonly passwordHash: string | null; readonly emailVerifiedAt: Date },
): Promise<boolean> {
  const isOpen = and(isNull(users.emailVerifiedAt), isNull(users.suspendedAt))
  return (await changeRows(scope, users, owner, eq(users.id, id), isOpen)) === 1
}

/**
 * Locks the rows of all admins, so that two admins can't remove each other.
 * @throws Problem `last_admin`
 */
export async function assertNotLastAdmin(scope: Scope, userId: string): Promise<void> {
  const isAdmin = sql`${ADMIN_ROLE} = ANY(${users.roles})`
  const admins = await findRows(scope, users, isNull(users.suspendedAt), isAdmin)
    .orderBy(users.id)
    .for('update')
  if (admins.length === 1 && admins[0]?.id === userId.toLowerCase()) throw new Problem('last_admin')
}

export async function removeUser(scope: Scope, id: string): Promise<void> {
  await deleteRows(scope, users, eq(users.id, id))
}
