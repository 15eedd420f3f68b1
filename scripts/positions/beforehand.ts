/** What is known before anything is learned: the shapes that every guitar method gives chords that move along the neck. */
import { movingShapeAt } from '../../src/plugins/positions/features/grip-features.js'
import { kindOf, movingOf } from '../../src/plugins/positions/features/parallel.js'
import { WEIGHTS } from '../../src/plugins/positions/weights/tables.js'

/** Notes of such chords, in semitones from the highest down, and the strings between adjacent notes, their own included. */
const MOVABLE: readonly { readonly chord: readonly number[]; readonly apart: 1 | 2 }[] = [
  { chord: [0, -5], apart: 1 },
  { chord: [0, -7], apart: 1 },
  { chord: [0, -5, -12], apart: 1 },
  { chord: [0, -12], apart: 2 },
]

/** Weight of such a shape without open strings, for each close chord that moves like it. */
const FOR_EACH = 1

/** Weights that learning begins with, and that it is pulled to. */
export function knownBeforehand(): Float64Array {
  const weights = new Float64Array(WEIGHTS)
  for (const alike of [1, 2])
    for (const { chord, apart } of MOVABLE)
      weights[movingShapeAt(movingOf(kindOf(chord), alike), apart, false)] = FOR_EACH * alike
  return weights
}
