// What an event of the payment provider does: once per event, in whatever order they come, complete after a crash.
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Scope } from '../database/connection.js'
import { billingEvents } from '../database/schema.js'
import { Problem } from '../http/problem.js'
import { levelOf, noteChange } from '../presence/users/features.js'
import { drawReading, lockCustomer, tenantOfCustomer } from './customers.js'
import type { Product } from './products.js'
import type { News, Provider, Subscribed } from './provider.js'
import { endSubscription, keepSubscription } from './subscriptions.js'

export interface Fulfilment {
  readonly database: Database
  readonly provider: Pick<Provider, 'read'>
  readonly products: readonly Product[]
  readonly now: () => number
}

/** `foreign`: nobody's customer here, as where other products share the account. */
export type Outcome = 'applied' | 'known' | 'foreign'

/**
 * Applies an event. It is recorded first and marked when its effect is there; what fails in between leaves it
 * unmarked, and the next delivery completes it.
 * @throws Problem `event_refused` where it names one tenant and the customer belongs to another.
 */
export async function fulfil(parts: Fulfilment, news: News): Promise<Outcome> {
  const { database, provider, now } = parts
  const tenant = await tenantOfCustomer(database, news.customerId, news.tenant)
  if (tenant === undefined) return 'foreign'
  if (news.tenant !== undefined && news.tenant !== tenant) throw new Problem('event_refused')
  const reading = await database.inTenant(tenant, scope => record(scope, news, now()))
  if (reading === undefined) return 'known'
  // Nothing to read it from: test billing tells everything in the events of the subscription itself.
  if (!provider.read && !news.carried) return 'known'
  // Read again rather than believed, where that is possible: then the order of events does not matter.
  const state = provider.read ? await provider.read(news.subscriptionId) : news.carried
  const asOf = provider.read ? reading : news.at
  if (state && state.customerId !== news.customerId) throw new Problem('event_refused')
  return database.inTenant(tenant, scope => apply(scope, parts, { news, state, asOf }))
}

/** @returns the number of this reading, `undefined` where the event has had its effect. */
async function record(scope: Scope, { id, type, customerId }: News, now: number) {
  await scope.sql
    .insert(billingEvents)
    .values({ tenant: scope.tenant, id, type, receivedAt: new Date(now) })
    .onConflictDoNothing()
  if (!(await isOpen(scope, id))) return undefined
  return drawReading(scope, customerId)
}

interface Told {
  readonly news: News
  readonly state: Subscribed | undefined
  readonly asOf: number
}

async function apply(scope: Scope, { products, now }: Fulfilment, told: Told): Promise<Outcome> {
  const { news, state, asOf } = told
  const userId = await lockCustomer(scope, news.customerId)
  // The account has gone in between, and the customer with it.
  if (userId === undefined) return 'foreign'
  // Looked at again under the lock: of twenty deliveries at once, one gets here first.
  if (!(await isOpen(scope, news.id))) return 'known'
  const before = await levelOf(scope, userId, now())
  if (state) await keepSubscription(scope, userId, state, { asOf, products })
  else await endSubscription(scope, news.subscriptionId, asOf)
  await noteChange(scope, { userId, before, by: 'payment', now: now() })
  await scope.sql
    .update(billingEvents)
    .set({ appliedAt: new Date(now()) })
    .where(and(eq(billingEvents.tenant, scope.tenant), eq(billingEvents.id, news.id)))
  return 'applied'
}

async function isOpen(scope: Scope, id: string): Promise<boolean> {
  const open = await scope.sql
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(
      and(eq(billingEvents.tenant, scope.tenant), eq(billingEvents.id, id), isNull(billingEvents.appliedAt)),
    )
  return open.length > 0
}
