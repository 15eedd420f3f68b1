// Operator commands that manage users, with or without a running server.
import { eq } from 'drizzle-orm'
import type { Level } from '../../src/core/contract/claims.js'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'
import { deleteUser } from '../auth/own-account.js'
import { factorsOf, forgetFactors, lockUser } from '../auth/second-factor/factors.js'
import type { User } from '../auth/sessions.js'
import type { Config } from '../config.js'
import { deleteRows, findRows } from '../database/queries.js'
import { passkeys, totpSecrets, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { StartFailure } from '../failure.js'
import { Problem } from '../http/problem.js'
import { queueMail } from '../mail/queue.js'
import { atTenant } from '../tenants/at-tenant.js'
import type { Tenant } from '../tenants/tenants.js'
import { userByEmail } from '../users/accounts.js'
import { setPlanLevel } from '../users/features.js'
import { audit } from './audit-log.js'

type Server = Pick<Config, 'home' | 'databaseUrl'>

const BY = { by: 'command line' }

/**
 * @param emails the users' addresses; all users if undefined
 * @throws StartFailure `user_unknown`, `tenant_unknown`
 * @returns number of changed users
 */
export const grantPlanAt = (
  config: Server,
  tenant = DEFAULT_TENANT,
  { level, emails }: { readonly level: Level; readonly emails: readonly string[] | undefined },
  now: number,
): Promise<number> =>
  atTenant(config, tenant, async (scope, at) => {
    const named: User[] = []
    for (const email of emails ?? []) named.push(await knownUser(scope, at, email))
    const granted = emails ? named : await findRows(scope, users).orderBy(users.id)
    for (const { id } of granted) await setPlanLevel(scope, id, level, { now })
    return granted.length
  })

/** @throws StartFailure `user_unknown`, `last_admin`, `tenant_unknown` */
export const deleteUserAt = (
  config: Server,
  tenant = DEFAULT_TENANT,
  email: string,
  now: number,
): Promise<void> =>
  atTenant(config, tenant, async (scope, at) => {
    const user = await knownUser(scope, at, email)
    await deleteUser(scope, at, user, { details: BY, now }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      const message = `${email} is the last administrator of "${tenant}". Create another administrator first.`
      throw new StartFailure('last_admin', message)
    })
  })

async function knownUser(scope: Scope, tenant: Tenant, email: string): Promise<User> {
  const user = await userByEmail(scope, email)
  if (!user) throw new StartFailure('user_unknown', `${email} is not a user of "${tenant.key}".`)
  return user
}

/** @throws StartFailure `user_unknown`, `second_factor_missing`, `tenant_unknown` */
export async function removeSecondFactorAt(
  config: Server,
  tenant: string | undefined,
  email: string,
  now: number,
): Promise<string> {
  const key = tenant ?? DEFAULT_TENANT
  await atTenant(config, key, (scope, at) => removeSecondFactor(scope, at, email, now))
  return key
}

async function removeSecondFactor(scope: Scope, tenant: Tenant, email: string, now: number): Promise<void> {
  const user = await knownUser(scope, tenant, email)
  await lockUser(scope, user.id)
  if (!(await factorsOf(scope, user.id)).any) {
    throw new StartFailure(
      'second_factor_missing',
      `${email} has no second factor; there is nothing to remove.`,
    )
  }
  await deleteRows(scope, totpSecrets, eq(totpSecrets.userId, user.id))
  await deleteRows(scope, passkeys, eq(passkeys.userId, user.id))
  await forgetFactors(scope, user.id)
  await queueMail(scope, tenant, user, 'second-factor-removed', { values: { name: user.name }, time: now })
  await audit(scope, { action: 'second-factor.removed', subject: user.id, details: BY })
}
