/** The learned numbers, as a file holds them and as the lattice adds them up. */
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { bassWeights } from './bass.js'
import { TABLE_SIZES, WEIGHTS } from './tables.js'

/** A file of weights. Training on other pieces replaces it. */
export interface WeightsFile {
  /** Training data and its licence. */
  readonly source: string
  readonly licence: string
  /** Number of weights of each table, in their order: a file for other tables is refused. */
  readonly tables: Readonly<Record<string, number>>
  /** A weight is the number in the file divided by this. */
  readonly scale: number
  /** With the whole piece known; for playing live. */
  readonly whole: readonly number[]
  readonly live: readonly number[]
  /** With the whole piece known, and some of it pinned. */
  readonly pinned: readonly number[]
}

export interface Model {
  readonly whole: Float32Array
  readonly live: Float32Array
  readonly pinned: Float32Array
  readonly bass: Float32Array
}

/** @throws FretworkError `positions_weights` where the file was made for other tables */
export function readModel(file: WeightsFile): Model {
  const fits =
    JSON.stringify(file.tables) === JSON.stringify(TABLE_SIZES) &&
    [file.whole, file.live, file.pinned].every(numbers => numbers?.length === WEIGHTS) &&
    file.scale > 0
  if (!fits) {
    throw new FretworkError(
      'positions_weights',
      'The weights of the positions were made by another version; learn them again with "npm run positions".',
    )
  }
  const scaled = (numbers: readonly number[]) => Float32Array.from(numbers, number => number / file.scale)
  return modelOf(scaled(file.whole), scaled(file.live), scaled(file.pinned))
}

export function modelOf(whole: Float32Array, live: Float32Array, pinned: Float32Array): Model {
  return { whole, live, pinned, bass: bassWeights(pinned) }
}
