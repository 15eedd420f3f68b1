// Which user is which customer of the payment provider.
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Scope } from '../database/connection.js'
import { billingCustomers } from '../database/schema.js'
import { listTenants } from '../tenancy/tenants.js'
import type { Payer, Provider } from './provider.js'

export async function customerOf(scope: Scope, userId: string): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({ id: billingCustomers.customerId })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.tenant, scope.tenant), eq(billingCustomers.userId, userId)))
  return row?.id
}

/** Makes the user a customer where they are none yet. No transaction is open while the provider is asked. */
export async function ensureCustomer(
  database: Database,
  provider: Pick<Provider, 'kind' | 'newCustomer'>,
  payer: Payer,
): Promise<string> {
  const { tenant, userId } = payer
  const known = await database.inTenant(tenant, scope => customerOf(scope, userId))
  if (known !== undefined) return known
  const customerId = await provider.newCustomer(payer)
  return database.inTenant(tenant, async scope => {
    await scope.sql
      .insert(billingCustomers)
      .values({ tenant, userId, customerId, provider: provider.kind })
      .onConflictDoNothing()
    // Another call may have been first: its customer counts for both.
    const kept = await customerOf(scope, userId)
    if (kept === undefined) throw new Error('The database took a customer and did not give it back.')
    return kept
  })
}

/**
 * The tenant that a customer belongs to, the one that is likely asked first. An event comes without a tenant header,
 * and row-level security has no view across tenants: each is asked in turn.
 */
export async function tenantOfCustomer(
  database: Database,
  customerId: string,
  likely: string | undefined,
): Promise<string | undefined> {
  const keys = (await listTenants(database.open)).map(({ key }) => key)
  const ordered = keys.sort((one, other) => Number(other === likely) - Number(one === likely))
  for (const key of ordered) {
    if (await database.inTenant(key, scope => userOfCustomer(scope, customerId))) return key
  }
  return undefined
}

export async function userOfCustomer(scope: Scope, customerId: string): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({ id: billingCustomers.userId })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.tenant, scope.tenant), eq(billingCustomers.customerId, customerId)))
  return row?.id
}

/** Locks the customer until the transaction ends: what is done for one customer happens one after the other. */
export async function lockCustomer(scope: Scope, customerId: string): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({ id: billingCustomers.userId })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.tenant, scope.tenant), eq(billingCustomers.customerId, customerId)))
    .for('update')
  return row?.id
}

/** Draws a number before the provider is asked: an answer to a later question is the newer one. */
export async function drawReading(scope: Scope, customerId: string): Promise<number> {
  const [row] = await scope.sql
    .update(billingCustomers)
    .set({ readings: sql`${billingCustomers.readings} + 1` })
    .where(and(eq(billingCustomers.tenant, scope.tenant), eq(billingCustomers.customerId, customerId)))
    .returning({ readings: billingCustomers.readings })
  return row?.readings ?? 0
}

/** With their subscriptions: what nobody paid for is not carried over to a server that sells. */
export async function forgetTestCustomers(scope: Scope): Promise<void> {
  await scope.sql
    .delete(billingCustomers)
    .where(and(eq(billingCustomers.tenant, scope.tenant), eq(billingCustomers.provider, 'test')))
}
