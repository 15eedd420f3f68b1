// The events of test billing: in Stripe's form, signed like Stripe's, sent to the same webhook.
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { WEBHOOK_PATH } from './webhook-path.js'

export interface TestSubscription {
  readonly id: string
  readonly customerId: string
  readonly tenant: string
  readonly status: 'active' | 'past_due' | 'canceled'
  /** The lookup key of what is paid for. */
  readonly product: string
  readonly periodEndsAt: Date
  readonly ending: boolean
}

export interface TestEvent {
  readonly id: string
  readonly type: `customer.subscription.${'created' | 'updated' | 'deleted'}`
  /** Milliseconds since 1970. */
  readonly at: number
  readonly subscription: TestSubscription
}

/** @throws Error where the webhook did not take it. */
export async function sendTestEvent(app: FastifyInstance, secret: string, event: TestEvent): Promise<void> {
  const payload = JSON.stringify(eventOf(event))
  const timestamp = seconds(event.at)
  const answer = await app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    payload,
  })
  if (answer.statusCode !== 200) throw new Error(`The webhook refused a test event: ${answer.body}`)
}

function eventOf({ id, type, at, subscription }: TestEvent) {
  const { tenant, product, status, customerId, ending, periodEndsAt } = subscription
  const current_period_end = seconds(periodEndsAt.getTime())
  return {
    id,
    object: 'event',
    type,
    created: seconds(at),
    livemode: false,
    data: {
      object: {
        id: subscription.id,
        object: 'subscription',
        customer: customerId,
        status,
        metadata: { tenant },
        cancel_at: null,
        cancel_at_period_end: ending,
        items: {
          data: [{ price: { id: `price_test_${product}`, lookup_key: product }, current_period_end }],
        },
      },
    },
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
