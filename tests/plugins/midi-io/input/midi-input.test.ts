import { expect, it, vi } from 'vitest'
import { isMidiEvent } from '../../../../src/music/midi/midi-event.js'
import { MIDI_TICK, type MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { makeInput } from '../support/make-input.js'

const GUITAR = { portId: 'gk3' }

it('a note-on becomes one event with all specified fields', () => {
  const { input, heard } = makeInput()
  const event = input.receive([0x92, 61, 127], GUITAR)
  expect(event).toEqual({
    ...{ key: 1, time: '17:02:11:482', at: 0, portId: 'gk3', channel: 3, kind: 'note', on: true },
    ...{ name: 'C#4', note: 'gk3:3:61', octave: 4, number: 61, attack: 1, release: 0 },
    raw: [0x92, 61, 127],
  })
  expect(heard).toEqual([event])
})

it.each([
  ['a note-on of velocity 0', [0x90, 60, 0], { kind: 'note', on: false, attack: 0, release: 0 }],
  ['a note whose octave is below 0', [0x90, 3, 64], { name: 'D#0', octave: 0, number: 3 }],
  [
    'a controller change',
    [0xb0, 64, 127],
    { kind: 'controller', controller: 64, value: 127, on: null, note: 'CC-64', number: 127 },
  ],
  ['all 14 bits of a bend', [0xe0, 127, 127], { kind: 'bend', value: 16383, note: 'PB' }],
])('the input parses %s', (_, bytes, event) => {
  const { input } = makeInput()
  expect(input.receive(bytes, GUITAR)).toMatchObject(event)
  for (const silent of [[0xf8], [0xfe]]) expect(input.receive(silent, GUITAR)).toBeUndefined()
})

it.each([
  ['two messages in one', [0x90, 64, 100, 0x80, 64, 0]],
  ['extra bytes after a clock message', [0xf8, 0x90, 60, 100]],
  ['an empty message', []],
])('the input drops %s and records it in the log and the console', (_, bytes) => {
  const { input, heard, log, warn, events } = makeInput()
  const ticks = vi.fn()
  events.on(MIDI_TICK, ticks)
  expect([input.receive(bytes, GUITAR), heard]).toEqual([undefined, []])
  expect(ticks).not.toHaveBeenCalled()
  expect(input.soundingNotes()).toBe(0)
  const { events: rows } = log.snapshot()
  expect(rows).toMatchObject([{ kind: 'other', message: 'malformed', note: 'malformed', raw: bytes }])
  expect(rows.every(isMidiEvent)).toBe(true)
  expect(warn.mock.calls).toEqual([['Dropped bytes from gk3 that are not a MIDI message', bytes]])
})

it('repeated malformed messages are all logged but reported in the console once per second', async () => {
  const { input, log, warn, clock } = makeInput()
  for (let time = 0; time < 50; time += 1) input.receive([300, -1, 0.5], GUITAR)
  const { events } = log.snapshot()
  expect(events).toHaveLength(50)
  expect(events.slice(0, 2)).toMatchObject([{ key: 1, raw: [0, 0, 0] }, { key: 2 }])
  expect(warn).toHaveBeenCalledOnce()
  await clock.advance(1000)
  input.receive([60], GUITAR)
  expect(warn.mock.lastCall?.[0]).toContain('(and 49 more before it)')
})

it.each([
  ['an empty port', { portId: '' }, TypeError],
  ['a time that is not a number', { portId: 'bridge', at: Number.NaN }, TypeError],
  ['an infinite time', { portId: 'bridge', at: Number.POSITIVE_INFINITY }, RangeError],
  ['string 0', { portId: 'bridge', string: 0 }, RangeError],
  ['a fractional string', { portId: 'bridge', string: 1.5 }, TypeError],
])('the input throws for %s', (_, options, kind) => {
  const { input, log } = makeInput()
  expect(() => input.receive([0x90, 60, 100], options as never)).toThrow(kind)
  expect(log.snapshot().events).toEqual([])
})

it('a note-off has the same note name as its note-on, even if the octave offset has changed', () => {
  const { input, maker } = makeInput()
  input.receive([0x90, 60, 64], GUITAR)
  maker.setOctaveOffset(1)
  expect(input.receive([0x80, 60, 64], GUITAR)).toMatchObject({ name: 'C4', octave: 4 })
  expect(input.receive([0x90, 60, 64], GUITAR)).toMatchObject({ name: 'C5' })
  expect(input.receive([0x80, 60, 64], GUITAR)).toMatchObject({ name: 'C5' })
})

it('the octave offset changes a note’s octave and name but not its number', () => {
  const { input, maker } = makeInput({ octaveOffset: 1 })
  expect(input.receive([0x90, 60, 64], GUITAR)).toMatchObject({ name: 'C5', octave: 5, number: 60 })
  maker.setOctaveOffset(-7)
  expect(input.receive([0x90, 60, 64], GUITAR)).toMatchObject({ name: 'C0', octave: 0, number: 60 })
})

it('events have the local time at which they were received', async () => {
  const { input, clock } = makeInput()
  input.receive([0x90, 60, 64], GUITAR)
  await clock.advance(600)
  expect(input.receive([0x80, 60, 64], GUITAR)).toMatchObject({ time: '17:02:12:082', at: 600 })
  await clock.advance(60_000)
  expect(input.receive([0x90, 60, 64], GUITAR)?.time).toBe('17:03:12:082')
})

it('a replayed event keeps its time, key and string, and live events continue from its key', () => {
  const { input } = makeInput()
  const replayed = { portId: 'file', at: 1234.5, time: '00:00:01:234', key: 40, string: 2 }
  expect(input.receive([0x90, 60, 64], replayed)).toMatchObject(replayed)
  expect(input.receive([0x90, 62, 64], GUITAR)?.key).toBe(41)
})

it('disconnecting a port ends its notes, pedals and bends but not those of other ports', () => {
  const { input, heard } = makeInput()
  input.receive([0x90, 60, 64], GUITAR)
  input.receive([0xb0, 64, 127], GUITAR)
  input.receive([0xe0, 0, 80], GUITAR)
  input.receive([0x90, 60, 64], { portId: 'neck' })
  heard.length = 0
  input.release('gk3')
  expect(heard.map(event => event.raw)).toEqual(midiBytes('80 60 64, b0 64 0, e0 0 64'))
  expect([input.soundingNotes('gk3'), input.soundingNotes('neck')]).toEqual([0, 1])
  input.release()
  expect(input.soundingNotes()).toBe(0)
})

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

/** Creates an input whose filters can be replaced while notes are held. */
function playing(...filters: MidiFilter[]) {
  const { input, heard, failed } = makeInput({ filters })
  const play = (bytes: readonly number[], more = {}) => input.receive(bytes, { portId: 'guitar', ...more })
  /** Formats a note-on as `+60`, a note-off as `-60`, and other messages as hexadecimal bytes. */
  const notes = () =>
    heard.map(event =>
      event.kind === 'note'
        ? `${event.on ? '+' : '-'}${event.number}`
        : event.raw.map(byte => byte.toString(16)).join(' '),
    )
  return { input, heard, failed, play, notes }
}

it.each<[string, MidiFilter[], (readonly number[])[], string[]]>([
  ['transposes a note', [octave], [on(C4), off(C4)], ['+72', '-72']],
  ['makes two notes from one', [third], [on(C4), off(C4)], ['+60', '+64', '-60', '-64']],
  ['drops a note', [mute], [on(C4), off(C4)], []],
  ['ends a moved note at a note-on of velocity 0', [octave], [on(C4), [0x90, C4, 0]], ['+72', '-72']],
  [
    'changes nothing if it returns nothing',
    [change(() => undefined)],
    [on(C4), [0xb0, 64, 127], [0xb0, 7, 90], [0xb0, 64, 0], [0xe0, 0, 80], [0xe0, 0, 64], off(C4)],
    ['+60', 'b0 40 7f', 'b0 7 5a', 'b0 40 0', 'e0 0 50', 'e0 0 40', '-60'],
  ],
  ['passes each result to the next filter', [move(() => -5), third], [on(C4)], ['+55', '+59']],
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
  [
    'continues after a filter that returns invalid MIDI',
    [change(() => [0x90, 400, 1]), octave],
    [on(C4)],
    ['+72'],
  ],
  ['continues after a filter that returns a promise', [change((async () => []) as never)], [on(C4)], ['+60']],
])('a filter chain %s', (_, filters, played, heard) => {
  const { play, notes } = playing(...filters)
  for (const bytes of played) play(bytes)
  expect(notes()).toEqual(heard)
})

it('a filter that returns invalid MIDI is reported with an error code', () => {
  const { play, failed } = playing(change(() => [0x90, 400, 1]))
  play(on(C4))
  expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_message' })])
})

it('a transposed note keeps its release velocity and loses its guitar string', () => {
  const { play, heard } = playing(third)
  play(on(C4), { string: 2 })
  expect(play(off(C4, 127), { string: 2 })).toMatchObject({ number: C4, release: 1 })
  expect(heard.map(event => (event.kind === 'note' ? event.string : 0))).toEqual([2, undefined, 2, undefined])
})

it.each<[string, MidiFilter[], MidiFilter[], string[]]>([
  ['removed', [third], [], ['+60', '+64', '-60', '-64']],
  ['added', [], [octave], ['+60', '-60']],
  ['exchanged', [octave], [mute], ['+72', '-72']],
])('a held note ends if a filter is %s before its note-off', (_, before, after, heard) => {
  const { play, notes, input } = playing(...before)
  play(on(C4))
  input.setFilters(after)
  play(off(C4))
  expect(notes()).toEqual(heard)
  expect(input.soundingNotes()).toBe(0)
})

it.each([
  ['a pedal', [0xb0, 64, 127], [0xb0, 64, 0], ['b1 40 7f', 'b0 40 0', 'b1 40 0']],
  ['aftertouch', [0xd0, 80], [0xd0, 0], ['d1 50', 'd0 0', 'd1 0']],
  ['a bend', [0xe0, 0, 80], [0xe0, 0, 64], ['e1 0 50', 'e0 0 40', 'e1 0 40']],
])('%s ends after its filter has been removed', (_, begin, end, heard) => {
  const { play, notes, input } = playing(
    change(bytes => Array.from(bytes, (byte, index) => (index === 0 ? byte | 1 : byte))),
  )
  play(begin)
  input.setFilters([])
  play(end)
  expect(notes()).toEqual(heard)
})
