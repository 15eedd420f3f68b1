// Server with Stripe keys, a fake Stripe API, and signed events.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { closed, listening } from '../support/listening.js'
import { type Sent, serverForFile } from '../support/test-app.js'

type Json = Record<string, unknown>

interface FakeSubscription {
  id: string
  customer: string
  status: string
  metadata: Record<string, string>
  cancel_at: number | null
  cancel_at_period_end: boolean
  items: { data: { price: { id: string; lookup_key: string | null }; current_period_end: number }[] }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

async function fakeStripe(secretKey: string) {
  const [customers, byIdempotency] = [new Map<string, Json>(), new Map<string, Json>()]
  const prices = new Map<string, { id: string; unit_amount: number }>()
  const [checkouts, subscriptions] = [new Map<string, Json>(), new Map<string, FakeSubscription>()]
  const asked: Asked[] = []
  /** Hook that runs before each fake response; it can delay the response or throw. */
  const control: { before?: ((request: Asked) => Promise<void> | void) | undefined } = {}

  const priceOf = (key: string) => {
    const price = prices.get(key)
    return price && { ...price, lookup_key: key, currency: 'eur', recurring: { interval: 'month' } }
  }
  const missing = (): [number, Json] => [
    404,
    { error: { code: 'resource_missing', message: 'No such thing' } },
  ]

  const answer = (request: Asked): [number, Json] => {
    const { method, path, fields } = request
    const [, , area, id, verb] = path.split('/')
    const call = `${method} ${area}${id && area !== 'checkout' && area !== 'billing_portal' ? '/id' : ''}`
    if (call === 'POST customers') {
      const customer = { id: `cus_${randomUUID()}`, ...fields }
      customers.set(customer.id, customer)
      return [200, customer]
    }
    if (call === 'DELETE customers/id')
      return customers.delete(id ?? '') ? [200, { id, deleted: true }] : missing()
    if (call === 'GET prices') {
      const keys = Object.entries(fields).filter(([name]) => name.startsWith('lookup_keys'))
      return [200, { data: keys.flatMap(([, key]) => priceOf(key) ?? []) }]
    }
    if (call === 'POST customer_sessions') return [200, { client_secret: `cuss_secret_${fields.customer}` }]
    if (call === 'POST billing_portal')
      return [200, { url: `https://billing.stripe.test/${fields.customer}` }]
    if (call === 'GET subscriptions/id') {
      const found = subscriptions.get(id ?? '')
      return found ? [200, { object: 'subscription', ...found }] : missing()
    }
    if (call === 'GET subscriptions')
      return [200, { data: [...subscriptions.values()].filter(one => one.customer === fields.customer) }]
    if (call === 'POST checkout' && verb === undefined) {
      if (fields.ui_mode !== 'embedded_page') return [400, { error: { message: 'ui_mode' } }]
      const session = { ...fields, id: `cs_${randomUUID()}`, status: 'open', created: checkouts.size }
      checkouts.set(session.id, session)
      return [200, { ...session, client_secret: `${session.id}_secret` }]
    }
    if (call === 'GET checkout') {
      const open = [...checkouts.values()].filter(
        session => session.status === fields.status && session.customer === fields.customer,
      )
      return [200, { data: open }]
    }
    const expired = /^\/v1\/checkout\/sessions\/(.+)\/expire$/.exec(path)?.[1]
    if (method === 'POST' && expired) {
      checkouts.set(expired, { ...checkouts.get(expired), status: 'expired' })
      return [200, { id: expired, status: 'expired' }]
    }
    return [404, { error: { message: `The stand-in knows no ${method} ${path}.` } }]
  }

  const respond = async (message: IncomingMessage): Promise<[number, Json]> => {
    if (message.headers.authorization !== `Bearer ${secretKey}`) return [401, { error: { message: 'key' } }]
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const url = new URL(message.url ?? '/', 'http://stripe')
    const form = new URLSearchParams(message.method === 'GET' ? url.search : Buffer.concat(chunks).toString())
    const key = message.headers['idempotency-key'] as string | undefined
    const request = {
      method: message.method ?? '',
      path: url.pathname,
      fields: Object.fromEntries(form),
    }
    asked.push(request)
    await control.before?.(request)
    const known = key === undefined ? undefined : byIdempotency.get(key)
    if (known) return [200, known]
    const [status, body] = answer(request)
    if (key !== undefined && status === 200) byIdempotency.set(key, body)
    return [status, body]
  }

  const server = createServer((message, response) => {
    respond(message)
      .catch((error: unknown): [number, Json] => [500, { error: { message: String(error) } }])
      .then(([status, body]) => {
        // Prevents the Stripe library from retrying after a failure.
        const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
        response.writeHead(status, headers).end(JSON.stringify(body))
      })
  })
  return {
    ...{ url: await listening(server), asked, control, customers, prices, checkouts, subscriptions },
    end: () => closed(server),
  }
}

export const ACCOUNT = '/account/api/v1'
export const WEBHOOK = `${ACCOUNT}/billing/webhook`
export const SECRET_KEY = 'sk_test_stand_in'
export const WEBHOOK_SECRET = 'whsec_stand_in'
const DAY = 24 * 60 * 60

export async function billingApp(env: Record<string, string> = {}) {
  const stripe = await fakeStripe(SECRET_KEY)
  for (const name of ['basic', 'pro', 'enterprise', 'download_html', 'sampler'])
    stripe.prices.set(`fretwork_${name}`, { id: `price_${name}`, unit_amount: 500 })
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

  const post = (event: object | string, { secret = WEBHOOK_SECRET, age = 0, ...sent }: SentEvent = {}) => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: seconds() - age,
    })
    const headers = { 'stripe-signature': signature }
    return server.send(WEBHOOK, { tenant: undefined, body: payload, headers, ...sent })
  }
  return {
    ...{ stripe, db, server, seconds, post },
    /** Creates a logged-in user with a Stripe customer and an open checkout. */
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
    /** Adds a subscription to the fake Stripe API. */
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
    /** Returns raw table rows, bypassing the server's queries. */
    async rows(sql: string, tenant = 'fretwork') {
      const result = await db.asApplication(`SET fretwork.tenant = '${tenant}'; ${sql}`)
      const last = Array.isArray(result) ? result.at(-1) : result
      return last.rows as Record<string, unknown>[]
    },
  }
}

interface SentEvent extends Omit<Sent, 'body' | 'headers'> {
  readonly secret?: string
  /** Age of the signature, s. */
  readonly age?: number
}

export const item = (
  name: string,
  current_period_end: number,
  lookup_key: string | null = `fretwork_${name}`,
) => ({ price: { id: `price_${name}`, lookup_key }, current_period_end })
