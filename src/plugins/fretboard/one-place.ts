/** Where a guitarist would play what an input without strings plays: one place for each note, found as it begins. */
import type { LiveState, Positions } from '../positions/tokens.js'
import type { NeckRange } from './neck-range.js'

/** What sounds on an input; the string where it is known. */
export interface SoundingNote {
  readonly pitch: number
  readonly string: number | undefined
}

export interface OnePlace {
  /**
   * A note begins.
   *
   * @param atMs on the input's clock
   * @param sounding what is held on this input, the new note too
   * @returns strings, from 1, by pitch: of the note and of those that it makes a chord with; none where the neck has
   * no place
   */
  began(
    portId: string,
    pitch: number,
    atMs: number,
    sounding: readonly SoundingNote[],
  ): ReadonlyMap<number, number | undefined>
}

/** Hands roll a chord: what begins within this of its first note belongs to it. A sixteenth at 200 beats lasts 75. */
const STRUMMED_MS = 45
/** There is no tempo: the model counts half seconds. */
const BEAT_MS = 500
/** Chords lie at least so far apart, whatever an input's clock says, in beats. */
const LEAST_APART = 0.05

interface Hand {
  readonly state: LiveState
  /** When the last chord began, on the input's clock and in beats that only grow; and what belongs to it. */
  fromMs: number
  beat: number
  chord: readonly number[]
}

/** @throws FretworkError `positions_neck` where notes cannot be placed on this neck */
export function createOnePlace(positions: Pick<Positions, 'begin' | 'next'>, range: NeckRange): OnePlace {
  const { strings, begins, capo, fretMin, fretMax } = range
  const begin = (): Hand => ({
    state: positions.begin({ tuning: { strings, begins }, capo, hand: { low: fretMin, high: fretMax } }),
    fromMs: Number.NaN,
    beat: 0,
    chord: [],
  })
  // At once, so that a neck that cannot be is refused here.
  const first = begin()
  /** Every input has a hand of its own. */
  const hands = new Map<string, Hand>()
  return {
    began(portId, pitch, atMs, sounding) {
      const hand = hands.get(portId) ?? (hands.size === 0 ? first : begin())
      hands.set(portId, hand)
      const passed = atMs - hand.fromMs
      const isOfChord =
        passed >= 0 &&
        passed <= STRUMMED_MS &&
        hand.chord.length < strings.length &&
        !hand.chord.includes(pitch)
      if (!isOfChord) {
        hand.fromMs = atMs
        hand.beat += passed / BEAT_MS > LEAST_APART ? passed / BEAT_MS : LEAST_APART
        hand.chord = []
      }
      const chord = [...hand.chord, pitch]
      hand.chord = chord
      const busy = sounding.flatMap(note =>
        note.string === undefined || chord.includes(note.pitch) ? [] : [note.string],
      )
      const places = positions.next(chord, hand.beat, hand.state, busy)
      return new Map(chord.map((each, index) => [each, places[index]?.place?.string]))
    },
  }
}
