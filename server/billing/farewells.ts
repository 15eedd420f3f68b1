// Tells the payment provider to charge no more for accounts that are gone, and forgets events that are long over.
import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Scope } from '../database/connection.js'
import { billingEvents, billingFarewells } from '../database/schema.js'
import { listTenants } from '../tenancy/tenants.js'
import type { Provider } from './provider.js'

/** Stripe delivers an event again for three days, and for thirty when somebody asks it to. */
const REMEMBERED_MS = 90 * 24 * 60 * 60_000
/** Of one tenant in one round: the provider is asked for each. */
const AT_ONCE = 20

/**
 * @param isOver asked before each customer: a server that ends leaves the rest to the next round
 * @throws Problem `payment_unavailable`, the first of them: what is left is told in the next round.
 */
export async function tidyBilling(
  database: Database,
  provider: Pick<Provider, 'farewell'> | undefined,
  now: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = []
  for (const { key } of await listTenants(database.open)) {
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
    .select({ customerId: billingFarewells.customerId })
    .from(billingFarewells)
    .where(and(eq(billingFarewells.tenant, scope.tenant), notInArray(billingFarewells.customerId, [...left])))
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
    .delete(billingFarewells)
    .where(and(eq(billingFarewells.tenant, scope.tenant), eq(billingFarewells.customerId, customerId)))
}

async function forgetEvents(scope: Scope, now: number): Promise<void> {
  await scope.sql
    .delete(billingEvents)
    .where(
      and(
        eq(billingEvents.tenant, scope.tenant),
        lt(billingEvents.receivedAt, new Date(now - REMEMBERED_MS)),
      ),
    )
}
