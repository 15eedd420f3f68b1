import { eq, gt } from 'drizzle-orm'
import { addRows, changeRows, findRow, findRows, isIn, ofTenant } from '../database/queries.js'
import { subscriptions } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { featuresOfProducts, type Product } from './products.js'
import type { ProviderSubscription } from './provider.js'

export type Subscription = typeof subscriptions.$inferSelect

/**
 * Statuses of valid subscriptions. While `past_due`, Stripe retries the payment, and cancels if all retries
 * fail.
 */
const VALID_STATUSES = ['active', 'trialing', 'past_due']
/** Grace period for the renewal event, ms. Stripe collects the payment hours after the period starts. */
const GRACE_MS = 3 * 24 * 60 * 60_000

export async function liveSubscriptions(scope: Scope, userId: string, now: number): Promise<Subscription[]> {
  const isValid = gt(subscriptions.validUntil, new Date(now))
  const found = await findRows(scope, subscriptions, eq(subscriptions.userId, userId), isValid)
  return found.sort((one, other) => (other.validUntil?.getTime() ?? 0) - (one.validUntil?.getTime() ?? 0))
}

export function featuresOf({ status, prices }: ProviderSubscription, products: readonly Product[]) {
  if (!VALID_STATUSES.includes(status)) return []
  return featuresOfProducts(products, Object.values(namedPrices(prices, {})))
}

/** Stores the provider's state unless a state with a higher `asOf` is already stored. */
export async function saveSubscription(
  scope: Scope,
  userId: string,
  subscribed: ProviderSubscription,
  { asOf, products }: { readonly asOf: number; readonly products: readonly Product[] },
): Promise<void> {
  const before = await findRow(scope, subscriptions, eq(subscriptions.id, subscribed.id))
  if (before && before.asOf > asOf) return
  const prices = namedPrices(subscribed.prices, before?.prices ?? {})
  const row = {
    userId,
    status: subscribed.status,
    prices,
    features: featuresOfProducts(products, Object.values(prices)),
    renewsAt: subscribed.endsAt ? null : subscribed.periodEndsAt,
    endsAt: subscribed.endsAt,
    validUntil: validUntil(subscribed),
    asOf,
  }
  const target = [subscriptions.tenant, subscriptions.id]
  await addRows(scope, subscriptions, { id: subscribed.id, ...row }).onConflictDoUpdate({ target, set: row })
}

export async function endSubscription(scope: Scope, id: string, asOf: number): Promise<void> {
  const ended = { status: 'canceled', validUntil: null, renewsAt: null, asOf }
  await changeRows(scope, subscriptions, ended, eq(subscriptions.id, id))
}

export async function syncFeatures(scope: Scope, products: readonly Product[]): Promise<void> {
  const kept = await scope.sql
    .selectDistinct({ prices: subscriptions.prices, features: subscriptions.features })
    .from(subscriptions)
    .where(ofTenant(scope, subscriptions, isIn(subscriptions.status, VALID_STATUSES)))
  for (const { prices, features } of kept) {
    const today = featuresOfProducts(products, Object.values(prices))
    if (today.join(';') === features.join(';')) continue
    await changeRows(scope, subscriptions, { features: today }, eq(subscriptions.prices, prices))
  }
}

function validUntil({ status, endsAt, periodEndsAt }: ProviderSubscription): Date | null {
  if (!VALID_STATUSES.includes(status)) return null
  if (endsAt) return endsAt
  return periodEndsAt && new Date(periodEndsAt.getTime() + GRACE_MS)
}

function namedPrices(given: ProviderSubscription['prices'], before: Subscription['prices']) {
  const named = Object.entries(given).map(([id, key]) => [id, key ?? before[id]] as const)
  return Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined))
}
