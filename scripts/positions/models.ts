import { TABLE_AT, WEIGHTS } from '../../src/plugins/positions/weights/tables.js'
import { type Learning, learn } from './learn.js'
import type { Lesson } from './pieces.js'

/** Factor of the weights in the file. */
export const SCALE = 200

/** Macro share of notes, 0–1, that the lowest-fret rule gets right in the targeted fingerstyle. */
export const RULE_HAS = 0.834

type Kind = 'whole' | 'live' | 'pinned'

/** Pins reveal how hard a piece is and what its player prefers. */
const KINDS: Readonly<Record<Kind, Omit<Learning, 'passages' | 'seed'>>> = {
  whole: { lookahead: true, pinned: false, differ: 0.5, asHeard: 0, ruleHas: RULE_HAS },
  live: { lookahead: false, pinned: false, differ: 0.5, asHeard: 0.25, ruleHas: RULE_HAS },
  pinned: { lookahead: true, pinned: true, differ: 0, asHeard: 0, ruleHas: 1 },
}

/**
 * Single runs differ by up to half a point, their mean by little. Every second model also learns the
 * passages, and therefore other styles.
 * @returns weights of each kind, in file format
 */
export function learnModels(
  lessons: readonly Lesson[],
  passages: readonly Lesson[],
  models: number,
  tell: (line: string) => void,
): Readonly<Record<Kind, number[]>> {
  const learned = (kind: Kind): Float64Array => {
    const drawn = Array.from({ length: models }, (_, index) => {
      tell(`${kind}, model ${index + 1} of ${models}`)
      const learning = { ...KINDS[kind], passages: index % 2 === 1 ? passages : [], seed: index + 1 }
      return learn(lessons, learning, tell)
    })
    return meanOf(drawn)
  }
  const whole = learned('whole')
  const live = learned('live')
  const pinned = besidePins(learned('pinned'), whole)
  return { whole: inFile(whole), live: inFile(live), pinned: inFile(pinned) }
}

/** Averages over both models the weights that do not depend on pins. */
function besidePins(pinned: Float64Array, whole: Float64Array): Float64Array {
  const both = meanOf([pinned, whole])
  return pinned.map((weight, index) => (index < TABLE_AT.pinPlace ? (both[index] ?? 0) : weight))
}

function meanOf(models: readonly Float64Array[]): Float64Array {
  return new Float64Array(WEIGHTS).map(
    (_, w) => models.reduce((sum, model) => sum + (model[w] ?? 0), 0) / models.length,
  )
}

function inFile(weights: Float64Array): number[] {
  return Array.from(weights, weight => Math.round(weight * SCALE) || 0)
}
