/** Several models learned apart and averaged: their weights are added up, so the mean of models is one model. */
import { TABLE_AT, WEIGHTS } from '../../src/plugins/positions/weights/tables.js'
import { learn } from './learn.js'
import type { Lesson } from './pieces.js'
import type { Kind, Manner, Recipe } from './recipes.js'

/** A weight in the file is this times the weight. */
export const SCALE = 200

/**
 * @param passages what every other model learns in addition to the lessons
 * @param ruleHas see `weighed`
 * @returns weights of each kind, the means of several models, as a file holds them
 */
export function learnModels(
  lessons: readonly Lesson[],
  passages: readonly Lesson[],
  { models, varying, without, ...manners }: Recipe,
  ruleHas: number,
  tell: (line: string) => void,
): Readonly<Record<Kind, number[]>> {
  const learned = (kind: Kind, { alike, ...how }: Manner): Float64Array => {
    const drawn = Array.from({ length: models }, (_, index) => {
      tell(`${kind}, model ${index + 1} of ${models}`)
      return learn(
        lessons,
        {
          ...how,
          ruleHas: alike ? 1 : ruleHas,
          varying,
          passages: index % 2 === 1 ? passages : [],
          without,
          epochs: 5,
          rate: 0.01,
          pull: 0.02,
          seed: index + 1,
        },
        tell,
      )
    })
    return meanOf(drawn)
  }
  const whole = learned('whole', manners.whole)
  const live = learned('live', manners.live)
  const pinned = manners.pinned ? besidePins(learned('pinned', manners.pinned), whole) : whole
  return { whole: inFile(whole), live: inFile(live), pinned: inFile(pinned) }
}

/** What says nothing of pins is the same whether there are any: there both kinds are averaged. */
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
