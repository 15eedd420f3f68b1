import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../src/music/guitar/position.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import type { MidiEvent } from '../../../../src/music/midi/midi-event.js'
import { rounds } from '../../../support/rounds.js'
import { bentNeck } from '../bent-neck.js'
import { bend, controller, noteOff, noteOn, other } from '../events.js'
import { placesOf, ReferenceVoices } from './reference-voices.js'

const RANGE = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }
const E4 = 64

function neck(range = RANGE) {
  const { model, bends, apply } = bentNeck(range)
  const changes: string[][] = []
  model.onPositions(changed => changes.push(names(changed)))
  const play = (...events: MidiEvent[]) => {
    for (const event of events) apply(event)
    return names(model.sounding())
  }
  return { model, bends, changes, play }
}

const names = (positions: readonly Position[]) => positions.map(({ string, fret }) => `${string}:${fret}`)

describe('neck model', () => {
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

  it('a released note rings until the sustain pedal is released', () => {
    const { play, model } = neck()
    play(controller(64, 127), noteOn(E4), noteOff(E4))
    expect([model.at({ string: 1, fret: 0 })?.held, play(controller(64, 0))]).toEqual([false, []])
  })

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

  it('the model agrees with a reference implementation that uses only the raw bytes', () => {
    const source = fc.record({ portId: fc.constantFrom('a', 'b'), channel: fc.integer({ min: 1, max: 2 }) })
    const pitch = fc.integer({ min: 58, max: 66 })
    const string = fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined })
    const event = fc.oneof(
      fc.tuple(pitch, source, string).map(([number, from, on]) => ({
        ...noteOn(number, { ...from, string: on }),
        raw: [0x8f + from.channel, number, 64],
      })),
      fc.tuple(pitch, source, string).map(([number, from, on]) => ({
        ...noteOff(number, { ...from, string: on }),
        raw: [0x7f + from.channel, number, 64],
      })),
      fc
        .tuple(fc.constantFrom(64, 66, 120, 121, 123), fc.constantFrom(0, 127), source)
        .map(([number, value, from]) => ({
          ...controller(number, value, from),
          raw: [0xaf + from.channel, number, value],
        })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), events => {
        const { model, play } = neck()
        const shown = new Set<string>()
        model.onPositions(changed => {
          for (const position of changed) {
            const name = `${position.string}/${position.fret}`
            if (model.at(position)) shown.add(name)
            else shown.delete(name)
          }
        })
        const voices = new ReferenceVoices()
        for (const each of events)
          voices.take(each.portId, each.raw, 'string' in each ? each.string : undefined)
        const wanted = new Set(voices.voices.flatMap(voice => placesOf(RANGE, voice)))
        expect(new Set(play(...events).map(name => name.replace(':', '/')))).toEqual(wanted)
        // Applying only the reported changes yields the same neck.
        expect(shown).toEqual(wanted)
      }),
      rounds(300, 7),
    )
  })
})
