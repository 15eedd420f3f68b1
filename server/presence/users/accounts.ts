// User accounts within one tenant.
import { and, eq } from 'drizzle-orm'
import type { Scope } from '../../database/connection.js'
import { users } from '../../database/schema.js'
import type { User } from '../auth/sessions.js'
import { addProfile } from './profiles.js'

/** Addresses differ in case only by accident. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

export async function userByEmail(scope: Scope, email: string): Promise<User | undefined> {
  const [user] = await scope.sql
    .select()
    .from(users)
    .where(and(eq(users.tenant, scope.tenant), eq(users.emailFolded, foldEmail(email))))
  return user
}

export type NewUser = Pick<User, 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<User, 'emailVerifiedAt' | 'roles' | 'features' | 'demo'>> & {
    /** `en` or `de-CH`, for the profile. */
    readonly language?: string | undefined
  }

/** Adds the user with a private profile. */
export async function addUser(scope: Scope, { language, ...user }: NewUser): Promise<User> {
  const [row] = await scope.sql
    .insert(users)
    .values({ ...user, tenant: scope.tenant, emailFolded: foldEmail(user.email) })
    .returning()
  if (!row) throw new Error('The database took a user and did not give it back.')
  await addProfile(scope, row, language)
  return row
}

export async function userById(scope: Scope, id: string): Promise<User | undefined> {
  const [user] = await scope.sql
    .select()
    .from(users)
    .where(and(eq(users.tenant, scope.tenant), eq(users.id, id)))
  return user
}

export async function changeUser(
  scope: Scope,
  id: string,
  change: Partial<Pick<User, 'passwordHash' | 'suspendedAt' | 'emailVerifiedAt' | 'roles' | 'features'>>,
): Promise<void> {
  await scope.sql
    .update(users)
    .set(change)
    .where(and(eq(users.tenant, scope.tenant), eq(users.id, id)))
}
