// What billing needs of a payment provider. Stripe is one, test billing the other; nothing else speaks to either.
import type { Price, Product } from './products.js'

/** A subscription as the provider has it. */
export interface Subscribed {
  readonly id: string
  readonly customerId: string
  /** Stripe's word: `active`, `past_due`, `canceled` … */
  readonly status: string
  /** Price id to lookup key; null where the key has moved to another price. */
  readonly prices: Readonly<Record<string, string | null>>
  /** The end of the period that is paid. */
  readonly periodEndsAt: Date | null
  /** Set where it will not renew. */
  readonly endsAt: Date | null
}

/** What an event told: that a subscription is not what it was. */
export interface News {
  readonly id: string
  readonly type: string
  readonly customerId: string
  readonly subscriptionId: string
  /** From the metadata that every checkout of ours leaves; missing on what somebody made by hand. */
  readonly tenant: string | undefined
  /** Milliseconds since 1970, to the second. */
  readonly at: number
  /** The subscription as the event carries it, where it does. */
  readonly carried: Subscribed | undefined
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
  /** Where the browser goes without paying. */
  readonly returnUrl: string
  /** Where it goes once it is paid. */
  readonly paidUrl: string
}

/** Each call may throw Problem `payment_unavailable`. */
export interface Provider {
  readonly kind: 'stripe' | 'test'
  /** What Stripe.js is started with in the browser. */
  readonly publishableKey?: string | undefined
  readonly webhookSecret: string
  newCustomer(payer: Payer): Promise<string>
  /** By lookup key; a product that the provider does not know is missing. */
  prices(products: readonly Product[]): Promise<ReadonlyMap<string, Price>>
  /** @returns the client secret. @throws Problem `not_found` where the provider has no price of that key. */
  checkout(order: Order): Promise<string>
  /** A secret for showing and changing payment methods. */
  customerSecret(customerId: string): Promise<string>
  /** The address of the page on which plans are changed and cancelled. */
  portal(payer: Payer, customerId: string, returnUrl: string): Promise<string>
  /**
   * The subscription as it is now, `undefined` where there is none any more.
   * Missing where nothing can be read again: then the event that happened last counts.
   */
  read?(subscriptionId: string): Promise<Subscribed | undefined>
  /**
   * What the customer pays for now, paid a moment ago included, of which no event has come yet.
   * Missing where payment and event are one.
   */
  subscriptionsOf?(customerId: string): Promise<readonly Subscribed[]>
  /** Ends what the customer pays for, at once. Once they are gone, it does nothing. */
  farewell(customerId: string): Promise<void>
}
