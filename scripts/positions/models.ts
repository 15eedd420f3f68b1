/** Several models learned apart and averaged: their weights are added up, so the mean of models is one model. */
import { WEIGHTS } from '../../src/plugins/positions/tables.js'
import { learn } from './learn.js'
import type { Lesson } from './pieces.js'

/** A weight in the file is this times the weight. */
export const SCALE = 50

/**
 * `differing`: how far players may differ in each model of a kind (see `Learning.differ`). Beside pins they need not:
 * the pins say it. More models take longer to learn.
 */
const KINDS = {
  whole: { lookahead: true, pinned: false, differing: [0.5, 0] },
  live: { lookahead: false, pinned: false, differing: [0.5, 0] },
  pinned: { lookahead: true, pinned: true, differing: [0, 0] },
} as const

export type Kind = keyof typeof KINDS

/** @returns weights of each kind, the means of several models, as a file holds them */
export function learnModels(
  lessons: readonly Lesson[],
  tell: (line: string) => void,
): Readonly<Record<Kind, number[]>> {
  const learned = (kind: Kind) => {
    const { lookahead, pinned, differing } = KINDS[kind]
    const models = differing.map((differ, index) => {
      tell(`${kind}, model ${index + 1} of ${differing.length}`)
      const seed = index + 1
      return learn(lessons, { lookahead, pinned, differ, epochs: 5, rate: 0.02, pull: 0.02, seed }, tell)
    })
    const mean = (w: number) => models.reduce((sum, model) => sum + (model[w] ?? 0), 0) / models.length
    return Array.from({ length: WEIGHTS }, (_, w) => Math.round(mean(w) * SCALE) || 0)
  }
  return { whole: learned('whole'), live: learned('live'), pinned: learned('pinned') }
}
