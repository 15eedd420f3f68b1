import type { FoundPosition, LiveHint, LiveState, PositionNeck } from './fingering.js'
import type { Neck } from './grips.js'
import { checkedNeck, isBass } from './grips.js'
import { Lattice, NO_LIKING, type State } from './lattice.js'
import { Recall } from './memory.js'
import { bassLiking, type Model } from './model.js'
import { type GripCache, type Onset, onsetsOf } from './onsets.js'
import { bestGrip, fingeredNote, gripShares } from './posteriors.js'
import { aroundLast, UNKNOWN_PIECE } from './surroundings.js'

const MOST_CHORDS = 2_000

class Playing implements LiveState {
  states: readonly State[] | undefined
  last: { readonly at: number; readonly states: readonly State[] | undefined } | undefined
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

export function beginLive(neck: PositionNeck, model: Model): LiveState {
  return new Playing(checkedNeck(neck), model)
}

/**
 * Places the next onset. A second call with the same time replaces the previous answer.
 *
 * @param at time; must not decrease
 */
export function next(pitches: readonly number[], at: number, state: LiveState, wish: LiveHint = {}) {
  if (!(state instanceof Playing)) throw new TypeError('the state does not come from `begin`')
  if (state.cache.size > MOST_CHORDS) {
    state.cache.clear()
    state.lattice.forget()
  }
  if (state.last?.at === at) takeBack(state)
  const { neck, recent, lattice } = state
  const notes = pitches.map(pitch => ({ onset: at, duration: 0, pitch }))
  const struck = onsetsOf(notes, neck, state.cache).onsets[0]
  const onset = struck && preferredGrips(struck, wish)
  const positions: FoundPosition[] = pitches.map(() => ({
    position: undefined,
    confidence: 0,
    alternatives: [],
  }))
  if (!onset) return positions
  const around = aroundLast(recent, onset, neck)
  const ages = state.recall.recall(onset)
  const liking = state.bass ? bassLiking(false) : NO_LIKING
  const column = lattice.step(state.states, {
    onset,
    around,
    ages,
    piece: UNKNOWN_PIECE,
    liking,
    zone: wish.within,
  })
  state.last = { at, states: state.states }
  state.states = column.states
  recent.push(onset)
  const { grips } = onset
  const shares = gripShares(column)
  const best = bestGrip(grips, shares)
  for (const [i, index] of onset.notes.entries()) {
    positions[index] = fingeredNote(grips, shares, best, i, neck)
  }
  return positions
}

function takeBack(state: Playing): void {
  state.states = state.last?.states
  state.last = undefined
  state.lattice.back()
  state.recall.back()
  state.recent.pop()
}

/** Prefers grips within the given frets that avoid ringing strings, then any grip within the frets. */
function preferredGrips(onset: Onset, { sounding = [], within }: LiveHint): Onset {
  if (sounding.length === 0 && !within) return onset
  const { count, size, taken, fret } = onset.grips
  const busy = sounding.reduce((bits, string) => bits | (1 << (string - 1)), 0)
  const isWithin = (g: number) =>
    !within || fret.subarray(g * size, (g + 1) * size).every(at => at >= within.low && at <= within.high)
  const seen = Array.from({ length: count }, (_, g) => g).filter(isWithin)
  const free = seen.filter(g => ((taken[g] ?? 0) & busy) === 0)
  if (free.length === count) return onset
  if (free.length > 0) return { ...onset, allowed: free }
  return seen.length > 0 ? { ...onset, allowed: seen } : onset
}
