// What becomes of an ask for an account, a verification mail or a reset: decided after the answer was given.
import { and, eq } from 'drizzle-orm'
import type { Database, Scope } from '../../database/connection.js'
import { users } from '../../database/schema.js'
import { Problem } from '../../http/problem.js'
import { languageFor } from '../../mail/mail-language.js'
import type { TemplateName } from '../../mail/mailer.js'
import { type Ask, type Claimed, finish, queueMail } from '../../mail/queue.js'
import type { Tenant } from '../../tenancy/tenants.js'
import { addUser, foldEmail, userByEmail } from '../users/accounts.js'
import { holdsItsAddress } from '../users/unproven.js'
import { type LinkPurpose, promiseLink } from './link-tokens.js'
import { spend } from './rate-limit.js'
import type { User } from './sessions.js'

/** Does what was asked and takes the ask out of the outbox, both or neither. */
export async function answerAsk(
  database: Database,
  tenant: Tenant,
  claimed: Claimed,
  ask: Ask,
  now: number,
): Promise<void> {
  const isTooSoon = await mailedJustNow(database, tenant, ask, now)
  await database.inTenant(tenant.key, async scope => {
    if (!(await finish(scope, claimed)) || isTooSoon) return
    const user = await userByEmail(scope, ask.email)
    if (ask.kind === 'register') await register(scope, tenant, ask, user, now)
    else if (!user || user.suspendedAt) return
    else if (ask.kind === 'forgot') await sendLink(scope, tenant, user, 'reset', now)
    else if (!user.emailVerifiedAt) await sendLink(scope, tenant, user, 'verify', now)
  })
}

/** One mail of a kind in a minute: nobody's mailbox is to be filled by a stranger. */
async function mailedJustNow(database: Database, tenant: Tenant, ask: Ask, now: number): Promise<boolean> {
  const limit = { of: `mail:${ask.kind}`, value: foldEmail(ask.email), perMinute: 1 }
  try {
    await spend(database, tenant.key, [limit], now)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return true
    throw error
  }
}

async function register(
  scope: Scope,
  tenant: Tenant,
  ask: Extract<Ask, { kind: 'register' }>,
  known: User | undefined,
  now: number,
): Promise<void> {
  if (known && holdsItsAddress(known)) {
    await queueMail(scope, {
      to: known.email,
      language: await languageFor(scope, known.id, tenant),
      template: 'account-exists',
      values: {},
    })
    return
  }
  const { email, name, passwordHash, language } = ask
  // Nobody has proved this address yet: the newest to ask counts, so that nobody can lie in wait on it.
  if (known) await removeUser(scope, known.id)
  const user = await addUser(scope, { email, name, passwordHash, language })
  await sendLink(scope, tenant, user, 'verify', now)
}

const LINK_MAILS: Readonly<Record<Exclude<LinkPurpose, 'change-email'>, TemplateName>> = {
  verify: 'verification',
  reset: 'reset',
}

async function sendLink(
  scope: Scope,
  tenant: Tenant,
  user: User,
  purpose: keyof typeof LINK_MAILS,
  now: number,
): Promise<void> {
  const linkId = await promiseLink(scope, { userId: user.id, purpose }, now)
  const language = await languageFor(scope, user.id, tenant)
  // No name: until the address is proved, it could be anybody's words in a mail of ours.
  await queueMail(scope, { to: user.email, language, template: LINK_MAILS[purpose], values: {}, linkId })
}

/** With everything that belongs to the account: the tables say so themselves. */
export async function removeUser(scope: Scope, id: string): Promise<void> {
  await scope.sql.delete(users).where(and(eq(users.tenant, scope.tenant), eq(users.id, id)))
}
