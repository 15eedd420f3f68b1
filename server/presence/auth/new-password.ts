// What every new password brings with it, whichever way it was set.
import { audit } from '../../audit/audit.js'
import type { Scope } from '../../database/connection.js'
import { languageFor } from '../../mail/mail-language.js'
import { timeInMail } from '../../mail/mail-time.js'
import { queueMail } from '../../mail/queue.js'
import type { Tenant } from '../../tenancy/tenants.js'
import { voidLinks } from './link-tokens.js'
import type { User } from './sessions.js'

/** Voids all links that were sent before, tells the owner by mail, and writes it down. */
export async function afterNewPassword(
  scope: Scope,
  tenant: Tenant,
  user: User,
  action: 'password.changed' | 'password.reset',
  now: number,
): Promise<void> {
  await voidLinks(scope, user.id)
  const language = await languageFor(scope, user.id, tenant)
  const values = { name: user.name, time: timeInMail(now, language) }
  await queueMail(scope, { to: user.email, language, template: 'password-changed', values })
  await audit(scope, { actor: user.id, action, subject: user.id })
}
