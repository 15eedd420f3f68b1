import type { Tuning } from '../../../core/music/guitar/tunings.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface AvailableTuning {
  /** Index of a built-in tuning, or `own:<id>` of a custom one. */
  readonly id: number | string
  /** English; translated by core. Custom tunings keep their name. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Start frets of strings that don't start at the nut, string 1 first. */
  readonly begins?: readonly number[]
  readonly custom?: boolean
}

/**
 * All tunings that can be selected now, built-in ones first.
 * @example const tuningList = get(TUNING_LIST)
 */
export const TUNING_LIST = createToken<ReadonlyStore<readonly AvailableTuning[]>>('fretboard.tuning-list')
