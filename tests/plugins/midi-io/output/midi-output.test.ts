import { expect, it, vi } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore, disposable } from '../../../../src/core/platform/store.js'
import { createMidiOutput } from '../../../../src/plugins/midi-io/output/midi-output.js'
import { midiSettings } from '../../../../src/plugins/midi-io/settings.js'
import type { OutputTarget } from '../../../../src/plugins/midi-io/tokens.js'
import { midiBytes } from '../../../support/midi-bytes.js'

interface Sent {
  readonly port: string
  readonly bytes: readonly number[]
  readonly at: number
}

function makeOutput(options: Partial<typeof midiSettings.defaults> = {}) {
  const clock = new HandClock()
  const settings = createStore({ ...midiSettings.defaults, outputPort: 'synth', ...options })
  const sent: Sent[] = []
  const [there, gone] = [new Set(['synth', 'other']), new Set<(id: string) => void>()]
  const back = new Set<(id: string) => void>()
  const reported: Sent[] = []
  const find = (id: string): OutputTarget | undefined =>
    there.has(id)
      ? { id, name: id, manufacturer: '', send: (bytes, at) => void sent.push({ port: id, bytes, at }) }
      : undefined
  const listen = (listeners: Set<(id: string) => void>) => (listener: (id: string) => void) => {
    listeners.add(listener)
    return disposable(() => listeners.delete(listener))
  }
  const warn = vi.fn()
  const output = createMidiOutput({
    ...{ clock, log: { warn }, settings, targets: { find, onGone: listen(gone), onBack: listen(back) } },
    gate: { open: true },
    onSent: (port, bytes, at) => void reported.push({ port, bytes, at }),
  })
  const unplug = (id: string) => {
    there.delete(id)
    for (const listener of gone) listener(id)
  }
  const plug = (id: string) => {
    there.add(id)
    for (const listener of back) listener(id)
  }
  /** Messages in transmission order: by time, then by call order. */
  const heard = () => sent.toSorted((a, b) => a.at - b.at).map(({ bytes, at }) => [at, ...bytes])
  return { clock, settings, sent, reported, output, unplug, plug, heard, warn }
}

it('messages are scheduled 10 ms ahead with the configured channel and velocity', async () => {
  const { output, sent, clock } = makeOutput({ outputChannel: 3, velocity: 0.5 })
  await clock.advance(100)
  output.noteOn(60)
  output.noteOff('C4')
  expect(sent).toEqual([
    { port: 'synth', bytes: [0x92, 60, 64], at: 110 },
    { port: 'synth', bytes: [0x82, 60, 64], at: 110 },
  ])
})

it('a message is sent to the requested port, or else the default port, if connected', () => {
  const { output, sent, unplug } = makeOutput({ outputChannel: 2 })
  output.noteOn(60, { port: 'other', channel: 5 })
  output.noteOn(60, { port: 'missing', channel: 5 })
  output.noteOn(60, { channel: 5 })
  expect(sent.map(({ port, bytes }) => [port, bytes[0]])).toEqual([
    ['other', 0x94],
    ['synth', 0x91],
    ['synth', 0x94],
  ])
  unplug('synth')
  sent.length = 0
  expect(output.port).toBeUndefined()
  output.noteOn(60)
  output.noteOn(60, { port: 'missing' })
  output.panic()
  expect(sent.filter(({ port }) => port === 'synth')).toEqual([])
})

it('controllers, pitch bend and bend range are encoded as specified', () => {
  const { output, sent } = makeOutput()
  output.volume(90)
  output.modulation(1)
  output.pan(64)
  output.hold(true)
  output.hold(false)
  output.pitchBend(0.5)
  output.pitchBend(1)
  output.pitchBendRange(12)
  output.programChange(24)
  expect(sent.map(({ bytes }) => bytes)).toEqual(
    midiBytes(
      'b0 7 90, b0 1 1, b0 10 64, b0 64 64, b0 64 0, e0 0 96, e0 127 127, b0 101 0, b0 100 0, b0 6 12, b0 38 0, b0 101 127, b0 100 127, c0 24',
    ),
  )
})

it('a note has its exact duration, even if the clock advances between note-on and note-off', () => {
  const { output, sent, clock } = makeOutput()
  let now = 0
  vi.spyOn(clock, 'now').mockImplementation(() => (now += 0.7))
  output.playNote(60, { duration: 80 })
  const [on, off] = sent
  expect((off?.at ?? 0) - (on?.at ?? 0)).toBeCloseTo(80, 9)
})

it.each([
  ['a note of 128', (output: Out) => output.noteOn(128), RangeError],
  ['an attack of 0', (output: Out) => output.noteOn(60, { attack: 0 }), RangeError],
  ['a time over a day ahead', (output: Out) => output.noteOn(60, { at: 1e15 }), RangeError],
  ['a note longer than a day', (output: Out) => output.playNote(60, { duration: 1e9 }), RangeError],
  ['a bend of 1.1', (output: Out) => output.pitchBend(1.1), RangeError],
  ['a missing note', (output: Out) => output.noteOn(undefined as unknown as number), TypeError],
  ['a time of NaN', (output: Out) => output.noteOn(60, { at: Number.NaN }), TypeError],
  ['an incomplete message', (output: Out) => output.send([0x90, 60]), TypeError],
] as const)('the output throws for %s without sending anything', (_, call, kind) => {
  const { output, sent } = makeOutput()
  expect(() => call(output)).toThrow(kind)
  expect(sent).toEqual([])
})

it('velocity 0 in the settings is sent as 1, and an invalid note name is dropped', () => {
  const { output, heard, warn } = makeOutput({ velocity: 0 })
  output.noteOn(60)
  output.playNote('H9', { duration: 10 })
  expect(heard().map(([, , , velocity]) => velocity)).toEqual([1])
  expect(warn.mock.calls).toEqual([['Bad note "H9"']])
})

it('a panic is sent after all messages already scheduled on the port', async () => {
  const { output, heard, sent, clock } = makeOutput()
  await clock.advance(1000)
  output.send([0x90, 60, 100], 1060)
  output.panic()
  const [first, second] = heard()
  expect(first).toEqual([1070, 0x90, 60, 100])
  expect(second).toEqual([1071, 0x80, 60, 64])
  const orders = sent.slice(2)
  expect(new Set(orders.map(({ at }) => at))).toEqual(new Set([1071]))
  expect(orders).toHaveLength(3 * 16 + 1)
  expect(orders.map(({ bytes }) => bytes[1])).toEqual([
    ...Array(16).fill(123),
    ...Array(16).fill(120),
    ...Array(16).fill(121),
    undefined,
  ])
  expect(orders.at(-1)?.bytes).toEqual([0xff])
})

it('reconnecting a port ends notes, pedals and bends active when it was disconnected', async () => {
  const { output, sent, clock, unplug, plug } = makeOutput()
  output.noteOn(60)
  output.hold(true)
  output.pitchBend(0.5)
  await clock.advance(50)
  output.noteOn(64)
  output.noteOff(60)
  unplug('synth')
  await clock.advance(1000)
  output.silence()
  output.panic()
  sent.length = 0
  plug('synth')
  expect(sent.map(({ bytes }) => bytes)).toEqual(midiBytes('80 60 64, 80 64 64, b0 64 0, e0 0 64'))
  sent.length = 0
  plug('synth')
  expect(sent).toEqual([])
})

it('changing the port or channel silences the previous one', async () => {
  const { output, settings, sent, clock } = makeOutput()
  output.noteOn(60)
  output.hold(true)
  await clock.advance(50)
  sent.length = 0
  settings.setState({ outputPort: 'other' })
  expect(sent).toEqual([
    { port: 'synth', bytes: [0x80, 60, 64], at: 61 },
    { port: 'synth', bytes: [0xb0, 64, 0], at: 61 },
  ])
  sent.length = 0
  output.noteOn(62)
  settings.setState({ outputChannel: 4 })
  expect(sent.map(({ bytes }) => bytes)).toEqual(midiBytes('90 62 64, 80 62 64'))
})

it('a port that throws is logged, and the output keeps working', () => {
  const { output, sent, reported, warn } = makeOutput()
  sent.push = () => {
    throw new DOMException('gone', 'InvalidStateError')
  }
  output.noteOn(60)
  expect(warn).toHaveBeenCalledOnce()
  expect(reported).toEqual([])
})

type Out = ReturnType<typeof makeOutput>['output']
