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
import { holdsItsAddress, removeUnproven } from '../users/unproven.js'
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
    if (!(await finish(scope, claimed))) return
    const user = await userByEmail(scope, ask.email)
    if (ask.kind === 'register') await register(scope, tenant, ask, user, now, isTooSoon)
    else if (isTooSoon) return
    else if (!user || user.suspendedAt) return
    else if (ask.kind === 'forgot') await sendLink(scope, tenant, user, 'reset', now)
    else if (!user.emailVerifiedAt) await sendLink(scope, tenant, user, 'verify', now)
  })
}

const MAIL_EVERY_MS = 60_000

/** One mail of a kind in a minute: nobody's mailbox is to be filled by a stranger. */
export async function mailedJustNow(
  database: Database,
  tenant: Tenant,
  ask: { readonly kind: string; readonly email: string },
  now: number,
): Promise<boolean> {
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
  isTooSoon: boolean,
): Promise<void> {
  // Nobody has proved this address yet: the newest to ask counts, so that nobody can lie in wait on it.
  const owner = known && !(await givesWay(scope, known)) ? await userByEmail(scope, ask.email) : undefined
  if (owner && isTooSoon) return
  if (owner) {
    await queueMail(scope, {
      to: owner.email,
      language: await languageFor(scope, owner.id, tenant),
      template: 'account-exists',
      values: {},
    })
    return
  }
  const { email, name, passwordHash, language } = ask
  const user = await addUser(scope, { email, name, passwordHash, language })
  // However soon: the link that came before is void with whoever asked for it, and only its mail has to wait.
  await sendLink(scope, tenant, user, 'verify', now, isTooSoon ? new Date(now + MAIL_EVERY_MS) : undefined)
}

/** Whether whoever is there was not proven, and makes room. */
const givesWay = async (scope: Scope, present: User) =>
  !holdsItsAddress(present) && (await removeUnproven(scope, present))

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
  notBefore?: Date,
): Promise<void> {
  const linkId = await promiseLink(scope, { userId: user.id, purpose }, now)
  const language = await languageFor(scope, user.id, tenant)
  // No name: until the address is proved, it could be anybody's words in a mail of ours.
  const mail = { to: user.email, language, template: LINK_MAILS[purpose], values: {}, linkId }
  await queueMail(scope, mail, notBefore)
}

/** With everything that belongs to the account: the tables say so themselves. */
export async function removeUser(scope: Scope, id: string): Promise<void> {
  await scope.sql.delete(users).where(and(eq(users.tenant, scope.tenant), eq(users.id, id)))
}
