import { afterEach, describe, expect, it } from 'vitest'
import { Channel, type Handler } from '../../src/apart/protocol.js'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'

const open: Channel[] = []
const failures: string[] = []
const failed = ({ message }: Error) => void failures.push(message)
const ports: MessagePort[] = []

function pair(there: Readonly<Record<string, Handler>>, here: Readonly<Record<string, Handler>> = {}) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const channels = {
    here: new Channel(port1, here, failed),
    there: new Channel(port2, there, failed),
    port1,
    port2,
  }
  open.push(channels.here, channels.there)
  return channels
}

afterEach(() => {
  failures.length = 0
  for (const channel of open.splice(0)) channel.close()
  for (const port of ports.splice(0)) port.close()
})

describe('a channel', () => {
  it('answers calls in whatever order they are done', async () => {
    let release: (value: string) => void = () => undefined
    const { here } = pair({
      slow: () => new Promise<string>(done => (release = done)),
      quick: (number: number) => number * 2,
    })
    const slow = here.call('slow', [])
    expect(await here.call('quick', [21])).toBe(42)
    release('late')
    expect(await slow).toBe('late')
  })

  it('brings an error across with its code and its sentence', async () => {
    const { here } = pair({
      fail: () => {
        throw new FretworkError('string_broke', 'The string broke; put on another one.')
      },
    })
    await expect(here.call('fail', [])).rejects.toMatchObject({
      code: 'string_broke',
      message: 'The string broke; put on another one.',
    })
  })

  it('knows only its own handlers, not what every object has', async () => {
    const { here } = pair({})
    for (const name of ['nothing', 'constructor', '__proto__', 'hasOwnProperty']) {
      await expect(here.call(name, [])).rejects.toMatchObject({ code: 'apart_unknown' })
    }
  })

  it('says what is not data, on the way there and on the way back', async () => {
    const { here } = pair({ back: () => () => 'a function' })
    await expect(async () => here.call('back', [() => 1])).rejects.toMatchObject({ code: 'apart_not_data' })
    await expect(here.call('back', [])).rejects.toMatchObject({ code: 'apart_not_data' })
  })

  it('rejects what waits when it is closed, and what comes later', async () => {
    const { here } = pair({ never: () => new Promise(() => undefined) })
    const waiting = here.call('never', [])
    here.close(new FretworkError('apart_unresponsive', 'It did not answer.'))
    await expect(waiting).rejects.toMatchObject({ code: 'apart_unresponsive' })
    await expect(here.call('never', [])).rejects.toMatchObject({ code: 'apart_unresponsive' })
  })

  it('ignores what is not a message', async () => {
    const { here, port2 } = pair({ ping: () => 'pong' })
    for (const junk of [
      null,
      1,
      'call',
      [],
      { call: 1 },
      { say: {} },
      { answer: 7 },
      { call: 'x', name: 'ping' },
    ]) {
      port2.postMessage(junk)
    }
    expect(await here.call('ping', [])).toBe('pong')
  })

  it('forgets answers that were not asked for', async () => {
    const { here, port2 } = pair({ ping: () => 'pong' })
    port2.postMessage({ answer: 98, value: 'forged' })
    port2.postMessage({ answer: 99, failure: { code: 'forged', message: 'forged' } })
    expect(await here.call('ping', [])).toBe('pong')
  })

  it('reports what fails without anyone who waits for an answer', async () => {
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
})
