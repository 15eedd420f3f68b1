// Checkout and portal pages of test billing, under /dev/. Their buttons send signed events in Stripe's format
// to the webhook.

import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { Problem } from '../http/problem.js'
import { escapeHtml, htmlPage, sendHtml } from '../pages/html-page.js'
import type { Price, Product } from './products.js'
import type { BillingParts, Order } from './provider.js'
import { liveSubscriptions } from './subscriptions.js'
import type { TestProvider, TestSubscription, TestVisit } from './test-provider.js'
import { WEBHOOK_PATH } from './webhook.js'

export interface TestPageParts extends BillingParts {
  readonly provider: TestProvider
}

type Visit<P extends TestVisit['page']> = Extract<TestVisit, { page: P }>

const DAY_MS = 24 * 60 * 60_000
const DAYS = { day: 1, week: 7, month: 30, year: 365 }

export async function addTestPages(app: FastifyInstance, parts: TestPageParts): Promise<void> {
  await app.register(async own => {
    // Browsers send a content type even for a form without fields. The body is ignored.
    own.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
    addCheckout(own, parts)
    addPlan(own, parts)
  })
}

function addCheckout(app: FastifyInstance, parts: TestPageParts): void {
  app.get<{ Params: { id: string } }>('/dev/checkout/:id', async ({ params }, reply) => {
    const { order } = visitTo(parts, 'checkout', params.id)
    return sendHtml(reply, checkoutPage(params.id, order))
  })
  app.post<{ Params: { id: string } }>('/dev/checkout/:id/pay', async ({ params }, reply) => {
    const { order } = visitTo(parts, 'checkout', params.id)
    const { payer, customerId, product, paidUrl } = order
    await send(app, parts, {
      // Use one ID per checkout, so that clicking twice pays only once.
      id: `evt_${params.id}`,
      type: 'customer.subscription.created',
      subscription: {
        id: `sub_${params.id}`,
        customerId,
        tenant: payer.tenant,
        status: 'active',
        product: product.key,
        periodEndsAt: new Date(parts.now() + periodMs(product)),
        ending: false,
      },
    })
    return reply.redirect(paidUrl, 303)
  })
}

type Change = (paid: TestSubscription, product: Product) => Partial<TestSubscription>

const CHANGES: Readonly<Record<string, Change>> = {
  cancel: () => ({ ending: true }),
  keep: () => ({ ending: false }),
  end: () => ({ status: 'canceled' }),
  fail: () => ({ status: 'past_due' }),
  renew: ({ periodEndsAt }, product) => ({
    status: 'active',
    ending: false,
    periodEndsAt: new Date(periodEndsAt.getTime() + periodMs(product)),
  }),
}

function addPlan(app: FastifyInstance, parts: TestPageParts): void {
  app.get<{ Params: { id: string } }>('/dev/plan/:id', async ({ params }, reply) => {
    const visit = visitTo(parts, 'plan', params.id)
    const paid = await paidBy(parts, visit)
    const lines = paid.flatMap((subscription): PlanLine[] => {
      const product = parts.products.find(({ key }) => key === subscription.product)
      return product ? [{ subscription, product, others: othersOf(parts.products, product) }] : []
    })
    return sendHtml(reply, planPage(params.id, visit.returnUrl, lines))
  })
  app.post<{ Params: { id: string; subscription: string; change: string } }>(
    '/dev/plan/:id/:subscription/:change',
    async ({ params }, reply) => {
      const visit = visitTo(parts, 'plan', params.id)
      const subscription = (await paidBy(parts, visit)).find(({ id }) => id === params.subscription)
      const product = parts.products.find(({ key }) => key === subscription?.product)
      if (!subscription || !product) throw new Problem('not_found')
      const change = changeNamed(params.change, othersOf(parts.products, product))
      const changed = { ...subscription, ...change(subscription, product) }
      const type = `customer.subscription.${changed.status === 'canceled' ? 'deleted' : 'updated'}` as const
      await send(app, parts, { id: `evt_${crypto.randomUUID()}`, type, subscription: changed })
      return reply.redirect(`/dev/plan/${params.id}`, 303)
    },
  )
}

function changeNamed(name: string, others: readonly Product[]): Change {
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
  if (change) return change
  const other = others.find(({ key }) => name === `to-${key}`)
  if (!other) throw new Problem('not_found')
  return () => ({ product: other.key })
}

function othersOf(products: readonly Product[], { key, level }: Product): Product[] {
  return level ? products.filter(other => other.level && other.key !== key && other.sold !== false) : []
}

async function paidBy({ database, now }: TestPageParts, visit: Visit<'plan'>): Promise<TestSubscription[]> {
  const { payer, customerId } = visit
  const paid = await database.inTenant(payer.tenant, scope => liveSubscriptions(scope, payer.userId, now()))
  return paid.map(({ id, status, prices, renewsAt, endsAt }) => ({
    id,
    customerId,
    tenant: payer.tenant,
    status: status === 'past_due' ? status : 'active',
    product: Object.values(prices)[0] ?? '',
    periodEndsAt: endsAt ?? renewsAt ?? new Date(now()),
    ending: endsAt !== null,
  }))
}

function periodMs({ price }: Product): number {
  return DAYS[price?.interval ?? 'month'] * DAY_MS
}

function visitTo<P extends TestVisit['page']>({ provider }: TestPageParts, kind: P, id: string): Visit<P> {
  const visit = provider.visit(id)
  if (visit?.page !== kind) throw new Problem('not_found')
  return visit as Visit<P>
}

interface TestEvent {
  readonly id: string
  readonly type: `customer.subscription.${'created' | 'updated' | 'deleted'}`
  readonly subscription: TestSubscription
}

async function send(app: FastifyInstance, { provider, now }: TestPageParts, event: TestEvent): Promise<void> {
  const timestamp = seconds(now())
  const payload = JSON.stringify(eventOf(event, timestamp))
  const secret = provider.webhookSecret
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

function eventOf({ id, type, subscription }: TestEvent, created: number) {
  const { tenant, product, status, customerId, ending, periodEndsAt } = subscription
  const current_period_end = seconds(periodEndsAt.getTime())
  return {
    id,
    object: 'event',
    type,
    created,
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

interface PlanLine {
  readonly subscription: TestSubscription
  readonly product: Product
  readonly others: readonly Product[]
}

const STYLE = `
.test{display:inline-block;border:1px solid var(--mark);color:var(--mark);border-radius:999px;padding:2px 12px;font-weight:600}
form{display:inline-block;margin:12px 12px 0 0}
button{font:inherit;border:1px solid var(--line);background:var(--panel);color:inherit;border-radius:8px;padding:8px 16px;cursor:pointer}
button.first{background:var(--accent);border-color:var(--accent);color:#1f1c19;font-weight:600}
button:focus-visible{outline:2px solid var(--mark);outline-offset:3px}
`

function checkoutPage(id: string, { payer, product, returnUrl }: Order): string {
  const price = product.price ? `<p>${escapeHtml(wordsOf(product.price))}</p>` : ''
  const opens = product.opens.map(text => `<li>${escapeHtml(text)}</li>`).join('')
  const later = product.later?.length ? `<p>Coming soon: ${escapeHtml(product.later.join(', '))}</p>` : ''
  return frame(
    `Pay for ${product.title}`,
    `<div class="card"><h2>${escapeHtml(product.title)}</h2>${price}<ul>${opens}</ul>${later}
<p>For ${escapeHtml(payer.email)}</p></div>
${button(`/dev/checkout/${id}/pay`, 'Pay', true)}
<p style="margin-top:24px"><a href="${escapeHtml(returnUrl)}">Back without paying</a></p>`,
  )
}

function planPage(id: string, returnUrl: string, lines: readonly PlanLine[]): string {
  const cards = lines.map(line => card(id, line)).join('')
  const body = cards || '<p class="card">No active subscriptions.</p>'
  return frame(
    'Your subscriptions',
    `<div class="grid">${body}</div><p><a href="${escapeHtml(returnUrl)}">Back</a></p>`,
  )
}

function card(id: string, { subscription, product, others }: PlanLine): string {
  const { status, ending, periodEndsAt } = subscription
  const until = periodEndsAt.toISOString().slice(0, 10)
  const state = status === 'past_due' ? 'Payment failed' : ending ? `Ends on ${until}` : `Renews on ${until}`
  const address = `/dev/plan/${id}/${subscription.id}`
  const buttons = [
    ...others.map(other => button(`${address}/to-${other.key}`, `Change to ${other.title}`)),
    ending
      ? button(`${address}/keep`, 'Keep subscription')
      : button(`${address}/cancel`, 'Cancel at the end of the period'),
    button(`${address}/renew`, 'Next period: paid'),
    button(`${address}/fail`, 'Next period: payment fails'),
    button(`${address}/end`, 'End now'),
  ]
  return `<div class="card"><h2>${escapeHtml(product.title)}</h2><p>${state}</p>${buttons.join('')}</div>`
}

function frame(title: string, body: string): string {
  return htmlPage({
    language: 'en',
    title: `${title} (test mode)`,
    links: [],
    body: `<p class="test">Test mode</p><h1>${escapeHtml(title)}</h1><p class="lead">No real payments.</p>${body}`,
    footer: 'Test mode: no real payments. This page exists only on a developer’s own machine.',
    style: STYLE,
  })
}

function button(action: string, words: string, first = false): string {
  return `<form method="post" action="${escapeHtml(action)}"><button${first ? ' class="first"' : ''}>${escapeHtml(words)}</button></form>`
}

function wordsOf({ amount, currency, interval }: Price): string {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2
  return `${money.format(amount / 10 ** digits)} per ${interval}`
}
