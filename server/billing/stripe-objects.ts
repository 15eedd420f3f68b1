// Parses Stripe objects and events (API 2026-10-28); test billing uses the same format. A signature proves
// who sent an event but not its structure, so all fields that are read are validated.
import * as z from 'zod/mini'
import { text } from '../../src/core/contract/endpoint.js'
import type { ProviderSubscription, SubscriptionEvent } from './provider.js'

const SUBSCRIPTION = /^customer\.subscription\./

/** Stripe's IDs have at most 255 characters. */
const id = text(1, 255)
const reference = z.union([id, z.object({ id })])
/** Timestamps up to the year 9999: the database can't parse five-digit years, and a grace period is added. */
const seconds = z.int().check(z.minimum(0), z.maximum(253_370_764_800))
const metadata = z.nullish(z.object({ tenant: z.optional(z.string()) }))

const subscriptionObject = z.object({
  id,
  customer: reference,
  status: text(1, 255),
  metadata,
  cancel_at: z.nullish(seconds),
  cancel_at_period_end: z.nullish(z.boolean()),
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ id, lookup_key: z.nullish(text(0, 255)) }),
        current_period_end: z.nullish(seconds),
      }),
    ),
  }),
})
type SubscriptionObject = z.infer<typeof subscriptionObject>

const checkoutObject = z.object({
  customer: z.nullish(reference),
  subscription: z.nullish(reference),
  metadata,
})

const envelope = z.object({ id, type: id })
const about = <Data>(object: z.ZodMiniType<Data>) =>
  z.object({ created: seconds, data: z.object({ object }) })
const aboutSubscription = about(subscriptionObject)
const aboutCheckout = about(checkoutObject)

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly change: SubscriptionEvent | undefined
}

/** @returns `undefined` for an invalid event; for unused event types, only the ID and type are validated */
export function eventOf(received: unknown): ReceivedEvent | undefined {
  const event = envelope.safeParse(received)
  if (!event.success) return undefined
  const { id, type } = event.data
  if (SUBSCRIPTION.test(type)) {
    const { data: given } = aboutSubscription.safeParse(received)
    return given && { id, type, change: ofSubscription(event.data, given) }
  }
  if (type !== 'checkout.session.completed') return { id, type, change: undefined }
  const { data: given } = aboutCheckout.safeParse(received)
  return given && { id, type, change: ofCheckout(event.data, given) }
}

type Envelope = z.infer<typeof envelope>

function ofSubscription({ id, type }: Envelope, { created, data }: z.infer<typeof aboutSubscription>) {
  const subscription = subscriptionOf(data.object)
  return {
    ...{ id, type, at: created * 1000 },
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    tenant: data.object.metadata?.tenant,
    subscription,
  }
}

function ofCheckout({ id, type }: Envelope, { created, data }: z.infer<typeof aboutCheckout>) {
  const { customer, subscription, metadata } = data.object
  if (!customer || !subscription) return undefined
  return {
    ...{ id, type, at: created * 1000 },
    customerId: idOf(customer),
    subscriptionId: idOf(subscription),
    tenant: metadata?.tenant,
    subscription: undefined,
  }
}

export function subscriptionOf(subscription: SubscriptionObject): ProviderSubscription {
  const items = subscription.items.data
  const ends = items.flatMap(item => item.current_period_end || [])
  const periodEndsAt = ends.length > 0 ? dateOf(Math.min(...ends)) : null
  const cancelAt = subscription.cancel_at ?? null
  const endsAt = cancelAt !== null ? dateOf(cancelAt) : periodEndsAt
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    prices: Object.fromEntries(items.map(({ price }) => [price.id, price.lookup_key ?? null])),
    periodEndsAt,
    endsAt: subscription.cancel_at_period_end || cancelAt !== null ? endsAt : null,
  }
}

function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
