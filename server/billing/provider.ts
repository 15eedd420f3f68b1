import type { Database } from '../database/connection.js'
import type { Price, Product } from './products.js'

export interface BillingParts {
  readonly database: Database
  readonly products: readonly Product[]
  readonly now: () => number
}

export interface ProviderSubscription {
  readonly id: string
  readonly customerId: string
  /** In Stripe's terms: `active`, `past_due`, `canceled` … */
  readonly status: string
  /** Price id to lookup key; null if the key has moved to another price. */
  readonly prices: Readonly<Record<string, string | null>>
  readonly periodEndsAt: Date | null
  readonly endsAt: Date | null
}

export interface SubscriptionEvent {
  readonly id: string
  readonly type: string
  readonly customerId: string
  readonly subscriptionId: string
  /** From the metadata of our checkouts; missing on subscriptions created by hand. */
  readonly tenant: string | undefined
  /** Milliseconds since 1970, with a precision of one second. */
  readonly at: number
  readonly subscription: ProviderSubscription | undefined
}

export interface Payer {
  readonly tenant: string
  readonly userId: string
  readonly email: string
  readonly name: string
}

export interface Order {
  readonly payer: Payer
  readonly customerId: string
  readonly product: Product
  readonly returnUrl: string
  readonly paidUrl: string
}

/** Each call may throw Problem `payment_unavailable`. */
export interface Provider {
  readonly kind: 'stripe' | 'test'
  readonly publishableKey?: string | undefined
  readonly webhookSecret: string
  newCustomer(payer: Payer): Promise<string>
  /** By lookup key; products that the provider does not know are missing. */
  prices(products: readonly Product[]): Promise<ReadonlyMap<string, Price>>
  /** @returns the client secret. @throws Problem `not_found` if the provider has no price with that key. */
  checkout(order: Order): Promise<string>
  customerSecret(customerId: string): Promise<string>
  portal(payer: Payer, customerId: string, returnUrl: string): Promise<string>
  /** Missing if the provider cannot be asked: then the latest event counts. @returns `undefined` if it no longer exists */
  read?(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** Including those paid so recently that no event has arrived. Missing if payment and event are one. */
  subscriptionsOf?(customerId: string): Promise<readonly ProviderSubscription[]>
  /** Deletes the customer, which ends all subscriptions immediately. Ignores an unknown customer. */
  deleteCustomer(customerId: string): Promise<void>
}
