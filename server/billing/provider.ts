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
  /** Stripe subscription status: `active`, `past_due`, `canceled` … */
  readonly status: string
  /** Lookup keys by price ID; null if the key was moved to another price. */
  readonly prices: Readonly<Record<string, string | null>>
  readonly periodEndsAt: Date | null
  readonly endsAt: Date | null
}

export interface SubscriptionEvent {
  readonly id: string
  readonly type: string
  readonly customerId: string
  readonly subscriptionId: string
  /** Tenant from the checkout's metadata; missing on manually created subscriptions. */
  readonly tenant: string | undefined
  /** Time of the event, milliseconds since 1970, rounded to seconds. */
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

/** Payment provider. All methods throw Problem `payment_unavailable` if it is down. */
export interface Provider {
  readonly kind: 'stripe' | 'test'
  readonly publishableKey?: string | undefined
  readonly webhookSecret: string
  newCustomer(payer: Payer): Promise<string>
  /** Returns prices by lookup key, without products that the provider doesn't have. */
  prices(products: readonly Product[]): Promise<ReadonlyMap<string, Price>>
  /**
   * @returns the client secret
   * @throws Problem `not_found` if the provider has no price for the key
   */
  checkout(order: Order): Promise<string>
  customerSecret(customerId: string): Promise<string>
  portal(payer: Payer, customerId: string, returnUrl: string): Promise<string>
  /**
   * Reads a subscription. Providers without this method rely on the latest event.
   * @returns `undefined` if the subscription was deleted
   */
  read?(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /**
   * Returns all subscriptions, including subscriptions whose events have not arrived. Not needed if the provider
   * sends the event during payment.
   */
  subscriptionsOf?(customerId: string): Promise<readonly ProviderSubscription[]>
  /** Deletes the customer and ends all of its subscriptions immediately. Unknown customers are ignored. */
  deleteCustomer(customerId: string): Promise<void>
}
