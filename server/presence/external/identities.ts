// Whose account an external identity opens: its own, one with the same proven address, or a new one.
import { and, eq } from 'drizzle-orm'
import { audit } from '../../audit/audit.js'
import type { Scope } from '../../database/connection.js'
import { identities, users } from '../../database/schema.js'
import { Problem } from '../../http/problem.js'
import type { ProviderId } from '../../tenancy/external-providers.js'
import type { User } from '../auth/sessions.js'
import { addUser, userByEmail } from '../users/accounts.js'
import { removeUnproven } from '../users/unproven.js'

/** Who stands at the door, as the provider vouches for them. */
export interface Visitor {
  readonly provider: ProviderId
  readonly issuer: string
  readonly subject: string
  /** `undefined` where the provider does not stand for one. */
  readonly address?: string | undefined
  readonly name: string
  readonly language?: string | undefined
}

/**
 * The visitor's account. Two at once may meet in a unique index: whoever calls repeats it then.
 * @throws Problem `access_denied` for a suspended account, `email_unverified` where nothing proves an address.
 */
export async function accountFor(scope: Scope, visitor: Visitor, now: number): Promise<User> {
  const known = await userByIdentity(scope, visitor)
  // Without a proven address nothing is looked up by it: the answer cannot tell who has an account.
  const user = known ?? (visitor.address && (await linked(scope, visitor, visitor.address, now)))
  if (!user) throw new Problem('email_unverified')
  if (user.suspendedAt) throw new Problem('access_denied')
  if (!user.emailVerifiedAt) throw new Problem('email_unverified')
  return user
}

async function userByIdentity(scope: Scope, { issuer, subject }: Visitor): Promise<User | undefined> {
  const [row] = await scope.sql
    .select({ user: users })
    .from(identities)
    .innerJoin(users, and(eq(users.tenant, identities.tenant), eq(users.id, identities.userId)))
    .where(
      and(
        eq(identities.tenant, scope.tenant),
        eq(identities.issuer, issuer),
        eq(identities.subject, subject),
      ),
    )
  return row?.user
}

async function linked(scope: Scope, visitor: Visitor, address: string, now: number): Promise<User> {
  const present = await userByEmail(scope, address)
  // No way around a suspension, neither by linking to the account nor by putting a new one in its place.
  if (present?.suspendedAt) return present
  const mine = present?.emailVerifiedAt ? present : undefined
  if (present && !mine) await removeUnproven(scope, present)
  const user = mine ?? (await addVisitor(scope, visitor, address, now))
  const { provider, issuer, subject } = visitor
  await scope.sql.insert(identities).values({
    tenant: scope.tenant,
    issuer,
    subject,
    userId: user.id,
    provider,
    createdAt: new Date(now),
  })
  await audit(scope, { actor: user.id, action: 'identity.linked', subject: user.id, details: { provider } })
  return user
}

async function addVisitor(scope: Scope, visitor: Visitor, address: string, now: number): Promise<User> {
  const { name, language, provider } = visitor
  const user = await addUser(scope, {
    email: address,
    name,
    language,
    passwordHash: null,
    emailVerifiedAt: new Date(now),
  })
  await audit(scope, { actor: user.id, action: 'user.registered', subject: user.id, details: { provider } })
  return user
}
