import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ChannelState,
  type HeldNote,
  HeldNotes,
  leavesSounding,
  NON_REGISTERED,
  PortState,
  UNSET,
} from '../../../src/music/midi/port-state.js'
import { messagesBetween } from '../../../src/music/midi/state-messages.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { rounds } from '../../support/rounds.js'
import { rows } from '../../support/rows.js'

function portAfter(...messages: readonly (readonly number[])[]): PortState {
  const port = new PortState()
  for (const bytes of messages) port.apply(bytes)
  return port
}

describe('port sounding state', () => {
  it('silencing a port resets notes, pedals, modulation, aftertouch and pitch bends only once', () => {
    const port = portAfter([0x90, 60, 1], [0x90, 60, 2], [0x95, 62, 9], [0xb0, 64, 127], [0xe1, 0, 0])
    expect([port.notes, port.silence()]).toEqual([2, midiBytes('80 60 64, 85 62 64, b0 64 0, e1 0 64')])
    expect(port.silence()).toEqual([])
  })

  it('releasing the sustain or sostenuto pedal ends the sound on that channel', () => {
    const port = portAfter(...[64, 66, 67].map(pedal => [0xb2, pedal, 127]))
    expect([port.ends([0xb2, 66, 0]), port.ends([0xb1, 66, 0])]).toEqual([true, false])
    port.apply([0xb2, 64, 0])
    expect(port.silence()).toEqual([[0xb2, 66, 0]])
  })

  it('modulation and channel aftertouch count as sounding', () => {
    const port = portAfter(...midiBytes('b3 1 1, d4 127, b5 1 90, b5 1 0, d6 3, d6 0'))
    expect([port.ends([0xb3, 1, 5]), port.ends([0xb3, 1, 0])]).toEqual([false, true])
    expect([port.ends([0xb5, 1, 0]), port.ends([0xd4, 0])]).toEqual([false, true])
    expect([port.ends([0xd4, 1]), port.ends([0xe4, 0, 64])]).toEqual([false, false])
    expect(portAfter([0xe4, 0, 80]).ends([0xe4, 0, 64])).toBe(true)
    expect(port.silence()).toEqual(midiBytes('b3 1 0, d4 0'))
  })

  it('a note-off or a note-on with velocity 0 ends a note', () => {
    const messages = midiBytes('90 60 1, 80 60 0, 90 61 1, 90 61 0, b0 64 127, b0 64 63, e0 0 0, e0 0 64')
    expect(portAfter(...messages).silence()).toEqual([])
  })

  it('note-offs are sent even after all-notes-off and reset messages, which receivers may ignore', () => {
    const port = portAfter([0x90, 60, 1], [0xb0, 123, 0], [0xb0, 120, 0], [0xff])
    expect(port.silence()).toEqual([[0x80, 60, 64]])
  })

  it('note-ons, pressed pedals and pitch bends leave a port sounding', () => {
    const ending = midiBytes('80 60 0, 90 60 0, b0 64 0, b0 7 100, d0 0, e0 0 64, c0 1')
    const beginning = midiBytes('90 60 1, b0 64 64, b0 1 1, d0 1, e0 1 64')
    expect(ending.map(leavesSounding)).toEqual(ending.map(() => false))
    expect(beginning.map(leavesSounding)).toEqual(beginning.map(() => true))
  })

  it('other messages do not affect the sounding state', () => {
    expect(portAfter([], [0xf8], [0xc0, 5], [0xb0, 7, 100], [0xa0, 60, 1]).silence()).toEqual([])
  })
})

const value = fc.nat(127)
const status = (kind: number) => fc.nat(2).map(channel => kind | channel)
const controller = fc.constantFrom(
  ...[0, 1, 6, 7, 11, 32, 38, 64, 66, 68, 69, 74, 96, 98, 99, 100, 101, 120, 121, 123],
)
/** Parameter number bytes. The set is small so that the same parameter is often selected twice. */
const half = fc.constantFrom(0, 1, 127)
const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(status(0xb0), controller, fc.oneof(half, value)) },
  { weight: 2, arbitrary: fc.tuple(fc.oneof(status(0x90), status(0x80)), fc.nat(3), value) },
  { weight: 1, arbitrary: fc.tuple(status(0xe0), value, value) },
  { weight: 1, arbitrary: fc.tuple(fc.oneof(status(0xc0), status(0xd0)), value) },
)
const messages = fc.array(message, { maxLength: 60 })

// Half-selected parameters are excluded because their second byte always follows and their initial value is
// unknown.
const isComplete = (port: PortState) =>
  [...port.used()].every(
    ([
      ,
      {
        selection: { coarse, fine },
      },
    ]) => coarse < 0 === fine < 0,
  )

it('after the update messages, the instrument’s state equals the target state', () => {
  fc.assert(
    fc.property(messages, messages, (first, then) => {
      const [from, to] = [portAfter(...first), portAfter(...first, ...then)]
      fc.pre(isComplete(from) && isComplete(to))
      const way = messagesBetween(from, to)
      for (const bytes of way) from.apply(bytes)
      expect(messagesBetween(from, to)).toEqual([])
      for (const [channel, { bend, pressure, program, bendRange }] of to.used()) {
        expect(from.channel(channel)).toMatchObject({ bend, pressure, program, bendRange })
        for (let number = 1; number < 120; number += 1) {
          if (number !== 32)
            expect(from.channel(channel).value(number)).toBe(to.channel(channel).value(number))
        }
      }
    }),
    rounds(500),
  )
})

it('a forced update sends the whole state again', () => {
  const port = portAfter(
    [0xb0, 0, 1],
    [0xc0, 5],
    [0xb0, 7, 90],
    [0xb0, 101, 0],
    [0xb0, 100, 0],
    [0xb0, 6, 12],
  )
  expect(messagesBetween(port, port)).toEqual([])
  expect(messagesBetween(port, port, true)).toEqual(
    midiBytes('b0 0 1, c0 5, b0 101 0, b0 100 0, b0 6 12, b0 7 90'),
  )
})

/** @param steps notes and controllers with values, such as `on 60, off 60, 64 127` */
function notesAfter(steps: string) {
  const ended: string[] = []
  const held = new HeldNotes<HeldNote & { readonly note: number }>(({ note }, cut) => {
    ended.push(cut ? `${note} cut` : `${note}`)
  })
  for (const step of steps.split(', ')) {
    const [what = '', number = ''] = step.split(' ')
    const value = Number(number)
    if (what === 'on') held.begin(value, { note: value, down: true, caught: false })
    else if (what === 'off') held.release(value)
    else held.control(Number(what), value)
  }
  return { sounding: [...held.values()].map(({ note }) => note), ended }
}

it.each([
  ['end with their note-off', 'on 60, on 64, off 60', [64]],
  ['continue under the sustain pedal', 'on 60, 64 64, off 60', [60]],
  ['end when the sustain pedal is lifted', 'on 60, 64 127, off 60, on 64, 64 63', [64]],
  [
    'continue under sostenuto if they were held when it was pressed',
    'on 60, 66 127, on 64, off 60, off 64',
    [60],
  ],
  [
    'are not caught by sostenuto if only the sustain pedal holds them',
    'on 60, 64 127, off 60, 66 127, 64 0',
    [],
  ],
  ['are not caught by a second sostenuto message', 'on 60, 66 127, on 64, 66 127, off 64', [60]],
  ['end when sostenuto is lifted', 'on 60, 66 127, off 60, 66 0', []],
  ['are no longer caught after a reset', 'on 60, 66 127, off 60, 121 0', []],
  ['ignore the soft pedal', 'on 60, 67 127, off 60', []],
  ['end with all notes off', 'on 60, on 64, 123 0', []],
  ['end when omni is turned off', 'on 60, 124 0', []],
  ['end when omni is turned on', 'on 60, 125 0', []],
  ['end with a change to mono mode', 'on 60, 126 1', []],
  ['end with a change to poly mode', 'on 60, 127 0', []],
  ['survive all notes off under a pedal', 'on 60, 64 127, 123 0', [60]],
  ['survive a mode change under a pedal', 'on 60, 64 127, 126 1', [60]],
  ['end when a reset lifts the pedal', 'on 60, 64 127, off 60, on 64, 121 0', [64]],
  ['end with all sound off', 'on 60, 64 127, 120 0', []],
  ['ignore local control', 'on 60, 122 0', [60]],
])('a channel’s notes %s', (_how, steps, sounding) => {
  expect(notesAfter(steps).sounding).toEqual(sounding)
})

it.each([
  ['end before they are struck again', 'on 60, on 60, off 60', ['60', '60']],
  ['are cut by all sound off', 'on 60, 120 0', ['60 cut']],
  ['die away at all notes off', 'on 60, 123 0', ['60']],
])('a channel’s notes %s', (_how, steps, ended) => {
  expect(notesAfter(steps)).toEqual({ sounding: [], ended })
})

// Channel state tests: values set by messages, and their effects

function channelAfter(...controls: readonly (readonly [controller: number, value: number])[]): ChannelState {
  const channel = new ChannelState()
  for (const [controller, value] of controls) channel.control(controller, value)
  return channel
}

const RANGE = [
  [101, 0],
  [100, 0],
] as const
const NULL = [
  [101, 127],
  [100, 127],
] as const
const RESET = [121, 0] as const

it.each([1, 11, 64, 65, 66, 67, 68, 69])('Reset All Controllers clears controller %i', controller => {
  const channel = channelAfter([controller, 90], RESET)
  expect(channel.sent(controller)).toBe(UNSET)
  expect(channel.value(controller)).toBe(controller === 11 ? 127 : 0)
})

it.each([0, 7, 8, 10, 32, 70, 74, 79, 84, 91, 93, 95])(
  'Reset All Controllers leaves controller %i unchanged',
  controller => {
    expect(channelAfter([controller, 90], RESET).sent(controller)).toBe(90)
  },
)

it('Reset All Controllers centers pitch bend and clears aftertouch but keeps the program', () => {
  const channel = channelAfter(...RANGE, [6, 12])
  Object.assign(channel, { bend: 0, pressure: 90, program: 5 })
  channel.control(...RESET)
  expect(channel).toMatchObject({ bend: 8192, pressure: 0, program: 5, selected: undefined })
  channel.control(6, 24)
  expect(channel.bendRange).toBe(12)
})

describe('RPN and NRPN parameters', () => {
  it('both bytes of a parameter number select it, and the null parameter deselects it', () => {
    expect([channelAfter([101, 0]).selected, channelAfter(...RANGE).selected]).toEqual([undefined, 0])
    expect(channelAfter([99, 1], [98, 2]).selected).toBe(NON_REGISTERED | 130)
    expect(channelAfter(...RANGE, ...NULL).selected).toBeUndefined()
    expect(channelAfter([99, 1], [98, 2], [99, 127], [98, 127]).selected).toBeUndefined()
  })

  it('the second byte of the parameter number stays selected unless the parameter type changes', () => {
    expect(channelAfter(...RANGE, [100, 1]).selected).toBe(1)
    expect(channelAfter(...RANGE, [99, 1]).selected).toBeUndefined()
    expect(channelAfter(...RANGE, [99, 1], [98, 2]).selected).toBe(NON_REGISTERED | 130)
  })

  it('data entry sets the value, and its coarse byte resets the fine byte', () => {
    expect(channelAfter(...RANGE, [6, 12], [38, 50]).parameters.get(0)).toEqual({ coarse: 12, fine: 50 })
    expect(channelAfter(...RANGE, [6, 12], [38, 50], [6, 3]).parameters.get(0)).toEqual({
      coarse: 3,
      fine: UNSET,
    })
    expect(channelAfter(...RANGE, [38, 50]).parameters.get(0)).toEqual({ coarse: UNSET, fine: 50 })
  })

  it.each([
    ['the selection is empty', []],
    ['only half of a number is selected', [[101, 0]]],
    ['the null parameter is selected', [...RANGE, ...NULL]],
    ['the controllers were reset', [...RANGE, RESET]],
  ] as const)('data entry sets no value if %s', (_when, controls) => {
    expect(channelAfter(...controls, [6, 12], [38, 1]).parameters.size).toBe(0)
  })

  it('parameters, increments and mode messages are not stored as controllers', () => {
    const channel = channelAfter(...RANGE, [6, 12], [38, 1], [96, 1], [97, 1], [120, 0], [122, 127], [126, 1])
    for (let controller = 0; controller < 128; controller += 1) expect(channel.sent(controller)).toBe(UNSET)
    expect(channel.parameters.get(0)).toEqual({ coarse: 12, fine: 1 })
  })
})

it.each([
  ['is two semitones by default', [], 2],
  ['follows registered parameter 0', [...RANGE, [6, 24], [38, 0]], 24],
  ['adds the cents of the fine half', [...RANGE, [6, 24], [38, 50]], 24.5],
  ['has at most 99 cents', [...RANGE, [6, 1], [38, 127]], 1.99],
  ['can be set by the cents alone', [...RANGE, [38, 50]], 2.5],
  ['drops the cents of the previous range', [...RANGE, [6, 24], [38, 50], [6, 12]], 12],
  ['ignores other parameters', rows<readonly [number, number]>('101 0, 100 1, 6 12'), 2],
  ['ignores non-registered parameters', rows<readonly [number, number]>('99 0, 98 0, 6 12'), 2],
  ['survives a reset', [...RANGE, [6, 12], RESET], 12],
  ['can be 0', [...RANGE, [6, 0]], 0],
] as const)('the bend range %s', (_what, controls, range) => {
  expect(channelAfter(...controls).bendRange).toBe(range)
})

it('pitch bend is converted to semitones by the channel’s range or an explicit range', () => {
  const channel = channelAfter()
  channel.bend = 0
  expect([channel.bentBy(), channel.bentBy(12)]).toEqual([-2, -12])
  channel.bend = 16383
  expect(channel.bentBy()).toBeCloseTo(2, 3)
})

it('a cloned channel has the same values and changes independently', () => {
  const channel = channelAfter([7, 90], ...RANGE, [6, 12])
  const copy = new ChannelState(channel)
  expect(copy).toEqual(channel)
  copy.control(7, 1)
  copy.control(6, 24)
  expect([channel.sent(7), channel.bendRange]).toEqual([90, 12])
})
