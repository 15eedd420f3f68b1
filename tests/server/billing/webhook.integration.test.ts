import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../support/any-character.js'
import { later } from '../../support/later.js'
import { rounds } from '../../support/rounds.js'
import { codeOf } from '../support/test-app.js'
import { billingApp, item, WEBHOOK } from './billing-app.js'

const shop = await billingApp()

const changes = (userId: string) =>
  shop.rows(
    `SELECT details FROM audit_log WHERE action = 'plan.changed' AND subject = '${userId}' ORDER BY id`,
  )

it('a Stripe event that arrives twenty times in parallel is applied once', async () => {
  const payer = await shop.payer('twenty@example.org')
  const event = shop.event(shop.subscribe(payer))
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(event)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await payer.level()).toBe('Pro')
  expect(await changes(payer.id)).toEqual([{ details: { from: 'free', to: 'Pro', by: 'payment' } }])
  expect(await shop.rows(`SELECT id FROM billing_events WHERE id = '${event.id}'`)).toHaveLength(1)
  const before = shop.stripe.asked.length
  expect((await shop.post(event)).statusCode).toBe(200)
  expect(shop.stripe.asked.length).toBe(before)
})

it('Stripe events in any order apply the current state from Stripe', async () => {
  const payer = await shop.payer('order@example.org')
  const subscription = shop.subscribe(payer)
  const older = shop.event(subscription)
  subscription.status = 'canceled'
  const newer = shop.event(subscription, { type: 'customer.subscription.deleted' })
  await shop.post(newer)
  await shop.post(older)
  expect(await payer.level()).toBe('free')
})

it('a delayed Stripe response does not overwrite a newer one', async () => {
  const payer = await shop.payer('slow@example.org')
  const subscription = shop.subscribe(payer)
  const slow = shop.event(subscription)
  const [held, reached] = [later(), later()]
  const stale = structuredClone(subscription)
  shop.stripe.control.before = async ({ path }) => {
    if (!path.endsWith(subscription.id)) return
    shop.stripe.control.before = undefined
    reached.answer()
    await held.promise
    // The delayed response contains the state before the change.
    shop.stripe.subscriptions.set(subscription.id, stale)
  }
  const first = shop.post(slow)
  await reached.promise
  const ended = { ...subscription, status: 'canceled' }
  shop.stripe.subscriptions.set(subscription.id, ended)
  await shop.post(shop.event(ended, { type: 'customer.subscription.deleted' }))
  held.answer()
  expect([(await first).statusCode, await payer.level()]).toEqual([200, 'free'])
})

it('a redelivered Stripe event completes processing that failed midway', async () => {
  const payer = await shop.payer('crash@example.org')
  const event = shop.event(shop.subscribe(payer))
  shop.stripe.control.before = ({ path }) => {
    if (path.includes('/subscriptions/')) throw new Error('gone')
  }
  expect(codeOf(await shop.post(event))).toBe('503 payment_unavailable')
  expect(await shop.rows(`SELECT applied_at FROM billing_events WHERE id = '${event.id}'`)).toEqual([
    { applied_at: null },
  ])
  shop.stripe.control.before = undefined
  expect([(await shop.post(event)).statusCode, await payer.level()]).toEqual([200, 'Pro'])
})

it('a Stripe event of an unused type is acknowledged and ignored', async () => {
  const answer = await shop.post({
    ...{ id: 'evt_other', object: 'event', type: 'charge.refunded', created: 1, data: { object: {} } },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
  expect(await shop.rows(`SELECT id FROM billing_events WHERE id = 'evt_other'`)).toEqual([])
})

it('a Stripe event is rejected if unsigned, altered, badly signed, or over five minutes old', async () => {
  const payer = await shop.payer('wrong@example.org')
  const event = shop.event(shop.subscribe(payer))
  const unsigned = { tenant: undefined, body: event }
  const refusals = [
    await shop.post(event, { secret: 'whsec_other' }),
    await shop.post(event, { age: 301 }),
    await shop.server.send(WEBHOOK, unsigned),
    await shop.server.send(WEBHOOK, { ...unsigned, headers: { 'stripe-signature': 't=1,v1=00' } }),
  ]
  for (const refused of refusals) expect(codeOf(refused)).toBe('400 signature_invalid')
  expect([await payer.level(), (await shop.post(event, { age: 299 })).statusCode]).toEqual(['free', 200])
  expect(await payer.level()).toBe('Pro')
})

it('a Stripe event for one tenant with another tenant’s customer is rejected', async () => {
  const ours = await shop.payer('same@example.org')
  const theirs = await shop.payer('same@example.org', 'other')
  const crossed = shop.subscribe({ customerId: theirs.customerId, tenant: 'fretwork' })
  expect(codeOf(await shop.post(shop.event(crossed)))).toBe('400 event_refused')
  expect([await ours.level(), await theirs.level()]).toEqual(['free', 'free'])
})

it('a Stripe event for another customer’s subscription is rejected', async () => {
  const thief = await shop.payer('thief@example.org')
  const owner = await shop.payer('owner@example.org')
  const subscription = shop.subscribe(owner)
  expect(codeOf(await shop.post(shop.event({ ...subscription, customer: thief.customerId })))).toBe(
    '400 event_refused',
  )
  expect(await thief.level()).toBe('free')
})

it('a Stripe event for an unknown customer, such as a deleted account, is acknowledged', async () => {
  const stranger = shop.subscribe({ customerId: 'cus_of_another_product', tenant: 'fretwork' })
  expect((await shop.post(shop.event(stranger))).statusCode).toBe(200)
})

it('a Stripe event without a tenant uses the customer’s tenant', async () => {
  const payer = await shop.payer('by-hand@example.org', 'other')
  await shop.post(shop.event(shop.subscribe(payer, { metadata: {} })))
  expect(await payer.level()).toBe('Pro')
})

it('a completed checkout activates the purchased plan', async () => {
  const payer = await shop.payer('checkout@example.org')
  await shop.post(checkedOut(payer))
  expect(await payer.level()).toBe('Pro')
})

it('a subscription keeps its plan after its lookup key has moved to a newer price', async () => {
  const payer = await shop.payer('moved@example.org')
  const subscription = shop.subscribe(payer)
  await shop.post(shop.event(subscription))
  subscription.items.data = [item('pro', shop.seconds() + 86_400, null)]
  await shop.post(shop.event(subscription))
  expect(await payer.level()).toBe('Pro')
})

it('a price whose lookup key is not in the product table activates no plan', async () => {
  const payer = await shop.payer('unknown-key@example.org')
  const items = { data: [item('gold', shop.seconds() + 86_400)] }
  await shop.post(
    shop.event(shop.subscribe(payer, { items, metadata: { tenant: 'fretwork', level: 'Pro' } })),
  )
  expect((await payer.ask('/account/account')).json()).toMatchObject({ level: 'free', features: [] })
})

const oddPayer = await shop.payer('odd@example.org')

/** Sends the event and returns the status and error code of the response. */
async function sent(payload: string): Promise<[status: number, code: string | undefined]> {
  const answer = await shop.post(payload)
  return [answer.statusCode, answer.json().code]
}

/** Returns a copy with `value` at the given path; `undefined` removes the key. */
function changed(event: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy = structuredClone(event) as Record<string, unknown>
  copy[key] = rest.length === 0 ? value : changed(copy[key], rest, value)
  return copy
}

function pathsOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...at]]
  const below = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...at, key]))
  return at.length === 0 ? below : [[...at], ...below]
}

const subscribed = () => shop.event(shop.subscribe(oddPayer))
const checkedOut = (by = oddPayer) => {
  const { id, metadata, customer } = shop.subscribe(by)
  const object = { object: 'checkout.session', customer, subscription: id, metadata }
  return {
    ...{ id: `evt_${id}`, object: 'event', type: 'checkout.session.completed', created: shop.seconds() },
    data: { object },
  }
}

const ODD = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, 253_402_300_800, -8_640_000_000_001],
  ...['', '\0', '\ud800', '..', '🎸', "'; --", '__proto__', 'x'.repeat(10_000)],
  ...[[], {}, [[]], [null], { id: null }, { id: 7 }, { data: null }, { data: {} }, { data: [null] }],
  ...[{ data: [{}] }, { data: [{ price: null }] }, { object: null }, { object: [] }, { tenant: 7 }],
]
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, ...ODD),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

it.each([
  ...['null', '7', 'true', '"event"', '[]', '[null]', '{}', '{"type":"charge.refunded"}'],
  ...['{"id":"evt_1"}', '{"id":null,"type":null}', '{"id":7,"type":"charge.refunded"}'],
  ...['{"id":"\\u0000","type":"charge.refunded"}', '{"id":"evt_1","type":["charge.refunded"]}'],
  '{"id":"evt_1","type":"customer.subscription.updated"}',
  '{"id":"evt_1","type":"customer.subscription.updated","created":1,"data":null}',
  '{"id":"evt_1","type":"customer.subscription.updated","created":1,"data":{"object":null}}',
  '{"id":"evt_1","type":"checkout.session.completed","created":1,"data":{}}',
])('the payload %s is rejected as invalid', async text => {
  expect(await sent(text)).toEqual([400, 'event_invalid'])
})

it('a Stripe event with an invalid date is rejected', async () => {
  for (const created of [1e308, 2 ** 53, 253_402_300_800, -1, 1.5])
    expect(await sent(JSON.stringify({ ...subscribed(), created }))).toEqual([400, 'event_invalid'])
})

it('an event payload with a replaced or missing part never causes a 5xx response', async () => {
  const lines = shop.server.log.length
  const originals = fc.constantFrom(subscribed, () => checkedOut())
  await fc.assert(
    fc.asyncProperty(originals, fc.nat(), odd, fc.nat(), odd, async (original, one, first, two, second) => {
      let event: unknown = original()
      for (const [place, value] of [
        [one, first],
        [two, second],
      ] as const) {
        const paths = pathsOf(event)
        event = changed(event, paths[place % paths.length] ?? [], value)
      }
      const [status, code] = await sent(JSON.stringify(event))
      expect([200, 400]).toContain(status)
      if (status === 400) expect(['event_invalid', 'event_refused']).toContain(code)
    }),
    rounds(250, 2710),
  )
  expect(shop.server.log.slice(lines).filter(line => line.includes('"level":50'))).toEqual([])
})
