// Another e-mail address: asked for with the password, confirmed by a link to the new one, told to the old one.
import { and, eq } from 'drizzle-orm'
import { audit } from '../../audit/audit.js'
import type { Scope } from '../../database/connection.js'
import { users } from '../../database/schema.js'
import { systemCode } from '../../failure.js'
import { Problem } from '../../http/problem.js'
import { languageFor } from '../../mail/mail-language.js'
import { timeInMail } from '../../mail/mail-time.js'
import { queueMail } from '../../mail/queue.js'
import type { Tenant } from '../../tenancy/tenants.js'
import { foldEmail, userByEmail } from '../users/accounts.js'
import { holdsItsAddress, removeUnproven } from '../users/unproven.js'
import { promiseLink, takeLink, voidLinks } from './link-tokens.js'
import type { User } from './sessions.js'

/** Whoever asks learns nothing about the new address; if it has an account already, its owner is told so. */
export async function askNewEmail(
  scope: Scope,
  tenant: Tenant,
  user: User,
  email: string,
  now: number,
): Promise<void> {
  const holder = await userByEmail(scope, email)
  const isTaken = holder !== undefined && holder.id !== user.id && holdsItsAddress(holder)
  const linkId = await promiseLink(
    scope,
    { userId: user.id, purpose: 'change-email', payload: { email } },
    now,
  )
  const language = await languageFor(scope, user.id, tenant)
  if (isTaken) await queueMail(scope, { to: email, language, template: 'account-exists', values: {} })
  else await queueMail(scope, { to: email, language, template: 'email-confirm', values: {}, linkId })
  await audit(scope, { actor: user.id, action: 'email.asked', subject: user.id })
}

/** @throws Problem `link_invalid` where the link is none, or where the address has gone to somebody else meanwhile. */
export async function confirmNewEmail(
  scope: Scope,
  tenant: Tenant,
  token: string,
  now: number,
): Promise<void> {
  const link = await takeLink(scope, token, 'change-email', now)
  const email = link?.payload.email
  if (!link || email === undefined) throw new Problem('link_invalid')
  const { user } = link
  const holder = await userByEmail(scope, email)
  if (holder && holder.id !== user.id) {
    if (holdsItsAddress(holder)) throw new Problem('link_invalid')
    await removeUnproven(scope, holder)
  }
  await takeAddress(scope, user.id, email, now)
  await voidLinks(scope, user.id)
  const language = await languageFor(scope, user.id, tenant)
  const values = { name: user.name, time: timeInMail(now, language) }
  await queueMail(scope, { to: user.email, language, template: 'email-changed', values })
  await audit(scope, { actor: user.id, action: 'email.changed', subject: user.id })
}

const UNIQUE_VIOLATION = '23505'

async function takeAddress(scope: Scope, userId: string, email: string, now: number): Promise<void> {
  try {
    await scope.sql
      .update(users)
      .set({ email, emailFolded: foldEmail(email), emailVerifiedAt: new Date(now) })
      .where(and(eq(users.tenant, scope.tenant), eq(users.id, userId)))
  } catch (error) {
    // Somebody else proved it in this very moment.
    if (systemCode(error) === UNIQUE_VIOLATION) throw new Problem('link_invalid')
    throw error
  }
}
