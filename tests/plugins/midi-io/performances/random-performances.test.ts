// Plays thousands of random performances on fake ports and checks for hanging notes.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore, disposable } from '../../../../src/core/platform/store.js'
import { type FakeSent, fakeWebMidi } from '../../../../src/core/testing/fake-web-midi.js'
import { PortState } from '../../../../src/music/midi/port-state.js'
import { createMidiOutput } from '../../../../src/plugins/midi-io/output/midi-output.js'
import { midiSettings, thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { createThru, thruFilter } from '../../../../src/plugins/midi-io/thru/thru.js'
import type { OutputTarget } from '../../../../src/plugins/midi-io/tokens.js'
import { rounds } from '../../../support/rounds.js'

/** Period in which no device is connected to a port. Messages due then are lost. */
interface Absence {
  readonly from: number
  readonly to: number
}

/** Returns the messages that would end what still sounds; empty if the instrument is silent. */
function left(sent: readonly FakeSent[], absences: readonly Absence[] = []): number[][] {
  const port = new PortState()
  const reached = sent.filter(({ at }) => !absences.some(({ from, to }) => at > from && at <= to))
  for (const { bytes } of reached.toSorted((a, b) => a.at - b.at)) port.apply(bytes)
  return port.silence()
}

const PORTS = ['synth', 'other'] as const
type PortId = (typeof PORTS)[number]

interface NativeOutput {
  readonly name: string
  send(bytes: readonly number[], at: number): void
}

/** Creates an output and thru with fake ports and a manual clock. */
async function makeStage(withClear = false) {
  const clock = new HandClock()
  const midi = fakeWebMidi({
    ...{ permission: 'granted', outputs: PORTS.map(id => ({ id })), withClear, now: () => clock.now() },
  })
  const { outputs } = (await midi.requestMIDIAccess()) as { outputs: Map<string, NativeOutput> }
  const [gone, back] = [new Set<(id: string) => void>(), new Set<(id: string) => void>()]
  const absences = new Map<PortId, Absence[]>(PORTS.map(id => [id, []]))
  const settings = createStore({ ...midiSettings.defaults, outputPort: 'synth' as string })
  const find = (id: string): OutputTarget | undefined => {
    const port = outputs.get(id)
    return port && { id, name: id, manufacturer: '', send: (bytes, at) => port.send(bytes, at) }
  }
  const listen = (listeners: Set<(id: string) => void>) => (listener: (id: string) => void) => {
    listeners.add(listener)
    return disposable(() => listeners.delete(listener))
  }
  const output = createMidiOutput({
    clock,
    log: { warn: () => undefined },
    settings,
    targets: { find, onGone: listen(gone), onBack: listen(back) },
    gate: { open: true },
    onSent: () => undefined,
  })
  let filter = thruFilter(thruSettings.defaults)
  const thru = createThru({
    ...{ clock, output, passes: status => filter(status), listensTo: () => true, isTarget: () => true },
    onLoop: () => undefined,
  })
  settings.subscribe(() => thru.forget())
  /** Ends all notes and then changes the filter, as the plugin does. */
  const refilter = (channels: number[]) => {
    thru.end()
    filter = thruFilter({ ...thruSettings.defaults, channels })
  }
  const unplug = (id: PortId) => {
    if (!outputs.has(id)) return
    midi.unplug(id)
    absences.get(id)?.push({ from: clock.now(), to: Number.POSITIVE_INFINITY })
    for (const listener of gone) listener(id)
    if (settings.getState().outputPort === id) thru.forget()
  }
  const plug = (id: PortId) => {
    if (outputs.has(id)) return
    const known = absences.get(id)
    const last = known?.pop()
    if (last) known?.push({ from: last.from, to: clock.now() })
    midi.plug('output', { id })
    for (const listener of back) listener(id)
  }
  const sounding = () =>
    PORTS.flatMap(id =>
      left(
        midi.sent.filter(({ portId }) => portId === id),
        absences.get(id),
      ),
    )
  return { clock, settings, output, thru, refilter, unplug, plug, sounding, midi }
}

const [note, channel] = [fc.integer({ min: 40, max: 44 }), fc.integer({ min: 0, max: 3 })]
const port = fc.constantFrom(...PORTS)
/** Delays that often coincide with one another and with the look-ahead. */
const ms = fc.oneof(fc.constantFrom(0, 1, 10, 50, 100, 150, 200), fc.nat(400))

const message = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(0x90, 0x91, 0x80, 0x81), note, fc.constantFrom(0, 64, 127)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(0xb0, 0xb1), fc.constantFrom(1, 64, 66), fc.constantFrom(0, 127)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(0xd0, 0xd1), fc.constantFrom(0, 90)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(0xe0), fc.constant(0), fc.constantFrom(0, 64, 127)) },
)

const step = fc.oneof(
  fc.record({ do: fc.constant('play' as const), note, channel, port, duration: ms, in: ms }),
  fc.record({ do: fc.constant('on' as const), note, channel, in: ms }),
  fc.record({ do: fc.constant('off' as const), note, channel, in: ms }),
  fc.record({ do: fc.constant('send' as const), bytes: message, in: ms }),
  fc.record({
    do: fc.constant('thru' as const),
    bytes: message,
    ago: fc.nat(30),
    device: fc.constantFrom('a', 'b'),
  }),
  fc.record({ do: fc.constant('filter' as const), channels: fc.subarray([1, 2]) }),
  fc.record({ do: fc.constant('input-gone' as const), device: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('wait' as const), ms }),
  fc.record({ do: fc.constant('choose' as const), port: fc.constantFrom('', ...PORTS) }),
  fc.record({ do: fc.constant('channel' as const), channel }),
  fc.record({ do: fc.constant('unplug' as const), port }),
  fc.record({ do: fc.constant('plug' as const), port }),
  fc.record({ do: fc.constant('hide' as const) }),
  fc.record({ do: fc.constant('panic' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Stage = Awaited<ReturnType<typeof makeStage>>

async function take(
  each: Step,
  { clock, settings, output, thru, refilter, unplug, plug }: Stage,
): Promise<void> {
  switch (each.do) {
    case 'play':
      return output.playNote(each.note, { ...each, at: clock.now() + each.in })
    case 'on':
      return output.noteOn(each.note, { channel: each.channel, at: clock.now() + each.in })
    case 'off':
      return output.noteOff(each.note, { channel: each.channel, at: clock.now() + each.in })
    case 'send':
      return output.send(each.bytes, clock.now() + each.in)
    case 'thru':
      return thru.take(each.bytes, each.device, clock.now() - each.ago)
    case 'filter':
      return refilter(each.channels)
    case 'input-gone':
      return thru.end(each.device)
    case 'wait':
      return clock.advance(each.ms)
    case 'choose':
      return settings.setState({ outputPort: each.port })
    case 'channel':
      return settings.setState({ outputChannel: each.channel })
    case 'unplug':
      return unplug(each.port)
    case 'plug':
      return plug(each.port)
    case 'hide':
      return output.silence()
    case 'panic':
      output.panic()
      return thru.forget()
  }
}

/** Delay between a request and its message (specification, section 7), ms. */
const DELAY_MS = 10
const ending = fc.constantFrom('panic' as const, 'silence' as const, 'dispose' as const)
const steps = (maxLength: number, which: (each: Step) => boolean = () => true) =>
  fc.array(step.filter(which), { maxLength })
const onlyTo =
  (...names: readonly Step['do'][]) =>
  (each: Step) =>
    names.includes(each.do)

interface Heard {
  readonly bytes: string
  readonly at: number
}
const byTime = (a: Heard, b: Heard) => a.at - b.at || a.bytes.localeCompare(b.bytes)

/** First pitch used for notes numbered by step. Random notes are lower. */
const OWN_NOTES = 60
const channelsOf = (channel: number) =>
  channel === 0 ? Array.from({ length: 16 }, (_, index) => index) : [channel - 1]

const perform = async (stage: Stage, all: readonly Step[]) => {
  for (const each of all) await take(each, stage)
}
/** Reconnects all ports, which silences ports that were unplugged while sounding. */
const plugAll = (stage: Stage) => {
  for (const id of PORTS) stage.plug(id)
}

it('every instrument is silent after a panic, a silence call or disposal', () =>
  fc.assert(
    fc.asyncProperty(steps(60), ending, fc.boolean(), async (all, end, withClear) => {
      const stage = await makeStage(withClear)
      await perform(stage, all)
      plugAll(stage)
      stage.output[end]()
      await stage.clock.advance(2000)
      expect([stage.sounding(), stage.clock.pending]).toEqual([[], 0])
    }),
    rounds(1000, 657),
  ))

it('messages are sent on time and in order unless the output is silenced', () =>
  fc.assert(
    fc.asyncProperty(steps(40, onlyTo('play', 'on', 'off', 'send', 'wait')), async all => {
      const stage = await makeStage()
      const wanted: Heard[] = []
      const wholeNotes: Heard[] = []
      for (const [index, each] of all.entries()) {
        const due = stage.clock.now() + DELAY_MS
        if (each.do === 'send') wanted.push({ bytes: each.bytes.join(' '), at: due + each.in })
        if (each.do === 'on' || each.do === 'off') {
          const status = each.do === 'on' ? 0x90 : 0x80
          for (const channel of channelsOf(each.channel))
            wanted.push({ bytes: `${status | channel} ${each.note} 64`, at: due + each.in })
        }
        if (each.do !== 'play') {
          await take(each, stage)
          continue
        }
        // Each message has its own note, because other tests cover repeated notes.
        const note = OWN_NOTES + index
        for (const channel of channelsOf(each.channel)) {
          wholeNotes.push({ bytes: `${0x90 | channel} ${note} 64`, at: due + each.in })
          wholeNotes.push({ bytes: `${0x80 | channel} ${note} 64`, at: due + each.in + each.duration })
        }
        await take({ ...each, note, port: 'synth' }, stage)
      }
      await stage.clock.advance(2000)
      const heard = stage.midi.heard('synth').map(({ bytes, at }) => ({ bytes: bytes.join(' '), at }))
      const isWholeNote = ({ bytes }: Heard) => {
        const [status = 0, note = 0] = bytes.split(' ').map(Number)
        return status < 0xa0 && note >= OWN_NOTES
      }
      expect(heard.filter(each => !isWholeNote(each))).toEqual(wanted.toSorted((a, b) => a.at - b.at))
      expect(heard.filter(isWholeNote).toSorted(byTime)).toEqual(wholeNotes.toSorted(byTime))
    }),
    rounds(2000, 661),
  ))
