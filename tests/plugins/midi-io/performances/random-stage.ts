/** Random performances over ports as browsers have them: two outputs that come and go, thru, panics, hidden pages. */
import * as fc from 'fast-check'
import { disposable } from '../../../../src/core/platform/disposable.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { fakeWebMidi } from '../../../../src/core/testing/fake-web-midi.js'
import { createMidiOutput } from '../../../../src/plugins/midi-io/output/midi-output.js'
import { midiSettings, thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { createThru, thruFilter } from '../../../../src/plugins/midi-io/thru/thru.js'
import type { OutputTarget } from '../../../../src/plugins/midi-io/tokens.js'
import { type Absence, left } from '../support/fake-instrument.js'

export const PORTS = ['synth', 'other'] as const
type PortId = (typeof PORTS)[number]

interface NativeOutput {
  readonly name: string
  send(bytes: readonly number[], at: number): void
}

/** Output and thru over the fake's own ports; time passes only when it is moved. */
export async function makeStage(withClear = false) {
  const clock = new HandClock()
  const midi = fakeWebMidi({
    permission: 'granted',
    outputs: PORTS.map(id => ({ id })),
    withClear,
    now: () => clock.now(),
  })
  const { outputs } = (await midi.requestMIDIAccess()) as { outputs: Map<string, NativeOutput> }
  const gone = new Set<(id: string) => void>()
  const back = new Set<(id: string) => void>()
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
    clock,
    output,
    passes: status => filter(status),
    listensTo: () => true,
    isTarget: () => true,
    onLoop: () => undefined,
  })
  settings.subscribe(() => thru.forget())
  /** As the plugin does it: what was begun under another filter is ended. */
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

const note = fc.integer({ min: 40, max: 44 })
const channel = fc.integer({ min: 0, max: 3 })
const port = fc.constantFrom(...PORTS)
/** Often the same ones, so that messages meet at one moment and what happens falls into the look-ahead. */
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

export const step = fc.oneof(
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
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export type Stage = Awaited<ReturnType<typeof makeStage>>

export async function take(
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
