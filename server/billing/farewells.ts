// Tells the payment provider to charge no more for accounts that are gone, and forgets events that are long over.
import { and, eq, lt } from 'drizzle-orm'
import type { Database, Scope } from '../database/connection.js'
import { billingEvents, billingFarewells } from '../database/schema.js'
import { listTenants } from '../tenancy/tenants.js'
import type { Provider } from './provider.js'

/** Stripe delivers an event again for three days, and for thirty when somebody asks it to. */
const REMEMBERED_MS = 90 * 24 * 60 * 60_000
/** Of one tenant in one round: the provider is asked for each. */
const AT_ONCE = 20

/** @throws Problem `payment_unavailable`: what is left is told in the next round. */
export async function tidyBilling(
  database: Database,
  provider: Pick<Provider, 'farewell'> | undefined,
  now: number,
): Promise<void> {
  for (const { key } of await listTenants(database.open)) {
    await database.inTenant(key, scope => forgetEvents(scope, now))
    if (provider) await database.inTenant(key, scope => bidFarewells(scope, provider))
  }
}

/** The rows stay locked while the provider is asked, and another server takes others. Asked twice, it does nothing. */
async function bidFarewells(scope: Scope, provider: Pick<Provider, 'farewell'>): Promise<void> {
  const gone = await scope.sql
    .select({ customerId: billingFarewells.customerId })
    .from(billingFarewells)
    .where(eq(billingFarewells.tenant, scope.tenant))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  for (const { customerId } of gone) {
    await provider.farewell(customerId)
    await scope.sql
      .delete(billingFarewells)
      .where(and(eq(billingFarewells.tenant, scope.tenant), eq(billingFarewells.customerId, customerId)))
  }
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
