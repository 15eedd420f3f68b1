// What a plugin that runs apart may send: everything is weighed as it is read, and too much of it ends the plugin.
import { describe, expect, it } from 'vitest'
import { WatchedPort } from '../../../../src/app/external/apart/watched-port.js'

function watched() {
  const inner = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: () => undefined,
  }
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

describe('the port of a plugin that runs apart', () => {
  it('passes on what it can take, which comes back with time', () => {
    const { arrive, stops, passed, later } = watched()
    arrive(say('log'), 300)
    later(1000)
    arrive(say('log'), 200)
    expect([stops, passed.length]).toEqual([[], 500])
  })

  it('ends the plugin once, at what is too much, and lets nothing more in', () => {
    const { arrive, stops, passed } = watched()
    arrive(say('notice'), 100)
    expect([stops, passed.length]).toEqual([['apart_too_much'], 10])
  })

  it('weighs answers to what was asked less than any others', () => {
    const asked = watched()
    for (let call = 1; call <= 3000; call++) {
      asked.port.postMessage({ call, name: 'item.call', args: [] }, [])
      asked.arrive({ answer: call, value: 1 })
    }
    expect(asked.stops).toEqual([])
    const forged = watched()
    forged.arrive({ answer: 1 }, 3000)
    expect(forged.stops).toEqual(['apart_too_much'])
  })

  it.each([
    ['an answer that is a notice', { answer: 'x', say: 'notice', args: [] }],
    ['a call that names two things', { call: 1, say: 'ping', name: 'notice', args: [] }],
  ])('weighs %s as what it is read as', (_, data) => {
    const { arrive, stops, passed } = watched()
    arrive(data, 100)
    expect([stops, passed.length]).toEqual([['apart_too_much'], 10])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'say'],
    ['a message without arguments', { say: 'log' }],
    ['a name that is a long list', { say: new Array(4_294_967_295), args: [] }],
    ['a name that cannot be a text', { say: { toString: 1, valueOf: 1 }, args: [] }],
    ['a message of both kinds', { say: 'log', call: 'x', args: [] }],
    ['what contains itself', { say: 'log', args: [ring()] }],
  ])('ends the plugin at once for %s', (_, data) => {
    const { arrive, stops, passed } = watched()
    arrive(data)
    expect([stops, passed]).toEqual([['apart_not_data'], []])
  })

  it('ends the plugin for more bytes than a song has', () => {
    const { arrive, stops } = watched()
    arrive({ say: 'log', args: ['x'.repeat(9_000_000)] }, 2)
    expect(stops).toEqual(['apart_too_much'])
  })
})

function ring(): unknown[] {
  const list: unknown[] = []
  list.push(list)
  return list
}
