import { expect, it, onTestFinished, vi } from 'vitest'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'
import { Channel, type Handler, throttled } from '../../src/sandbox/protocol.js'
import { later } from '../support/later.js'

const failures: string[] = []
const failed = ({ message }: Error) => void failures.push(message)

function pair(there: Readonly<Record<string, Handler>>, here: Readonly<Record<string, Handler>> = {}) {
  const { port1, port2 } = new MessageChannel()
  const channels = [new Channel(port1, here, failed), new Channel(port2, there, failed)] as const
  onTestFinished(() => {
    failures.length = 0
    for (const end of [...channels, port1, port2]) end.close()
  })
  return { here: channels[0], port2 }
}

it('channel calls resolve in the order in which they finish', async () => {
  const { promise, answer: release } = later<string>()
  const { here } = pair({ slow: () => promise, quick: (number: number) => number * 2 })
  const slow = here.call('slow', [])
  expect(await here.call('quick', [21])).toBe(42)
  release('late')
  expect(await slow).toBe('late')
})

it('an error keeps its code and message across the channel', async () => {
  const message = 'The string broke. Fit a new string.'
  const { here } = pair({ fail: () => Promise.reject(new FretworkError('string_broke', message)) })
  await expect(here.call('fail', [])).rejects.toMatchObject({ code: 'string_broke', message })
})

it('only registered handlers can be called, not inherited properties', async () => {
  const { here } = pair({})
  for (const name of ['nothing', 'constructor', '__proto__', 'hasOwnProperty'])
    await expect(here.call(name, [])).rejects.toMatchObject({ code: 'apart_unknown' })
})

it('values that cannot be cloned are rejected in both directions', async () => {
  const { here } = pair({ back: () => () => 'a function' })
  await expect(async () => here.call('back', [() => 1])).rejects.toMatchObject({ code: 'apart_not_data' })
  await expect(here.call('back', [])).rejects.toMatchObject({ code: 'apart_not_data' })
})

it('closing the channel rejects pending and later calls', async () => {
  const { here } = pair({ never: () => new Promise(() => undefined) })
  const waiting = here.call('never', [])
  here.close(new FretworkError('apart_unresponsive', 'It did not answer.'))
  await expect(waiting).rejects.toMatchObject({ code: 'apart_unresponsive' })
  await expect(here.call('never', [])).rejects.toMatchObject({ code: 'apart_unresponsive' })
})

it('invalid messages and unrequested responses are ignored', async () => {
  const { here, port2 } = pair({ ping: () => 'pong' })
  const odd = [null, 1, 'call', [], { call: 1 }, { say: {} }, { answer: 7 }, { call: 'x', name: 'ping' }]
  for (const junk of odd) port2.postMessage(junk)
  port2.postMessage({ answer: 98, value: 'forged' })
  port2.postMessage({ answer: 99, failure: { code: 'forged', message: 'forged' } })
  expect(await here.call('ping', [])).toBe('pong')
})

it('errors from one-way messages are reported', async () => {
  const { here } = pair({
    ping: () => 'pong',
    draw: () => {
      throw new FretworkError('no_ink', 'There is no ink.')
    },
  })
  here.say('draw', [])
  here.say('unheard of', [])
  await here.call('ping', [])
  expect(failures).toEqual(['There is no ink.', 'There is nothing called "unheard of" here.'])
})

it('throttle passes the first value immediately, then the latest value once per interval', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: number[] = []
  const progress = throttled(50, (fraction: number) => said.push(fraction))
  for (let step = 0; step < 100; step++) progress(step / 100)
  expect(said).toEqual([0])
  vi.advanceTimersByTime(50)
  expect(said).toEqual([0, 0.99])
  vi.advanceTimersByTime(1000)
  progress(1)
  expect(said).toEqual([0, 0.99, 1])
})
