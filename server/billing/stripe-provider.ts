// Billing through Stripe. This is the only file that calls Stripe; tests replace api.stripe.com.
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { StripeKeys } from '../config.js'
import { Problem } from '../http/problem.js'
import type { Price, Product } from './products.js'
import type { Order, Payer, Provider } from './provider.js'
import { subscriptionOf } from './stripe-objects.js'

/** Request timeout, ms. Users wait for these requests; webhooks are redelivered if they fail. */
const TIMEOUT_MS = 10_000
const PRICES_MS = 5 * 60_000
/** Short timeout without retries. A stopping server waits for this request, and the next run retries it. */
const DELETE_OPTIONS = { timeout: 5_000, maxNetworkRetries: 0 }
/** Stripe's maximum number of lookup keys per request. */
const KEYS_AT_ONCE = 10

export function stripeProvider(keys: StripeKeys, now: () => number): Provider {
  const stripe = new Stripe(keys.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(keys.apiUrl !== undefined && hostOf(keys.apiUrl)),
  })
  let priced: { until: number; prices: ReadonlyMap<string, Price> } | undefined
  return {
    kind: 'stripe',
    publishableKey: keys.publishableKey,
    webhookSecret: keys.webhookSecret,

    async newCustomer(payer) {
      const customer = await callStripe(
        stripe.customers.create(
          { email: payer.email, name: payer.name, metadata: metadataOf(payer) },
          // The idempotency key ensures that concurrent requests create only one customer.
          { idempotencyKey: customerKey(payer) },
        ),
      )
      return customer.id
    },

    async prices(products) {
      if (priced && priced.until > now()) return priced.prices
      const prices = new Map<string, Price>()
      for (let first = 0; first < products.length; first += KEYS_AT_ONCE) {
        const lookup_keys = products.slice(first, first + KEYS_AT_ONCE).map(({ key }) => key)
        const list = await callStripe(stripe.prices.list({ lookup_keys, active: true }))
        for (const price of list.data) {
          if (price.lookup_key && price.recurring && price.unit_amount !== null)
            prices.set(price.lookup_key, {
              amount: price.unit_amount,
              currency: price.currency,
              interval: price.recurring.interval as Price['interval'],
            })
        }
      }
      priced = { until: now() + PRICES_MS, prices }
      return prices
    },

    async checkout(order) {
      const price = await priceOf(stripe, order.product)
      await closeOpenCheckouts(stripe, order.customerId, 'all')
      const session = await callStripe(stripe.checkout.sessions.create(sessionFor(order, price)))
      await closeOpenCheckouts(stripe, order.customerId, 'but the newest')
      if (!session.client_secret) throw new Error('Stripe created a checkout without a client secret.')
      return session.client_secret
    },

    async customerSecret(customer) {
      const features = {
        payment_method_redisplay: 'enabled',
        payment_method_save: 'enabled',
        payment_method_save_usage: 'off_session',
        payment_method_remove: 'enabled',
      } as const
      const components = { payment_element: { enabled: true, features } }
      const session = await callStripe(stripe.customerSessions.create({ customer, components }))
      return session.client_secret
    },

    async portal(_payer, customer, return_url) {
      const session = await callStripe(stripe.billingPortal.sessions.create({ customer, return_url }))
      return session.url
    },

    async read(id) {
      const subscription = await unlessMissing(stripe.subscriptions.retrieve(id))
      return subscription && subscriptionOf(subscription)
    },

    async subscriptionsOf(customer) {
      const { data } = await callStripe(stripe.subscriptions.list({ customer, limit: 100 }))
      return data.map(subscriptionOf)
    },

    async deleteCustomer(customer) {
      // Deleting a customer cancels its subscriptions immediately.
      await unlessMissing(stripe.customers.del(customer, DELETE_OPTIONS))
    },
  }
}

function hostOf(address: string) {
  const { protocol, hostname, port } = new URL(address)
  return { protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), host: hostname, port }
}

const metadataOf = ({ tenant, userId }: Payer) => ({ tenant, user: userId })

/** Includes a hash of email and name: Stripe rejects the same idempotency key with a different body. */
function customerKey({ tenant, userId, email, name }: Payer): string {
  const rest = createHash('sha256')
    .update(JSON.stringify([email, name]))
    .digest('base64url')
  return `customer-${tenant}-${userId}-${rest}`
}

async function priceOf(stripe: Stripe, { key }: Product): Promise<Stripe.Price> {
  const { data } = await callStripe(stripe.prices.list({ lookup_keys: [key], active: true }))
  const [price] = data
  if (!price) throw new Problem('not_found')
  return price
}

/**
 * Closes checkouts in other tabs, which could otherwise be paid as well. Parallel requests both check again
 * and keep the newest checkout.
 */
async function closeOpenCheckouts(stripe: Stripe, customer: string, which: 'all' | 'but the newest') {
  const { data } = await callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
  const newestFirst = data.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
  const closed = which === 'all' ? newestFirst : newestFirst.slice(1)
  for (const { id } of closed) await callStripe(stripe.checkout.sessions.expire(id))
}

function sessionFor({ payer, customerId, paidUrl }: Order, price: Stripe.Price) {
  const metadata = metadataOf(payer)
  return {
    mode: 'subscription',
    ui_mode: 'embedded_page',
    customer: customerId,
    client_reference_id: payer.userId,
    line_items: [{ price: price.id, quantity: 1 }],
    // Stripe redirects here only after payment. The checkout is embedded, so users who don't pay close it on
    // the page.
    return_url: paidUrl,
    metadata,
    subscription_data: { metadata },
  }
}

async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    const problem = new Problem('payment_unavailable', { headers: { 'retry-after': '30' } })
    throw Object.assign(problem, { cause })
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return callStripe(
    answer.catch((error: unknown) => {
      const { code } = error as { code?: string }
      if (code === 'resource_missing') return undefined
      throw error
    }),
  )
}
