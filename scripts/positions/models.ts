/** Several models learned apart and averaged: their weights are added up, so the mean of models is one model. */
import { FIRST_OF_PINS, WEIGHTS } from '../../src/plugins/positions/tables.js'
import { learn } from './learn.js'
import type { Lesson } from './pieces.js'
import type { Varying } from './variations.js'

/** A weight in the file is this times the weight. */
export const SCALE = 50

/** How each piece is varied whenever it is learned from. */
const VARYING: Varying = { parts: 0, leftOut: 0.3, backwards: 0.5, retuned: 0.2 }

/** Models that are averaged. One draw differs from the next by up to half a point; the mean of so many by little. */
const MODELS = 8

/**
 * `differ`, `asHeard`: see `Learning`; `parts`: see `Varying`, for every other model. Beside pins players need not differ,
 * and pieces count alike: how hard a piece is, and what its player likes, the pins say. With all of a piece known, models
 * that have met whole pieces only take a melody by itself far up the neck; those that have met parts know better, and
 * are a little worse on whole pieces; their mean is neither.
 */
const KINDS = {
  whole: { lookahead: true, pinned: false, differ: 0.5, asHeard: 0, alike: false, parts: 0.5 },
  live: { lookahead: false, pinned: false, differ: 0.5, asHeard: 0.25, alike: false, parts: 0 },
  pinned: { lookahead: true, pinned: true, differ: 0, asHeard: 0, alike: true, parts: 0 },
} as const

export type Kind = keyof typeof KINDS

/**
 * @param ruleHas see `weighed`
 * @returns weights of each kind, the means of several models, as a file holds them
 */
export function learnModels(
  lessons: readonly Lesson[],
  ruleHas: number,
  tell: (line: string) => void,
): Readonly<Record<Kind, number[]>> {
  const learned = (kind: Kind): Float64Array => {
    const { alike, parts, ...how } = KINDS[kind]
    const models = Array.from({ length: MODELS }, (_, index) => {
      tell(`${kind}, model ${index + 1} of ${MODELS}`)
      const seed = index + 1
      const varying = index % 2 === 1 ? { ...VARYING, parts } : VARYING
      return learn(
        lessons,
        { ...how, ruleHas: alike ? 1 : ruleHas, varying, epochs: 5, rate: 0.01, pull: 0.02, seed },
        tell,
      )
    })
    return meanOf(models)
  }
  const whole = learned('whole')
  const live = learned('live')
  const pinned = besidePins(learned('pinned'), whole)
  return { whole: inFile(whole), live: inFile(live), pinned: inFile(pinned) }
}

/** What says nothing of pins is the same whether there are any: there both kinds are averaged. */
function besidePins(pinned: Float64Array, whole: Float64Array): Float64Array {
  const both = meanOf([pinned, whole])
  return pinned.map((weight, index) => (index < FIRST_OF_PINS ? (both[index] ?? 0) : weight))
}

function meanOf(models: readonly Float64Array[]): Float64Array {
  return new Float64Array(WEIGHTS).map(
    (_, w) => models.reduce((sum, model) => sum + (model[w] ?? 0), 0) / models.length,
  )
}

function inFile(weights: Float64Array): number[] {
  return Array.from(weights, weight => Math.round(weight * SCALE) || 0)
}
