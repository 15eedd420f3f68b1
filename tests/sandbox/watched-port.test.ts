import { expect, it } from 'vitest'
import { Budget, weightOf } from '../../src/sandbox/host/budget.js'
import { WatchedPort } from '../../src/sandbox/host/watched-port.js'
import { filterTable } from '../../src/sandbox/worker/filter-table.js'

function watched() {
  const onmessage = null as ((event: MessageEvent) => void) | null
  const inner = { onmessage, postMessage: () => undefined }
  const stops: string[] = []
  const passed: unknown[] = []
  let now = 0
  const port = new WatchedPort(
    inner,
    ({ code }) => stops.push(code),
    () => now,
  )
  port.onmessage = ({ data }) => passed.push(data)
  const arrive = (data: unknown, times = 1) => {
    for (let count = 0; count < times; count++) inner.onmessage?.({ data } as MessageEvent)
  }
  return { port, stops, passed, arrive, later: (ms: number) => (now += ms) }
}

const say = (name: string) => ({ say: name, args: [] })

it('messages can be sent within a budget that refills over time', () => {
  const { arrive, stops, passed, later } = watched()
  arrive(say('log'), 300)
  later(1000)
  arrive(say('log'), 200)
  expect([stops, passed.length]).toEqual([[], 500])
})

it('the largest filter can follow a setting four times per second', () => {
  const { arrive, stops, later } = watched()
  const change = ({ note }: { readonly note: number }) => Array(8).fill({ note: note ^ 1, velocity: 0.5 })
  const table = filterTable({ change })
  for (let call = 1; call <= 240; call++) {
    arrive({ call, name: 'filter', args: [1, table] })
    later(250)
  }
  expect(stops).toEqual([])
})

it('exceeding the message budget stops the plugin and blocks further messages', () => {
  const { arrive, stops, passed } = watched()
  arrive(say('notice'), 100)
  expect([stops, passed.length]).toEqual([['apart_too_much'], 10])
})

it('requested responses cost less than unrequested ones', () => {
  const asked = watched()
  for (let call = 1; call <= 3000; call++) {
    asked.port.postMessage({ call, name: 'read', args: [] })
    asked.arrive({ answer: call, value: 1 })
  }
  expect(asked.stops).toEqual([])
  const forged = watched()
  forged.arrive({ answer: 1 }, 3000)
  expect(forged.stops).toEqual(['apart_too_much'])
})

it.each([
  ['an answer that is also a notice', { answer: 'x', say: 'notice', args: [] }],
  ['a call that is also a message', { call: 1, say: 'ping', name: 'notice', args: [] }],
])('the cost of %s depends on how the message will be handled', (_, data) => {
  const { arrive, stops, passed } = watched()
  arrive(data, 100)
  expect([stops, passed.length]).toEqual([['apart_too_much'], 10])
})

it.each([
  ['an undefined message', undefined],
  ['a text', 'say'],
  ['a message without arguments', { say: 'log' }],
  ['a name that is a long list', { say: new Array(4_294_967_295), args: [] }],
  ['a name that cannot be a text', { say: { toString: 1, valueOf: 1 }, args: [] }],
  ['a message of both kinds', { say: 'log', call: 'x', args: [] }],
  ['a circular message', { say: 'log', args: [ring()] }],
])('%s stops the plugin immediately', (_, data) => {
  const { arrive, stops, passed } = watched()
  arrive(data)
  expect([stops, passed]).toEqual([['apart_not_data'], []])
})

it('sending more bytes than the largest song stops the plugin', () => {
  const { arrive, stops } = watched()
  arrive({ say: 'log', args: ['x'.repeat(9_000_000)] }, 2)
  expect(stops).toEqual(['apart_too_much'])
})

function ring(): unknown[] {
  const list: unknown[] = []
  list.push(list)
  return list
}

const LIMIT = 10_000

it('a message budget never refills beyond its maximum', () => {
  let now = 0
  const budget = new Budget(100, 50, () => now)
  now = 3_600_000
  // A message that exceeds the budget still consumes the rest of it.
  expect([budget.spend(101), budget.spend(1)]).toEqual([false, false])
})

it.each([
  ['undefined', undefined, 8],
  ['a number', 7, 8],
  ['a sentence', 'four', 12],
  ['bytes', new Uint8Array(500), 540],
  ['a buffer', new ArrayBuffer(500), 540],
  ['a list', [1, 2], 56],
  ['an object', { note: 64 }, 52],
  ['a date', new Date(0), 40],
])('the weight of %s approximates its size in memory', (_, message, weight) => {
  expect(weightOf(message, LIMIT)).toBe(weight)
})

it.each([
  ['a long text', 'x'.repeat(LIMIT + 1)],
  ['an empty list that claims to be long', new Array(LIMIT / 8)],
  ['many members', Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`member${index}`, 1]))],
  ['one text many times', Array.from({ length: 50 }).fill('x'.repeat(1000))],
])('the weight of %s exceeds the limit', (_, message) =>
  expect(weightOf(message, LIMIT)).toBeGreaterThan(LIMIT),
)

it('the weight of a deeply nested or circular message is infinite', () => {
  let deep: unknown = 1
  for (let level = 0; level < 60; level++) deep = [deep]
  expect(weightOf(deep, LIMIT)).toBe(Number.POSITIVE_INFINITY)
  expect(weightOf(ring(), LIMIT)).toBe(Number.POSITIVE_INFINITY)
})

it.each([
  ['a map', new Map([['a', 'x'.repeat(100)]])],
  ['a set', new Set(['x'])],
  ['an error', new Error('x')],
])('the weight of %s is infinite because its content cannot be measured', (_, message) => {
  expect(weightOf({ message }, LIMIT)).toBe(Number.POSITIVE_INFINITY)
})
