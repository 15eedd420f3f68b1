// Creates the first administrator. The account's owner chooses a password through an emailed link.
import { ADMIN_ROLE } from '../../src/core/contract/claims.js'
import { emailAddress, personName } from '../../src/core/contract/endpoint.js'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'
import { prepareLink } from '../auth/link-tokens.js'
import { endSessionsOf } from '../auth/sessions.js'
import type { Config } from '../config.js'
import type { Scope } from '../database/transactions.js'
import { StartFailure } from '../failure.js'
import { outboxFolder } from '../mail/outbox-folder.js'
import { queueMail } from '../mail/queue.js'
import { atTenant } from '../tenants/at-tenant.js'
import type { Tenant } from '../tenants/tenants.js'
import { addUser, changeUser, userByEmail } from '../users/accounts.js'
import { audit } from './audit-log.js'

export interface NewAdmin {
  readonly email: string
  readonly name?: string | undefined
}

export interface AdminOutcome {
  readonly created: boolean
  readonly emailed: boolean
}

/**
 * Works with or without a running server.
 * @throws StartFailure `admin_invalid`, `admin_suspended`, `tenant_unknown`
 */
export async function createAdminAt(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  tenant: string | undefined,
  admin: NewAdmin,
  now: number,
): Promise<AdminOutcome & { readonly tenant: string; readonly outbox: string }> {
  const checked = checkNewAdmin(admin)
  const key = tenant ?? DEFAULT_TENANT
  const outcome = await atTenant(config, key, (scope, at) => createAdmin(scope, at, checked, now))
  return { ...outcome, tenant: key, outbox: outboxFolder(config.home) }
}

function checkNewAdmin({ email, name = email.split('@')[0] ?? '' }: NewAdmin): Required<NewAdmin> {
  if (!emailAddress.safeParse(email).success) {
    const message = `"${email}" is not a valid email address. Use one such as ada@example.org.`
    throw new StartFailure('admin_invalid', message)
  }
  if (!personName.safeParse(name).success) {
    throw new StartFailure('admin_invalid', `"${name}" is not a valid name; choose another with --name.`)
  }
  return { email, name }
}

async function createAdmin(
  scope: Scope,
  tenant: Tenant,
  { email, name }: Required<NewAdmin>,
  now: number,
): Promise<AdminOutcome> {
  const present = await userByEmail(scope, email)
  if (present?.suspendedAt) {
    const message = `${email} is suspended in "${tenant.key}"; use another address, or have an administrator lift the suspension.`
    throw new StartFailure('admin_suspended', message)
  }
  const user = present ?? (await addUser(scope, { email, name, passwordHash: null, roles: [ADMIN_ROLE] }))
  const roles = [...new Set([...user.roles, ADMIN_ROLE])]
  const isProven = user.emailVerifiedAt !== null && user.passwordHash !== null
  // A password set before the address was verified may have been set by a stranger.
  if (present) await changeUser(scope, user.id, { roles, ...(!isProven && { passwordHash: null }) })
  if (present && !isProven) await endSessionsOf(scope, user.id, 'admin', now)
  if (!isProven) {
    const linkId = await prepareLink(scope, { userId: user.id, purpose: 'reset' }, now)
    await queueMail(scope, tenant, user, 'admin-invited', { linkId })
  }
  await audit(scope, {
    action: present ? 'user.roles-changed' : 'user.admin-created',
    subject: user.id,
    details: { from: present?.roles.join(' ') ?? '', to: roles.join(' '), by: 'command line' },
  })
  return { created: !present, emailed: !isProven }
}
