// accounts 20 and 24: a signed event of any shape is applied, ignored or refused, and never an error of the server. A
// signature says who sent something, not that it has the form we know: Stripe's API has versions.

import * as fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../support/rounds.js'
import { billingApp, WEBHOOK, WEBHOOK_SECRET } from './billing-app.js'

const shop = await billingApp()
const payer = await shop.payer('odd@example.org')

/** What the event was answered with: its status and its code. */
async function sent(payload: string | Buffer): Promise<[status: number, code: string | undefined]> {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: payload.toString(),
    secret: WEBHOOK_SECRET,
    timestamp: shop.seconds(),
  })
  const answer = await shop.server.app.inject({
    method: 'POST',
    url: WEBHOOK,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return [answer.statusCode, answer.json().code]
}

/** A copy with another value at the path; without one where the value is `undefined`. */
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

const subscribed = () => shop.event(shop.subscribe(payer))
const checkedOut = () => {
  const { id, metadata, customer } = shop.subscribe(payer)
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
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

describe('a signed event', () => {
  it.each([
    ...['null', '7', 'true', '"event"', '[]', '[null]', '{}', '{"type":"charge.refunded"}'],
    ...['{"id":"evt_1"}', '{"id":null,"type":null}', '{"id":7,"type":"charge.refunded"}'],
    ...['{"id":"\\u0000","type":"charge.refunded"}', '{"id":"evt_1","type":["charge.refunded"]}'],
    '{"id":"evt_1","type":"customer.subscription.updated"}',
    '{"id":"evt_1","type":"customer.subscription.updated","created":1,"data":null}',
    '{"id":"evt_1","type":"customer.subscription.updated","created":1,"data":{"object":null}}',
    '{"id":"evt_1","type":"checkout.session.completed","created":1,"data":{}}',
  ])('that is %s is refused as invalid', async text => {
    expect(await sent(text)).toEqual([400, 'event_invalid'])
  })

  it('is refused where a number is one that no date has', async () => {
    for (const created of [1e308, 2 ** 53, 253_402_300_800, -1, 1.5])
      expect(await sent(JSON.stringify({ ...subscribed(), created }))).toEqual([400, 'event_invalid'])
  })

  it('with any part replaced or missing is never an error of the server', async () => {
    const originals = fc.constantFrom(subscribed, checkedOut)
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
    expect(shop.server.log.filter(line => line.includes('"level":50'))).toEqual([])
  })
})
