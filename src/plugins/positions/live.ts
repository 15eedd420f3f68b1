/** Places for notes as they are played, with nothing known of what comes. */

import { bassLiking } from './bass.js'
import type { Neck } from './grips.js'
import { Lattice, NO_LIKING, type State } from './lattice.js'
import type { Model } from './model.js'
import { checkedNeck, isBass } from './neck.js'
import { type GripCache, type Onset, onsetsOf } from './onsets.js'
import { placed } from './placed.js'
import { bestGrip, gripShares } from './posteriors.js'
import { Recall } from './recall.js'
import { aroundLast, UNKNOWN_PIECE } from './surroundings.js'
import type { LivePlace, LiveState, PositionNeck } from './tokens.js'

/** Chords whose grips are kept; a player has a few hundred. */
const MOST_CHORDS = 2_000

class Playing implements LiveState {
  states: readonly State[] | undefined
  readonly recall = new Recall()
  readonly recent: Onset[] = []
  readonly cache: GripCache = new Map()
  readonly lattice: Lattice
  readonly bass: boolean

  constructor(
    readonly neck: Neck,
    model: Model,
  ) {
    this.bass = isBass(neck)
    this.lattice = new Lattice(this.bass ? model.bass : model.live, neck.strings.length, 'states')
  }
}

/** @throws FretworkError `positions_neck` */
export function beginLive(neck: PositionNeck, model: Model): LiveState {
  return new Playing(checkedNeck(neck), model)
}

/**
 * Places notes that begin together now.
 *
 * @param pitches MIDI notes @param at in quarter notes, or half seconds where there is no tempo; never less than before
 * @returns a place for each, `undefined` where the neck has none or no string is left
 */
export function next(pitches: readonly number[], at: number, state: LiveState): LivePlace[] {
  if (!(state instanceof Playing)) throw new TypeError('the state is not one that began here')
  if (state.cache.size > MOST_CHORDS) {
    state.cache.clear()
    state.lattice.forget()
  }
  const { neck, recent, lattice } = state
  const notes = pitches.map(pitch => ({ onset: at, duration: 0, pitch }))
  const onset = onsetsOf(notes, neck, state.cache).onsets[0]
  const places: LivePlace[] = pitches.map(() => ({ place: undefined, confidence: 0, alternatives: [] }))
  if (!onset) return places
  const around = aroundLast(recent, onset, neck)
  const ages = state.recall.recall(onset)
  const liking = state.bass ? bassLiking(false) : NO_LIKING
  const column = lattice.step(state.states, { onset, around, ages, piece: UNKNOWN_PIECE, liking })
  state.states = column.states
  recent.push(onset)
  const { grips } = onset
  const shares = gripShares(column)
  const best = bestGrip(grips, shares)
  for (const [i, index] of onset.notes.entries()) {
    places[index] = placed(grips, shares, best, i, neck)
  }
  return places
}
