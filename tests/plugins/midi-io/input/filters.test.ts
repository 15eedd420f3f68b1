// Filters that change what is played: harmonizers, splits. No note or pedal hangs, whatever is changed meanwhile.
import { describe, expect, it } from 'vitest'
import type { MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { makeInput } from '../support/make-input.js'

const C4 = 60
const on = (note: number) => [0x90, note, 100]
const off = (note: number, velocity = 64) => [0x80, note, velocity]
const isOn = (bytes: ArrayLike<number>) => (bytes[0] ?? 0) >> 4 === 0x9

function moved(bytes: ArrayLike<number>, semitones: number): number[] {
  const [status = 0, note = 0, velocity = 0] = Array.from(bytes)
  return [status, note + semitones, velocity]
}

const change = (make: NonNullable<MidiFilter['change']>): MidiFilter => ({ id: 'change', change: make })
const move = (semitones: () => number) =>
  change(bytes => (isOn(bytes) ? moved(bytes, semitones()) : undefined))
const octave = move(() => 12)
const third = change(bytes => (isOn(bytes) ? [Array.from(bytes), moved(bytes, 4)] : undefined))
const mute = change(() => [])

/** With filters that a test can exchange while notes are held. */
function playing(...filters: MidiFilter[]) {
  const { input, heard, failed, setFilters } = makeInput({ filters })
  const play = (bytes: readonly number[], more = {}) => input.receive(bytes, { portId: 'guitar', ...more })
  /** `+60` for a note-on, `-60` for a note-off; other messages in hexadecimal. */
  const notes = () =>
    heard.map(event =>
      event.kind === 'note'
        ? `${event.on ? '+' : '-'}${event.number}`
        : event.raw.map(byte => byte.toString(16)).join(' '),
    )
  return { input, heard, failed, setFilters, play, notes }
}

it.each<[string, MidiFilter[], (readonly number[])[], string[]]>([
  ['makes another note of one', [octave], [on(C4), off(C4)], ['+72', '-72']],
  ['makes two notes of one', [third], [on(C4), off(C4)], ['+60', '+64', '-60', '-64']],
  ['makes no note of one', [mute], [on(C4), off(C4)], []],
  ['ends a note at a note-on of velocity 0', [octave], [on(C4), [0x90, C4, 0]], ['+72', '-72']],
  [
    'changes nothing if it returns nothing',
    [change(() => undefined)],
    [on(C4), [0xb0, 64, 127], [0xb0, 7, 90], [0xb0, 64, 0], [0xe0, 0, 80], [0xe0, 0, 64], off(C4)],
    ['+60', 'b0 40 7f', 'b0 7 5a', 'b0 40 0', 'e0 0 50', 'e0 0 40', '-60'],
  ],
  ['gets what the one before it made', [move(() => -5), third], [on(C4)], ['+55', '+59']],
  [
    'keeps a note until both its keys are up',
    [third],
    [on(60), on(64), off(64)],
    ['+60', '+64', '+64', '+68', '-68'],
  ],
  ['ends a note that a filter’s own note-off cannot end', [change(b => [b, off(C4)])], [on(C4)], ['+60']],
  [
    'ends the moved notes of a channel at all notes off',
    [octave],
    [on(C4), [0xb0, 123, 0]],
    ['+72', 'b0 7b 0', '-72'],
  ],
  ['ends the moved notes at a system reset', [octave], [on(C4), [0xff]], ['+72', 'ff', '-72']],
  [
    'inverts a pedal',
    [change(b => [b[0] ?? 0, 64, 127 - (b[2] ?? 0)])],
    midiBytes('b0 64 127, b0 64 0'),
    ['b0 40 0', 'b0 40 7f'],
  ],
  ['goes on behind one that returns no MIDI', [change(() => [0x90, 400, 1]), octave], [on(C4)], ['+72']],
  ['goes on behind one that returns a promise', [change((async () => []) as never)], [on(C4)], ['+60']],
])('a chain of filters %s', (_, filters, played, heard) => {
  const { play, notes } = playing(...filters)
  for (const bytes of played) play(bytes)
  expect(notes()).toEqual(heard)
})

it('a filter that returns what is not MIDI is reported with its code', () => {
  const { play, failed } = playing(change(() => [0x90, 400, 1]))
  play(on(C4))
  expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_message' })])
})

it('a filter never changes a note-off, but accepts sees it', () => {
  const [accepted, changed]: [number[], number[]] = [[], []]
  const look: MidiFilter = {
    id: 'look',
    accepts: bytes => accepted.push(bytes[0] ?? 0) > 0,
    change: bytes => void changed.push(bytes[0] ?? 0),
  }
  const { play } = playing(look)
  play(on(C4))
  play(off(C4))
  expect([accepted, changed]).toEqual([[0x90, 0x80], [0x90]])
})

it('a moved note keeps the release velocity of its key, and loses its guitar string', () => {
  const { play, heard } = playing(third)
  play(on(C4), { string: 2 })
  expect(play(off(C4, 127), { string: 2 })).toMatchObject({ number: C4, release: 1 })
  expect(heard.map(event => (event.kind === 'note' ? event.string : 0))).toEqual([2, undefined, 2, undefined])
})

describe('nothing hangs', () => {
  it.each<[string, MidiFilter[], MidiFilter[], string[]]>([
    ['removed', [third], [], ['+60', '+64', '-60', '-64']],
    ['added', [], [octave], ['+60', '-60']],
    ['exchanged', [octave], [mute], ['+72', '-72']],
  ])('when a filter is %s while a key is held', (_, before, after, heard) => {
    const { play, notes, setFilters, input } = playing(...before)
    play(on(C4))
    setFilters(after)
    play(off(C4))
    expect(notes()).toEqual(heard)
    expect(input.soundingNotes()).toBe(0)
  })

  it('when a filter changes its settings while keys are held or struck again', () => {
    let semitones = 3
    const { play, notes, input } = playing(move(() => semitones))
    play(on(C4))
    play(on(C4 + 1))
    semitones = 7
    play(on(C4))
    play(off(C4 + 1))
    play(off(C4))
    expect(notes()).toEqual(['+63', '+64', '+67', '-63', '-64', '-67'])
    expect(input.soundingNotes()).toBe(0)
  })

  it.each([
    ['a pedal', [0xb0, 64, 127], [0xb0, 64, 0], ['b1 40 7f', 'b0 40 0', 'b1 40 0']],
    ['pressure', [0xd0, 80], [0xd0, 0], ['d1 50', 'd0 0', 'd1 0']],
    ['a bend', [0xe0, 0, 80], [0xe0, 0, 64], ['e1 0 50', 'e0 0 40', 'e1 0 40']],
  ])('of %s when the filter that moved it is removed', (_, begin, end, heard) => {
    const { play, notes, setFilters } = playing(
      change(bytes => Array.from(bytes, (byte, index) => (index === 0 ? byte | 1 : byte))),
    )
    play(begin)
    setFilters([])
    play(end)
    expect(notes()).toEqual(heard)
  })

  it('when the port is released: its notes end once', () => {
    const { play, notes, input } = playing(octave)
    play(on(C4))
    input.release('guitar')
    play(off(C4))
    expect(notes()).toEqual(['+72', '-72'])
  })
})
