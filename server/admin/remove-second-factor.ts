// Removes a user's second factor for an operator: its owner has lost phone and recovery codes.
import { eq } from 'drizzle-orm'
import { DEFAULT_TENANT } from '../../src/core/api/tenant.js'
import { factorsOf, forgetFactors, lockUser } from '../auth/second-factor/factors.js'
import type { Config } from '../config.js'
import { deleteRows } from '../database/queries.js'
import { passkeys, totpSecrets } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { StartFailure } from '../failure.js'
import { queueMail } from '../mail/queue.js'
import { atTenant } from '../tenants/at-tenant.js'
import type { Tenant } from '../tenants/tenants.js'
import { userByEmail } from '../users/accounts.js'
import { audit } from './audit-log.js'

/** Works whether or not a server is running. @throws StartFailure `user_unknown`, `second_factor_missing`, `tenant_unknown` */
export async function removeSecondFactorAt(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  tenant: string | undefined,
  email: string,
  now: number,
): Promise<string> {
  const key = tenant ?? DEFAULT_TENANT
  await atTenant(config, key, (scope, at) => removeSecondFactor(scope, at, email, now))
  return key
}

async function removeSecondFactor(scope: Scope, tenant: Tenant, email: string, now: number): Promise<void> {
  const user = await userByEmail(scope, email)
  if (!user) throw new StartFailure('user_unknown', `No user of "${tenant.key}" has the address ${email}.`)
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
  const details = { by: 'command line' }
  await audit(scope, { action: 'second-factor.removed', subject: user.id, details })
}
