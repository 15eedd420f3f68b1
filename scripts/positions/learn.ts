/** Learns weights as a conditional random field: what the human did becomes likelier than what the beam holds. */
import { edgePosteriors, Lattice, NO_LIKING, type Column } from '../../src/plugins/positions/lattice.js'
import { WEIGHTS } from '../../src/plugins/positions/tables.js'
import type { Lesson } from './pieces.js'

export interface Learning {
  readonly epochs: number
  readonly rate: number
  /** Pull of every weight to nothing, per piece. */
  readonly pull: number
  readonly lookahead: boolean
  readonly seed: number
}

/** Mulberry32: the same order on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i] as T
    order[i] = order[j] as T
    order[j] = kept
  }
  return order
}

/** Adds to `slope` what would make the human's way through one piece likelier. @returns nats per onset missed */
function slopeOf(lesson: Lesson, lattice: Lattice, lookahead: boolean, slope: Float64Array): number {
  const { onsets, human } = lesson
  const { around, ages, piece } = lookahead ? lesson.whole : lesson.live
  const columns: Column[] = []
  const way: number[] = []
  let state = 0
  let missed = 0
  lattice.forget()
  for (const [t, onset] of onsets.entries()) {
    const grip = human[t] ?? 0
    const column = lattice.step(columns[t - 1]?.states, {
      onset,
      around: around[t] as never,
      ages: ages[t] as never,
      piece,
      liking: NO_LIKING,
      must: { grip, from: state },
    })
    columns.push(column)
    let edge = -1
    for (let e = 0; e < column.edges; e += 1) {
      if (column.from[e] === state && column.states[column.to[e] ?? 0]?.grip === grip) edge = e
    }
    if (edge < 0) throw new Error(`the human's step is missing in ${lesson.id}`)
    way.push(edge)
    const mass = columns[t - 1]?.states[state]?.mass ?? 1
    missed -= Math.log((column.flow[edge] ?? 0) / mass / column.total)
    state = column.to[edge] ?? 0
  }
  const posteriors = edgePosteriors(columns)
  for (const [t, column] of columns.entries()) {
    const posterior = posteriors[t]
    const { seen } = column
    if (!posterior || !seen) continue
    for (let e = 0; e < column.edges; e += 1) {
      const amount = (way[t] === e ? 1 : 0) - (posterior[e] ?? 0)
      if (amount === 0) continue
      for (const index of seen.grips[e] ?? []) slope[index] = (slope[index] ?? 0) + amount
      for (const index of seen.hands[e] ?? []) slope[index] = (slope[index] ?? 0) + amount
      for (const index of seen.steps[e] ?? []) slope[index] = (slope[index] ?? 0) + amount
    }
  }
  return missed
}

/** Adam, piece by piece, and the mean of the weights over the later half. */
export function learn(lessons: readonly Lesson[], learning: Learning, tell?: (line: string) => void): Float64Array {
  const { epochs, rate, pull, lookahead, seed } = learning
  const random = randomFrom(seed)
  const weights = new Float64Array(WEIGHTS)
  const mean = new Float64Array(WEIGHTS)
  const slope = new Float64Array(WEIGHTS)
  const first = new Float64Array(WEIGHTS)
  const second = new Float64Array(WEIGHTS)
  const lattice = new Map<number, Lattice>()
  let steps = 0
  let taken = 0
  const total = epochs * lessons.length
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    let missed = 0
    let onsets = 0
    for (const lesson of shuffled(lessons, random)) {
      const strings = lesson.neck.strings.length
      let own = lattice.get(strings)
      if (!own) {
        own = new Lattice(weights, strings, true)
        lattice.set(strings, own)
      }
      slope.fill(0)
      missed += slopeOf(lesson, own, lookahead, slope)
      onsets += lesson.onsets.length
      const share = 1 / Math.sqrt(lesson.onsets.length)
      steps += 1
      const now = rate * (1 - (0.95 * steps) / total)
      const tilt1 = 1 - 0.9 ** steps
      const tilt2 = 1 - 0.999 ** steps
      for (let w = 0; w < WEIGHTS; w += 1) {
        const s = (slope[w] ?? 0) * share - pull * (weights[w] ?? 0)
        const m = 0.9 * (first[w] ?? 0) + 0.1 * s
        const v = 0.999 * (second[w] ?? 0) + 0.001 * s * s
        first[w] = m
        second[w] = v
        weights[w] = (weights[w] ?? 0) + (now * (m / tilt1)) / (Math.sqrt(v / tilt2) + 1e-3)
      }
      if (steps * 2 > total) {
        taken += 1
        for (let w = 0; w < WEIGHTS; w += 1) mean[w] = (mean[w] ?? 0) + (weights[w] ?? 0)
      }
    }
    tell?.(`epoch ${epoch + 1}: ${(missed / onsets).toFixed(4)} nats per onset`)
  }
  return mean.map(sum => sum / taken)
}
