import { FretworkError } from '../../core/platform/fretwork-error.js'
import type { Liking } from './lattice.js'
import { RANKS, TABLE_AT, TABLE_SIZES, WEIGHTS } from './tables.js'

export interface WeightsFile {
  readonly source: string
  readonly licence: string
  readonly tables: Readonly<Record<string, number>>
  readonly scale: number
  readonly whole: readonly number[]
  readonly live: readonly number[]
  readonly pinned: readonly number[]
}

export interface Model {
  readonly whole: Float32Array
  readonly live: Float32Array
  readonly pinned: Float32Array
  readonly bass: Float32Array
}

/** Weight for cutting off a ringing note. Tablature rarely shows ringing, so training can't learn it. */
const CUT_OFF = -1

/** @throws FretworkError `positions_weights` */
export function readModel(file: WeightsFile): Model {
  const fits =
    JSON.stringify(file.tables) === JSON.stringify(TABLE_SIZES) &&
    [file.whole, file.live, file.pinned].every(numbers => numbers?.length === WEIGHTS) &&
    file.scale > 0
  if (!fits) {
    throw new FretworkError(
      'positions_weights',
      'The weights of the solver are from another version. Train them again with "npm run positions".',
    )
  }
  const ringing = TABLE_SIZES.ringing ?? 0
  const cutOff = (at: number) => (at >= TABLE_AT.ringing && at < TABLE_AT.ringing + ringing ? CUT_OFF : 0)
  const scaled = (numbers: readonly number[]) =>
    Float32Array.from(numbers, (number, at) => number / file.scale + cutOff(at))
  const pinned = scaled(file.pinned)
  return { whole: scaled(file.whole), live: scaled(file.live), pinned, bass: bassWeights(pinned) }
}

// Basses use the lowest-fret rule, adjusted by pins and hand positions.

/** Prefers the lowest frets, but less if the piece has pins. */
export function bassLiking(hasPins: boolean): Liking {
  return { excess: hasPins ? -0.4 : -3, hand: 0, open: 0 }
}

const LATER_GRIP = -0.5

const SAME_GRIP = [2, 3, 6, 7].map(at => TABLE_AT.pinAgain + at)
const FAITHFUL = 3 // raises accuracy on guitar pieces solved as bass pieces by one percentage point

/** Sets weights by hand. No bass tablature was available for training. */
function bassWeights(pinned: Float32Array): Float32Array {
  const weights = new Float32Array(WEIGHTS)
  for (let rank = 0; rank < 2 * RANKS; rank += 1)
    if (rank % RANKS > 0) weights[TABLE_AT.rank + rank] = LATER_GRIP
  for (const [name, from] of Object.entries(TABLE_AT)) {
    if (name.startsWith('pin')) weights.set(pinned.subarray(from, from + (TABLE_SIZES[name] ?? 0)), from)
  }
  for (const again of SAME_GRIP) weights[again] = (weights[again] ?? 0) + FAITHFUL
  return weights
}
