import { eq, lt, not, sql } from 'drizzle-orm'
import {
  addRows,
  deleteRows,
  findRow,
  findRows,
  isIn,
  lockRow,
  ofTenant,
  olderThan,
  tenantsWhere,
} from '../database/queries.js'
import { billingCustomers, billingEvents, customersToDelete } from '../database/schema.js'
import type { Scope, Transactions } from '../database/transactions.js'
import { listTenants } from '../tenants/tenants.js'
import type { Payer, Provider } from './provider.js'

export async function customerOf(scope: Scope, userId: string): Promise<string | undefined> {
  return (await findRow(scope, billingCustomers, eq(billingCustomers.userId, userId)))?.customerId
}

/** Creates the customer if necessary. Call this outside any transaction, because it contacts the provider. */
export async function ensureCustomer(
  database: Transactions,
  provider: Pick<Provider, 'kind' | 'newCustomer'>,
  payer: Payer,
): Promise<string> {
  const { tenant, userId } = payer
  const known = await database.inTenant(tenant, scope => customerOf(scope, userId))
  if (known !== undefined) return known
  const customerId = await provider.newCustomer(payer)
  return database.inTenant(tenant, async scope => {
    const customer = { userId, customerId, provider: provider.kind }
    await addRows(scope, billingCustomers, customer).onConflictDoNothing()
    // If a parallel request was faster, both requests use its customer.
    const kept = await customerOf(scope, userId)
    if (kept === undefined) throw new Error('The customer could not be read back after it was stored.')
    return kept
  })
}

/**
 * Searches each tenant, the `likely` one first. Events have no tenant header, and row-level security hides
 * other tenants.
 */
export async function tenantOfCustomer(
  database: Transactions,
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
  return (await findRow(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))?.userId
}

export async function lockCustomer(scope: Scope, customerId: string): Promise<string | undefined> {
  return (await lockRow(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))?.userId
}

/**
 * Returns an increasing number. Get it before querying the provider: the response with the highest number is
 * the newest.
 */
export async function nextReading(scope: Scope, customerId: string): Promise<number> {
  const [row] = await scope.sql
    .update(billingCustomers)
    .set({ readings: sql`${billingCustomers.readings} + 1` })
    .where(ofTenant(scope, billingCustomers, eq(billingCustomers.customerId, customerId)))
    .returning({ readings: billingCustomers.readings })
  return row?.readings ?? 0
}

/** Deletes test customers and their subscriptions, which must not exist on a server that sells plans. */
export async function deleteTestCustomers(scope: Scope): Promise<void> {
  await deleteRows(scope, billingCustomers, eq(billingCustomers.provider, 'test'))
}

/** How long events are kept, ms. Stripe redelivers them for three days, or for thirty on request. */
const EVENTS_KEPT_MS = 90 * 24 * 60 * 60_000
const MAX_PER_RUN = 20

/**
 * Deletes old events, and customers whose account was deleted.
 * @throws Problem `payment_unavailable`; the next run retries
 */
export async function cleanUpBilling(
  database: Transactions,
  provider: Pick<Provider, 'deleteCustomer'> | undefined,
  now: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = []
  const before = now - EVENTS_KEPT_MS
  const isOld = lt(billingEvents.receivedAt, new Date(before))
  const gone = 'SELECT 1 FROM billing_farewells WHERE tenant = $1'
  const old = olderThan(billingEvents.receivedAt, before)
  for (const key of await tenantsWhere(database.shared, gone, old)) {
    if (isStopping()) break
    await database.inTenant(key, scope => deleteRows(scope, billingEvents, isOld))
    if (provider) failures.push(...(await deleteCustomers(database, key, provider, isStopping)))
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Deletes customers, continuing after failures.
 * @returns the errors
 */
async function deleteCustomers(
  database: Transactions,
  tenant: string,
  provider: Pick<Provider, 'deleteCustomer'>,
  isStopping: () => boolean,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const left: string[] = []
  for (let count = 0; count < MAX_PER_RUN && !isStopping(); count += 1) {
    let customer: string | undefined
    try {
      await database.inTenant(tenant, async scope => {
        customer = await randomCustomer(scope, left)
        if (customer === undefined) return
        // The row stays locked during the request, so that other servers pick other rows. Deleting twice is
        // harmless.
        await provider.deleteCustomer(customer)
        await deleteRows(scope, customersToDelete, eq(customersToDelete.customerId, customer))
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

/** Selects a random customer, so that one that always fails doesn't block the others. */
async function randomCustomer(scope: Scope, left: readonly string[]): Promise<string | undefined> {
  const others = findRows(scope, customersToDelete, not(isIn(customersToDelete.customerId, left)))
  const one = others.orderBy(sql`random()`).limit(1)
  return (await one.for('update', { skipLocked: true }))[0]?.customerId
}
