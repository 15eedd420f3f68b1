// The server with Stripe's keys, the stand-in for Stripe, and events signed as Stripe signs them.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { type Sent, serverForFile } from '../support/test-app.js'
import { type FakeSubscription, fakeStripe } from './fake-stripe.js'

export const ACCOUNT = '/account/api/v1'
export const WEBHOOK = `${ACCOUNT}/billing/webhook`
export const SECRET_KEY = 'sk_test_stand_in'
export const WEBHOOK_SECRET = 'whsec_stand_in'
const DAY = 24 * 60 * 60

export async function billingApp(env: Record<string, string> = {}) {
  const stripe = await fakeStripe(SECRET_KEY)
  for (const name of ['basic', 'pro', 'enterprise', 'download_html', 'sampler']) {
    stripe.prices.set(`fretwork_${name}`, { id: `price_${name}`, unit_amount: 500 })
  }
  const keys = {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
    FRETWORK_LOGINS_PER_MINUTE: '1000,1000',
  }
  const { db, server } = await serverForFile({ env: { ...keys, ...env } })
  afterAll(() => stripe.end())
  const seconds = () => Math.floor(server.clock.now / 1000)

  const post = (event: object, { secret = WEBHOOK_SECRET, age = 0, ...sent }: SentEvent = {}) => {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: seconds() - age,
    })
    const headers = { 'stripe-signature': signature }
    return server.send(WEBHOOK, { tenant: undefined, body: payload, headers, ...sent })
  }
  return {
    stripe,
    db,
    server,
    seconds,
    post,
    /** Logged in, and a customer who has begun a checkout. */
    async payer(email: string, tenant = 'fretwork') {
      const user = await server.addUser(email, {}, tenant)
      const { jwt } = await server.logIn(email, tenant)
      const ask = (path: string, sent: Sent = {}) =>
        server.send(`${ACCOUNT}${path}`, { jwt, tenant, ...sent })
      const begun = await ask('/account/stripe_checkout', { body: { product: 'fretwork_pro' } })
      if (begun.statusCode !== 200) throw new Error(begun.body)
      const { customerId } = (await ask('/account/stripe_account')).json()
      const level = async () => (await ask('/account/account')).json().level as string
      return { id: user.id, tenant, jwt, customerId: customerId as string, ask, level }
    },
    /** Adds a subscription to the stand-in. */
    subscribe(payer: { customerId: string; tenant: string }, more: Partial<FakeSubscription> = {}) {
      const subscription: FakeSubscription = {
        id: `sub_${randomUUID()}`,
        customer: payer.customerId,
        status: 'active',
        metadata: { tenant: payer.tenant },
        cancel_at: null,
        cancel_at_period_end: false,
        items: { data: [item('pro', seconds() + 30 * DAY)] },
        ...more,
      }
      stripe.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    event: (subscription: FakeSubscription, more: object = {}) => ({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: seconds(),
      data: { object: { object: 'subscription', ...structuredClone(subscription) } },
      ...more,
    }),
    /** Raw rows, past every rule of ours. */
    async rows(sql: string, tenant = 'fretwork') {
      const result = await db.asApplication(`SET fretwork.tenant = '${tenant}'; ${sql}`)
      const last = Array.isArray(result) ? result.at(-1) : result
      return last.rows as Record<string, unknown>[]
    },
  }
}

interface SentEvent extends Omit<Sent, 'body' | 'headers'> {
  readonly secret?: string
  /** Seconds. */
  readonly age?: number
}

export const item = (
  name: string,
  current_period_end: number,
  lookup_key: string | null = `fretwork_${name}`,
) => ({
  price: { id: `price_${name}`, lookup_key },
  current_period_end,
})
