import { expect, it } from 'vitest'
import type { Position } from '../../../../src/music/guitar/position.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import type { MidiEvent } from '../../../../src/music/midi/midi-event.js'
import { bentNeck } from '../bent-neck.js'
import { bend, controller, noteOff, noteOn, other } from '../events.js'

const RANGE = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }
const E4 = 64

function neck(range = RANGE) {
  const { model, bends, apply } = bentNeck(range)
  const changes: string[][] = []
  /** Positions that are lit according to the reported changes. */
  const shown = new Set<string>()
  model.onPositions(changed => {
    changes.push(names(changed))
    for (const position of changed) shown[model.at(position) ? 'add' : 'delete'](names([position]).join())
  })
  const play = (...events: MidiEvent[]) => {
    for (const event of events) apply(event)
    const sounding = names(model.sounding())
    expect(shown).toEqual(new Set(sounding))
    return sounding
  }
  return { model, bends, changes, play }
}

const names = (positions: readonly Position[]) => positions.map(({ string, fret }) => `${string}:${fret}`)

it('a note lights every position with its pitch in the visible range', () => {
  expect(neck().play(noteOn(E4))).toEqual(['1:0', '2:5'])
  expect(neck({ ...RANGE, fretMax: 12 }).play(noteOn(E4))).toEqual(['1:0', '2:5', '3:9'])
  expect(neck({ ...RANGE, fretMin: 3 }).play(noteOn(E4))).toEqual(['2:5'])
})

it('frets are counted from the capo, but pitches stay absolute', () => {
  expect(neck({ ...RANGE, capo: 2 }).play(noteOn(66))).toEqual(['1:0', '2:5'])
  expect(neck({ ...RANGE, capo: 2 }).play(noteOn(40))).toEqual([])
})

it('a position shows the velocity of its most recent note', () => {
  const { play, model } = neck()
  play(noteOn(E4, { velocity: 0.9 }), noteOn(E4, { velocity: 0.2, portId: 'b' }))
  expect(model.at({ string: 1, fret: 0 })).toMatchObject({ velocity: 0.2, pitch: E4, held: true, bend: 0 })
  play(noteOff(E4, { portId: 'b' }))
  expect(model.at({ string: 1, fret: 0 })?.velocity).toBe(0.9)
})

it('a note that rings on after its note-off is not held', () => {
  const { play, model } = neck()
  play(controller(64, 127), noteOn(E4), noteOff(E4))
  expect(model.at({ string: 1, fret: 0 })?.held).toBe(false)
})

const on = noteOn(E4)
const off = noteOff(E4)
const RINGS = ['1:0', '2:5']
// tests/music/midi/port-state.test.ts covers pedals and mode messages.
it.each([
  ['ends with its note-off', [on, off], []],
  ['outlasts a note-off of another channel', [on, noteOff(E4, { channel: 2 })], RINGS],
  ['outlasts a note-off of another input', [on, noteOff(E4, { portId: 'b' })], RINGS],
  ['outlasts a note-off of another string', [noteOn(E4, { string: 2 }), noteOff(E4, { string: 1 })], ['2:5']],
  ['ends on all strings with a note-off without a string', [noteOn(E4, { string: 2 }), off], []],
  ['ends once, even if it was struck twice', [on, on, off], []],
])('a note %s', (_, events, lit) => expect(neck().play(...events)).toEqual(lit))

it('pitch bend affects only notes on its channel, by up to two semitones by default', () => {
  const { play, model } = neck()
  play(noteOn(E4), noteOn(60, { channel: 2 }), bend(8192 + 4096))
  expect([model.at({ string: 1, fret: 0 })?.bend, model.at({ string: 2, fret: 1 })?.bend]).toEqual([1, 0])
  play(bend(0))
  expect(model.at({ string: 1, fret: 0 })?.bend).toBe(-2)
})

it('a new bend range applies immediately, but only to its own input', () => {
  const { play, model, bends, changes } = neck()
  play(noteOn(E4), noteOn(E4, { portId: 'other', string: 2 }), bend(0))
  bends.setBendRange('keys', 24)
  expect(model.at({ string: 1, fret: 0 })?.bend).toBe(-24)
  expect([model.at({ string: 2, fret: 5 })?.bend, changes.at(-1)]).toEqual([0, ['1:0']])
})

it('a system reset silences only the input that sent it', () => {
  expect(neck().play(noteOn(E4), noteOn(60, { portId: 'b' }), other('reset'))).toEqual(['2:1', '3:5'])
})

it('notes keep sounding when the tuning changes, and all changed positions are reported', () => {
  const { play, model, changes } = neck()
  play(noteOn(E4))
  model.setRange({ ...RANGE, strings: [62, 57, 55, 50, 45, 38] })
  expect(names(model.sounding())).toEqual(['1:2'])
  expect(changes.at(-1)).toEqual(['1:0', '1:2', '2:5'])
})

it('notes outside the visible frets are listed with their string and fret', () => {
  const { play, model } = neck()
  const beyond = () => model.beyond().map(({ string, fret, held }) => `${string}:${fret} ${held}`)
  play(noteOn(E4))
  expect(beyond()).toEqual([])
  // The input reports the string, so lighting other strings would be misleading.
  play(noteOn(E4, { string: 3, channel: 2 }))
  expect(beyond()).toEqual(['3:9 true'])
  play(noteOff(E4, { string: 3, channel: 2 }), controller(64, 127), noteOn(76), noteOff(76))
  expect(beyond()).toEqual(['1:12 false'])
  play(controller(64, 0))
  expect(beyond()).toEqual([])
  expect(neck({ ...RANGE, fretMin: 3, capo: 2 }).play(noteOn(42))).toEqual([])
})

it('bent notes are listed at their bent pitch, and listeners are called once per semitone', () => {
  const { play, model } = neck()
  let calls = 0
  model.onHeard(() => {
    calls += 1
  })
  play(noteOn(E4))
  expect([model.heard(), calls]).toEqual([[E4], 1])
  play(bend(8192 + 1000))
  expect([model.heard(), calls]).toEqual([[E4], 1])
  play(bend(8192 + 4096))
  expect([model.heard(), model.pitches(), calls]).toEqual([[E4 + 1], [E4], 2])
  play(bend(0))
  expect([model.heard(), calls]).toEqual([[E4 - 2], 3])
})
