import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { IDToken } from 'openid-client'
import * as z from 'zod/mini'
import { emailAddress, language, text } from '../../../src/core/contract/endpoint.js'
import { audit } from '../../admin/audit-log.js'
import { addRows, ofTenant } from '../../database/queries.js'
import { identities, spentNonces, users } from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import { Problem } from '../../http/problem.js'
import type { ProviderId } from '../../tenants/external-providers.js'
import type { Tenant } from '../../tenants/tenants.js'
import { addUser, claimAccount, removeUnverified, userByEmail } from '../../users/accounts.js'
import { checkMayRegister } from '../registrations.js'
import type { User } from '../sessions.js'

export interface Visitor {
  readonly provider: ProviderId
  readonly issuer: string
  readonly subject: string
  readonly address?: string | undefined
  readonly name: string
  readonly language?: string | undefined
}

/**
 * Callers should retry after a unique constraint violation.
 * @throws Problem `access_denied` if suspended, `email_unverified`, and the errors of `checkMayRegister`
 */
export async function accountFor(scope: Scope, tenant: Tenant, visitor: Visitor, now: number): Promise<User> {
  const known = await userByIdentity(scope, visitor)
  // Look up accounts by verified addresses only, so that the response doesn't reveal other accounts.
  const user =
    known ?? (visitor.address && (await linked(scope, tenant, { ...visitor, address: visitor.address }, now)))
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
    .where(ofTenant(scope, identities, eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.user
}

type Proven = Visitor & { readonly address: string }

async function linked(scope: Scope, tenant: Tenant, visitor: Proven, now: number): Promise<User> {
  const { address } = visitor
  const present = await userByEmail(scope, address)
  // Linking or replacing an account must not bypass its suspension.
  if (present?.suspendedAt) return present
  const mine = present && (await owned(scope, present, now))
  if (!mine) checkMayRegister(tenant, address)
  if (present && !mine) await removeUnverified(scope, present)
  const user = mine ?? (await addVisitor(scope, visitor, address, now))
  const { provider, issuer, subject } = visitor
  const identity = { issuer, subject, provider, userId: user.id, createdAt: new Date(now) }
  await addRows(scope, identities, identity)
  await audit(scope, { actor: user.id, action: 'identity.linked', subject: user.id, details: { provider } })
  return user
}

/**
 * Returns the account if it belongs to the visitor. Invited accounts qualify because they have no password
 * yet.
 */
async function owned(scope: Scope, present: User, now: number): Promise<User | undefined> {
  if (present.emailVerifiedAt) return present
  if (present.passwordHash !== null) return undefined
  const owner = { passwordHash: null, emailVerifiedAt: new Date(now) }
  return (await claimAccount(scope, present, owner)) ? { ...present, ...owner } : undefined
}

async function addVisitor(scope: Scope, visitor: Visitor, address: string, now: number): Promise<User> {
  const { name, language, provider } = visitor
  const proven = { email: address, emailVerifiedAt: new Date(now), passwordHash: null }
  const user = await addUser(scope, { ...proven, name, language })
  await audit(scope, { actor: user.id, action: 'user.registered', subject: user.id, details: { provider } })
  return user
}

const MAX_NAME_LENGTH = 100
const someName = text(1, MAX_NAME_LENGTH)
const addresses = z.array(z.string())

/**
 * Microsoft administrators can enter any `email`, so it is trusted only if its domain is verified
 * (`xms_edov`).
 */
export function provenAddress(provider: ProviderId, claims: IDToken): string | undefined {
  const candidate = provider === 'windows' ? microsoftAddress(claims) : standardAddress(claims)
  const parsed = emailAddress.safeParse(candidate)
  return parsed.success ? parsed.data : undefined
}

function standardAddress({ email, email_verified: verified }: IDToken): unknown {
  return verified === true ? email : undefined
}

function microsoftAddress({ email, xms_edov: owned, verified_primary_email: primary }: IDToken): unknown {
  if ([true, 1, '1', 'true'].some(yes => yes === owned)) return email
  const verified = addresses.safeParse(primary)
  return verified.success ? verified.data[0] : undefined
}

export function displayName(claims: { readonly [claim: string]: unknown }, address: string): string {
  const { name } = claims
  const shown = typeof name === 'string' ? name.replace(/\p{Cc}+/gu, ' ').trim() : ''
  const cut = [...shown].slice(0, MAX_NAME_LENGTH).join('').slice(0, MAX_NAME_LENGTH)
  const parsed = someName.safeParse(cut)
  return parsed.success ? parsed.data : (address.split('@')[0] ?? address).slice(0, MAX_NAME_LENGTH)
}

export function languageOf({ locale }: IDToken): string | undefined {
  const parsed = language.safeParse(locale)
  return parsed.success ? parsed.data : undefined
}

export async function isNonceUsed(scope: Scope, nonce: string, now: number): Promise<boolean> {
  const hash = createHash('sha256').update(nonce).digest('base64url')
  const spent = await addRows(scope, spentNonces, { hash, spentAt: new Date(now) }).onConflictDoNothing()
  return spent.rowCount === 0
}
