import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leavesSounding, PortState } from '../../../src/music/midi/port-state.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { rounds } from '../../support/rounds.js'

function portAfter(...messages: readonly (readonly number[])[]): PortState {
  const port = new PortState()
  for (const bytes of messages) port.apply(bytes)
  return port
}

describe('sounding state of a port', () => {
  it('silencing a port resets notes, pedals, modulation, aftertouch and pitch bends only once', () => {
    const port = portAfter([0x90, 60, 1], [0x90, 60, 2], [0x95, 62, 9], [0xb0, 64, 127], [0xe1, 0, 0])
    expect([port.notes, port.silence()]).toEqual([2, midiBytes('80 60 64, 85 62 64, b0 64 0, e1 0 64')])
    expect(port.silence()).toEqual([])
  })

  it('releasing sustain or sostenuto ends the sound on that channel', () => {
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

  it('note-offs are still sent after all-notes-off and reset, because receivers may ignore those', () => {
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
/** Bytes of parameter numbers, few enough that the same parameter is often selected twice. */
const half = fc.constantFrom(0, 1, 127)
const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(status(0xb0), controller, fc.oneof(half, value)) },
  { weight: 2, arbitrary: fc.tuple(fc.oneof(status(0x90), status(0x80)), fc.nat(3), value) },
  { weight: 1, arbitrary: fc.tuple(status(0xe0), value, value) },
  { weight: 1, arbitrary: fc.tuple(fc.oneof(status(0xc0), status(0xd0)), value) },
)
const messages = fc.array(message, { maxLength: 60 })

describe('messages that change one port state to another', () => {
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

  it('the update messages bring an instrument fully into the target state', () => {
    fc.assert(
      fc.property(messages, messages, (first, then) => {
        const [from, to] = [portAfter(...first), portAfter(...first, ...then)]
        fc.pre(isComplete(from) && isComplete(to))
        const way = from.messagesTo(to)
        for (const bytes of way) from.apply(bytes)
        expect(from.messagesTo(to)).toEqual([])
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
    expect(port.messagesTo(port)).toEqual([])
    expect(port.messagesTo(port, true)).toEqual(
      midiBytes('b0 0 1, c0 5, b0 101 0, b0 100 0, b0 6 12, b0 7 90'),
    )
  })
})
