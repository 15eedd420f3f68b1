// Reads Stripe's objects and events (API 2026-10-28). The events of test billing have the same format.
import type Stripe from 'stripe'
import type { ProviderSubscription, SubscriptionEvent } from './provider.js'

const SUBSCRIPTION = /^customer\.subscription\./

/** @returns `undefined` for events that do not change a plan. */
export function subscriptionEventOf(event: Stripe.Event): SubscriptionEvent | undefined {
  const about = { id: event.id, type: event.type, at: event.created * 1000 }
  if (SUBSCRIPTION.test(event.type)) {
    const subscription = event.data.object as Stripe.Subscription
    const carried = subscriptionOf(subscription)
    const { customerId } = carried
    return {
      ...about,
      customerId,
      subscriptionId: carried.id,
      tenant: subscription.metadata.tenant,
      subscription: carried,
    }
  }
  if (event.type !== 'checkout.session.completed') return undefined
  const { customer, subscription, metadata } = event.data.object
  if (!customer || !subscription) return undefined
  return {
    ...about,
    customerId: idOf(customer),
    subscriptionId: idOf(subscription),
    tenant: metadata?.tenant,
    subscription: undefined,
  }
}

export function subscriptionOf(subscription: Stripe.Subscription): ProviderSubscription {
  const items = subscription.items.data
  const ends = items.map(item => item.current_period_end).filter(end => end > 0)
  const periodEndsAt = ends.length > 0 ? dateOf(Math.min(...ends)) : null
  const endsAt = subscription.cancel_at !== null ? dateOf(subscription.cancel_at) : periodEndsAt
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    prices: Object.fromEntries(items.map(({ price }) => [price.id, price.lookup_key])),
    periodEndsAt,
    endsAt: subscription.cancel_at_period_end || subscription.cancel_at !== null ? endsAt : null,
  }
}

function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

/** Stripe counts in seconds. */
function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
