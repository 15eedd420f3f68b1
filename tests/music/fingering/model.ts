/** Shipped weights and test melodies. */

import weights from '../../../src/music/fingering/guitar.json' with { type: 'json' }
import { readModel } from '../../../src/music/fingering/model.js'

export const MODEL = readModel(weights)
export const STANDARD = { strings: [64, 59, 55, 50, 45, 40] }

/** Notes or chords, one per beat. */
export function melody(...onsets: readonly (number | readonly number[])[]) {
  return onsets.flatMap((pitches, onset) => [pitches].flat().map(pitch => ({ onset, duration: 1, pitch })))
}
