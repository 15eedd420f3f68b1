/** Several models learned apart and averaged: their weights are added up, so the mean of models is one model. */
import { learn } from './learn.js'
import type { Lesson } from './pieces.js'

/** How far players may differ in each model (see `Learning.differ`); more models take longer to learn. */
const MODELS = [0.5]
/** A weight in the file is this times the weight. */
export const SCALE = 50

export function learnModels(
  lessons: readonly Lesson[],
  tell: (line: string) => void,
): { readonly whole: Float64Array; readonly live: Float64Array } {
  const averaged = (lookahead: boolean) => {
    const models = MODELS.map((differ, seed) => {
      tell(`${lookahead ? 'whole piece' : 'live'}, model ${seed + 1} of ${MODELS.length}`)
      return learn(lessons, { epochs: 5, rate: 0.02, pull: 0.02, differ, lookahead, seed: seed + 1 }, tell)
    })
    return models[0]?.map((_, w) => models.reduce((sum, model) => sum + (model[w] ?? 0), 0) / models.length)
  }
  const whole = averaged(true)
  const live = averaged(false)
  if (!whole || !live) throw new Error('there are no models to average')
  return { whole, live }
}

export function quantised(weights: Float64Array): number[] {
  return Array.from(weights, weight => Math.round(weight * SCALE) || 0)
}
