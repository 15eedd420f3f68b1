// Which user is which customer of the payment provider, and deleting customers whose account is gone.

import { eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Scope } from '../database/connection.js'
import { ofTenant } from '../database/queries.js'
import { billingCustomers, billingEvents, customersToDelete } from '../database/schema.js'
import { listTenants } from '../tenants/tenants.js'
import type { Payer, Provider } from './provider.js'

export async function customerOf(scope: Scope, userId: string): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({ id: billingCustomers.customerId })
    .from(billingCustomers)
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.userId, userId)))
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
  const keys = (await listTenants(database.shared)).map(({ key }) => key)
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
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))
  return row?.id
}

/** Locks the customer until the transaction ends: what is done for one customer happens one after the other. */
export async function lockCustomer(scope: Scope, customerId: string): Promise<string | undefined> {
  const [row] = await scope.sql
    .select({ id: billingCustomers.userId })
    .from(billingCustomers)
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))
    .for('update')
  return row?.id
}

/** Draws a number before the provider is asked: an answer to a later question is the newer one. */
export async function nextReading(scope: Scope, customerId: string): Promise<number> {
  const [row] = await scope.sql
    .update(billingCustomers)
    .set({ readings: sql`${billingCustomers.readings} + 1` })
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))
    .returning({ readings: billingCustomers.readings })
  return row?.readings ?? 0
}

/** With their subscriptions: what nobody paid for is not carried over to a server that sells. */
export async function deleteTestCustomers(scope: Scope): Promise<void> {
  await scope.sql
    .delete(billingCustomers)
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.provider, 'test')))
}

/** Stripe delivers an event again for three days, and for thirty when somebody asks it to. */
const REMEMBERED_MS = 90 * 24 * 60 * 60_000
/** Of one tenant in one round: the provider is asked for each. */
const AT_ONCE = 20

/**
 * @param isOver asked before each customer: a server that ends leaves the rest to the next round
 * @throws Problem `payment_unavailable`, the first of them: what is left is told in the next round.
 */
export async function cleanUpBilling(
  database: Database,
  provider: Pick<Provider, 'farewell'> | undefined,
  now: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = []
  for (const { key } of await listTenants(database.shared)) {
    if (isOver()) break
    await database.inTenant(key, scope => forgetEvents(scope, now))
    if (provider) failures.push(...(await bidFarewells(database, key, provider, isOver)))
  }
  if (failures.length > 0) throw failures[0]
}

/** One customer that the provider will not hear of keeps none of the others. @returns why each of those is left */
async function bidFarewells(
  database: Database,
  tenant: string,
  provider: Pick<Provider, 'farewell'>,
  isOver: () => boolean,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const left: string[] = []
  for (let told = 0; told < AT_ONCE && !isOver(); told += 1) {
    let customer: string | undefined
    try {
      await database.inTenant(tenant, async scope => {
        customer = await anyCustomer(scope, left)
        if (customer !== undefined) await bidFarewell(scope, customer, provider)
      })
    } catch (error) {
      if (customer === undefined) throw error
      failures.push(error)
      left.push(customer)
    }
    if (customer === undefined) break
  }
  return failures
}

/** By chance: those that fail in every round must not always be the first. */
async function anyCustomer(scope: Scope, left: readonly string[]): Promise<string | undefined> {
  const [gone] = await scope.sql
    .select({ customerId: customersToDelete.customerId })
    .from(customersToDelete)
    .where(ofTenant(scope, customersToDelete, notInArray(customersToDelete.customerId, [...left])))
    .orderBy(sql`random()`)
    .limit(1)
    .for('update', { skipLocked: true })
  return gone?.customerId
}

/** The row stays locked while the provider is asked, and another server takes others. Asked twice, it does nothing. */
async function bidFarewell(
  scope: Scope,
  customerId: string,
  provider: Pick<Provider, 'farewell'>,
): Promise<void> {
  await provider.farewell(customerId)
  await scope.sql
    .delete(customersToDelete)
    .where(ofTenant(scope, customersToDelete, eq(customersToDelete.customerId, customerId)))
}

async function forgetEvents(scope: Scope, now: number): Promise<void> {
  await scope.sql
    .delete(billingEvents)
    .where(ofTenant(scope, billingEvents, lt(billingEvents.receivedAt, new Date(now - REMEMBERED_MS))))
}
