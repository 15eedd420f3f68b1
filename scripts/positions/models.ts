import { TABLE_AT, WEIGHTS } from '../../src/music/fingering/tables.js'
import { type Learning, learn } from './learn.js'
import type { Lesson } from './pieces.js'

/** Scale factor of the weights in the file. */
export const SCALE = 200

/** Accuracy of the lowest-fret rule for the target style (fingerstyle), 0–1, averaged over pieces. */
export const RULE_HAS = 0.834

type Kind = 'whole' | 'live' | 'pinned'

/**
 * Training settings by model. With pins, the difficulty of the piece and the player's preferences are known.
 */
const KINDS: Readonly<Record<Kind, Omit<Learning, 'passages' | 'seed'>>> = {
  whole: { lookahead: true, pinned: false, differ: 0.5, asHeard: 0, ruleHas: RULE_HAS },
  live: { lookahead: false, pinned: false, differ: 0.5, asHeard: 0.25, ruleHas: RULE_HAS },
  pinned: { lookahead: true, pinned: true, differ: 0, asHeard: 0, ruleHas: 1 },
}

/**
 * Trains several models and averages them, because single runs differ by up to half a percentage point. Every
 * second model is also trained on the passages, which include other styles.
 * @returns weights by model kind, in file format
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

/** Averages the two models' weights that do not depend on pins. */
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
