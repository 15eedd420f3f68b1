import { expect, it } from 'vitest'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { type BridgeSocket, createBridge } from '../../../src/plugins/diagnostics/replay/bridge.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_INPUTS, MIDI_LOG, VIRTUAL_INPUTS } from '../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../support/open-kernel.js'

const TOKEN = 'A'.repeat(43)
/** Offset between the command line’s clock and the page’s clock, ms. */
const APART_MS = 5000

async function setUp({ unattended = false } = {}) {
  const { kernel, clock } = await openKernel({ plugins: [midiIo], activate: ['midi-io'] })
  const sent: { type: string; id?: number }[] = []
  const opened: string[] = []
  let onMessage: (text: string) => void = () => undefined
  let onClose: () => void = () => undefined
  const socket: BridgeSocket = {
    send: text => void sent.push(JSON.parse(text)),
    onMessage: listener => {
      onMessage = listener
    },
    onClose: listener => {
      onClose = listener
    },
    close: () => void sent.push({ type: 'closed' }),
  }
  const bridge = createBridge({
    clock,
    log: { warn: () => undefined },
    unattended: () => unattended,
    inputs: () => Promise.resolve(kernel.get(VIRTUAL_INPUTS)),
    openSocket: (address, words) => {
      opened.push(`${address} ${words.join(' ')}`)
      return Promise.resolve(socket)
    },
  })
  const say = (frame: unknown) => onMessage(JSON.stringify(frame))
  const open = async () => {
    bridge.offer(`#51234.${TOKEN}`)
    await bridge.allow()
    for (let id = 0; id < 5; id += 1) say({ type: 'clock', id, at: clock.now() + APART_MS })
  }
  const play = (...messages: (readonly [at: number, raw: readonly number[]])[]) =>
    say({ type: 'play', messages: messages.map(([at, raw]) => ({ at: at + APART_MS, raw })) })
  const heard = () =>
    kernel
      .get(MIDI_LOG)
      .snapshot()
      .events.map(({ raw, at, portId }) => [raw.join(' '), at, portId])
  return { kernel, clock, bridge, sent, opened, open, play, say, heard, hangUp: () => onClose() }
}

it('the bridge requires a valid link and the user’s permission', async () => {
  const { bridge, opened } = await setUp()
  for (const fragment of ['', '#', '#51234', `#99999.${TOKEN}`, `#51234.${TOKEN}x`])
    expect(bridge.offer(fragment)).toBe(false)
  await bridge.allow()
  expect(bridge.offer(`#51234.${TOKEN}`)).toBe(true)
  expect([bridge.view.getState(), opened]).toEqual([{ state: 'offered', port: 51_234 }, []])
})

it('with “always allow”, the bridge opens immediately if the link is valid', async () => {
  const { bridge, opened, say, clock } = await setUp({ unattended: true })
  expect([bridge.offer(`#51234.${TOKEN}x`), opened]).toEqual([false, []])
  expect(bridge.offer(`#51234.${TOKEN}`)).toBe(true)
  await clock.advance(0)
  expect(opened).toEqual([`ws://127.0.0.1:51234/ fretwork-replay ${TOKEN}`])
  for (let id = 0; id < 5; id += 1) say({ type: 'clock', id, at: clock.now() })
  expect(bridge.view.getState()).toMatchObject({ state: 'open' })
})

it('the bridge opens only once per link and sends the token', async () => {
  const { bridge, opened, open, sent } = await setUp()
  await open()
  expect(opened).toEqual([`ws://127.0.0.1:51234/ fretwork-replay ${TOKEN}`])
  expect(sent.at(-1)).toEqual({ type: 'ready' })
  await bridge.allow()
  expect(opened).toHaveLength(1)
})

it('messages are played when due, on an input named Replay', async () => {
  const { kernel, clock, open, play, heard } = await setUp()
  await open()
  expect(kernel.get(MIDI_INPUTS).view.getState()).toMatchObject([{ id: 'fretwork-replay', name: 'Replay' }])
  const now = clock.now()
  play([now + 80, [0x90, 64, 100]], [now + 120, [0x80, 64, 64]])
  await clock.advance(79)
  expect(heard()).toEqual([])
  await clock.advance(1)
  await clock.advance(40)
  expect(heard()).toEqual([
    ['144 64 100', now + 80, 'fretwork-replay'],
    ['128 64 64', now + 120, 'fretwork-replay'],
  ])
})

it.each(['hangUp', 'end', 'rubbish'] as const)(
  'closing the bridge (%s) ends all notes and clears the queue',
  async how => {
    const { kernel, clock, open, play, say, hangUp, heard } = await setUp()
    await open()
    play([clock.now(), [0x90, 64, 100]], [clock.now() + 50, [0x90, 67, 100]])
    if (how === 'hangUp') hangUp()
    else say(how === 'end' ? { type: 'end' } : { type: 'play', messages: 'all of them' })
    await clock.advance(100)
    expect(heard().map(([raw]) => raw)).toEqual(['144 64 100', '128 64 64'])
    expect(kernel.get(MIDI_INPUTS).view.getState()).toEqual([])
    expect(() => expectNoLeaks(kernel)).not.toThrow()
  },
)
