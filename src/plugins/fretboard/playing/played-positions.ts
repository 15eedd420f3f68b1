/** Where a guitarist would play what an input without strings plays: one position for each note, found as it begins. */
import { type PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { type ReadonlyStore } from '../../../core/platform/store.js'
import { type FingeringSolver, type LiveState, POSITIONS } from '../../positions/tokens.js'
import { type NeckRange } from '../neck/neck-geometry.js'
import { type NeckView } from '../tokens.js'

/** What sounds on an input. */
export interface SoundingNote {
  /** The same for as long as it sounds. */
  readonly id: object
  /** MIDI note. */
  readonly pitch: number
  /** Held by a finger, and not by a pedal alone. */
  readonly down: boolean
  /** The string on which it is shown, where that is one. */
  readonly string: number | undefined
}

export interface PlayedPositions {
  /**
   * A note begins.
   *
   * @param id of the note @param atMs on the input's clock @param sounding what sounds on this input, the new note too
   * @returns by id strings, from 1, of the note and of those that it makes a chord with; none where the neck has no
   * position for it
   */
  began(
    portId: string,
    id: object,
    atMs: number,
    sounding: readonly SoundingNote[],
  ): ReadonlyMap<object, number | undefined>
  /** Other frets are seen from now on, and are played in where that can be. */
  show(range: Pick<NeckRange, 'fretMin' | 'fretMax'>): void
}

/** Hands roll a chord: what begins within this of its first note belongs to it. A sixteenth at 200 beats lasts 75. */
const STRUMMED_MS = 45
/** There is no tempo: the model counts half seconds. */
const BEAT_MS = 500
/** Inputs come and go; of more than these the first is forgotten. */
const MOST_INPUTS = 16
/** Chords lie at least so far apart, whatever an input's clock says, in beats. */
const LEAST_APART = 0.05

interface Hand {
  readonly state: LiveState
  /** When the last chord began, on the input's clock and in beats that only grow; and what belongs to it. */
  fromMs: number
  beat: number
  chord: readonly object[]
}

/** @throws FretworkError `positions_neck` where notes cannot be placed on this neck */
export function createPlayedPositions(
  positions: Pick<FingeringSolver, 'begin' | 'next'>,
  range: NeckRange,
): PlayedPositions {
  const { strings, begins, capo } = range
  let within = { low: range.fretMin, high: range.fretMax }
  const begin = (): Hand => ({
    state: positions.begin({ tuning: { strings, begins }, capo }),
    fromMs: Number.NaN,
    beat: 0,
    chord: [],
  })
  // At once, so that a neck that cannot be is refused here.
  const first = begin()
  /** Every input has a hand of its own. */
  const hands = new Map<string, Hand>()
  const handOf = (portId: string): Hand => {
    const known = hands.get(portId)
    if (known) return known
    const [oldest] = hands.keys()
    if (oldest !== undefined && hands.size >= MOST_INPUTS) hands.delete(oldest)
    const hand = hands.size === 0 ? first : begin()
    hands.set(portId, hand)
    return hand
  }

  return {
    show({ fretMin, fretMax }) {
      within = { low: fretMin, high: fretMax }
    },
    began(portId, id, atMs, sounding) {
      const hand = handOf(portId)
      const pitchOf = new Map(sounding.map(note => [note.id, note.pitch]))
      const passed = atMs - hand.fromMs
      // A note that is over already made no chord with this one: it was played before it.
      const isOfChord = passed >= 0 && passed <= STRUMMED_MS && hand.chord.every(mate => pitchOf.has(mate))
      if (!isOfChord) {
        hand.fromMs = atMs
        hand.beat += passed / BEAT_MS > LEAST_APART ? passed / BEAT_MS : LEAST_APART
        hand.chord = []
      }
      hand.chord = [...hand.chord, id]
      // Two channels that play the same play it on one string.
      const pitches = [...new Set(hand.chord.flatMap(mate => pitchOf.get(mate) ?? []))]
      const busy = sounding.flatMap(note =>
        note.down && note.string !== undefined && !hand.chord.includes(note.id) ? [note.string] : [],
      )
      const found = positions.next(pitches, hand.beat, hand.state, { sounding: busy, within })
      const stringOf = new Map(pitches.map((pitch, index) => [pitch, found[index]?.position?.string]))
      return new Map(hand.chord.map(mate => [mate, stringOf.get(pitchOf.get(mate) ?? -1)]))
    },
  }
}

export function followPlayedPositions(
  { load, follow, scope, log }: PluginContext,
  view: ReadonlyStore<NeckView>,
  neck: { setPlayedPositions(positions: PlayedPositions | undefined): void },
): void {
  let solver: FingeringSolver | undefined
  let known: readonly unknown[] = []
  const look = () => {
    const { onePlace, tuning, capo, fretMin, fretMax } = view.getState()
    const { strings, begins } = tuning
    const now = onePlace ? [strings, begins, capo] : []
    if (now.length === known.length && now.every((each, index) => each === known[index])) return
    known = now
    const range = { strings, begins, capo, fretMin, fretMax }
    neck.setPlayedPositions(onePlace && solver ? createPlayedPositions(solver, range) : undefined)
    if (onePlace && !solver) {
      load(POSITIONS).catch(thrown => log.info('Played notes are shown at all positions: no solver', thrown))
    }
  }
  look()
  scope.onDispose(view.subscribe(look))
  follow(POSITIONS, now => {
    solver = now
    if (solver) {
      known = []
      look()
    } else neck.setPlayedPositions(undefined)
  })
}
