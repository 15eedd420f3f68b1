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
  /** Later epochs that raise the expected share of right notes instead of the likelihood of the human's way. */
  readonly sharp: number
  readonly damp: number
  /** Weights that stay 0. */
  readonly without?: (index: number) => boolean
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

/** Less than this changes no weight. */
const NOTHING = 1e-5

/** Adds to `slope` what would make the human's way through one piece likelier. @returns nats per onset missed */
function slopeOf(lesson: Lesson, lattice: Lattice, lookahead: boolean, sharp: boolean, slope: Float64Array): number {
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
      must: sharp ? undefined : { grip, from: state },
    })
    columns.push(column)
    if (sharp) continue
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
  const chances = sharp ? chancesOf(lesson, columns, posteriors) : undefined
  if (chances) missed = onsets.length * (1 - chances.expected)
  for (const [t, column] of columns.entries()) {
    const posterior = posteriors[t]
    const { seen } = column
    if (!posterior || !seen) continue
    const ofState = new Float64Array(column.states.length)
    for (let e = 0; e < column.edges; e += 1) {
      const amount = chances ? (chances.by[t]?.[e] ?? 0) : (way[t] === e ? 1 : 0) - (posterior[e] ?? 0)
      const to = column.to[e] ?? 0
      ofState[to] = (ofState[to] ?? 0) + amount
      if (amount > -NOTHING && amount < NOTHING) continue
      const end = seen.stepAt[e + 1] ?? 0
      for (let i = seen.stepAt[e] ?? 0; i < end; i += 1) {
        const index = seen.steps[i] ?? 0
        slope[index] = (slope[index] ?? 0) + amount
      }
    }
    for (const [at, amount] of ofState.entries()) {
      if (amount > -NOTHING && amount < NOTHING) continue
      for (const index of seen.hands[at] ?? []) slope[index] = (slope[index] ?? 0) + amount
      for (const index of seen.grips[column.states[at]?.grip ?? 0] ?? []) slope[index] = (slope[index] ?? 0) + amount
    }
  }
  return missed
}

/**
 * How much each edge would raise the expected share of right notes if it were likelier: its probability times how
 * much better the ways through it are than all (as in minimum phone error training, Povey and Woodland 2002).
 */
function chancesOf(
  { count, human }: Lesson,
  columns: readonly Column[],
  posteriors: readonly Float64Array[],
): { readonly by: Float64Array[]; readonly expected: number } {
  const rights = columns.map(({ onset: { grips }, states }, t) =>
    states.map(({ grip }) => {
      let right = 0
      for (let i = 0; i < grips.size; i += 1)
        if (grips.string[grip * grips.size + i] === grips.string[(human[t] ?? 0) * grips.size + i]) right += 1
      return right
    }),
  )
  const behind: Float64Array[] = []
  for (const [t, column] of columns.entries()) {
    const sum = new Float64Array(column.states.length)
    const mass = new Float64Array(column.states.length)
    for (let e = 0; e < column.edges; e += 1) {
      const to = column.to[e] ?? 0
      const flow = column.flow[e] ?? 0
      mass[to] = (mass[to] ?? 0) + flow
      sum[to] = (sum[to] ?? 0) + flow * (behind[t - 1]?.[column.from[e] ?? 0] ?? 0)
    }
    behind.push(sum.map((value, at) => value / Math.max(1e-300, mass[at] ?? 0) + (rights[t]?.[at] ?? 0)))
  }
  const last = columns.length - 1
  let ahead = new Float64Array(columns[last]?.states.length ?? 0)
  let expected = 0
  const by: Float64Array[] = []
  for (let t = last; t >= 0; t -= 1) {
    const column = columns[t]
    const posterior = posteriors[t]
    if (!column || !posterior) break
    const own = new Float64Array(column.edges)
    if (t === last) for (let e = 0; e < column.edges; e += 1) expected += (posterior[e] ?? 0) * wayThrough(e, column)
    const sum = new Float64Array(columns[t - 1]?.states.length ?? 1)
    const mass = new Float64Array(sum.length)
    for (let e = 0; e < column.edges; e += 1) {
      const share = posterior[e] ?? 0
      const from = column.from[e] ?? 0
      const to = column.to[e] ?? 0
      own[e] = (share * (wayThrough(e, column) - expected) * SHARPNESS) / count
      mass[from] = (mass[from] ?? 0) + share
      sum[from] = (sum[from] ?? 0) + share * ((ahead[to] ?? 0) + (rights[t]?.[to] ?? 0))
    }
    by[t] = own
    ahead = sum.map((value, at) => value / Math.max(1e-300, mass[at] ?? 0))

    function wayThrough(e: number, { from, to }: Column): number {
      const start = behind[t - 1]?.[from[e] ?? 0] ?? 0
      return start + (rights[t]?.[to[e] ?? 0] ?? 0) + (ahead[to[e] ?? 0] ?? 0)
    }
  }
  return { by, expected: expected / count }
}

/** Brings the slope of shares to the size of that of likelihoods. */
const SHARPNESS = 400

/** Adam, piece by piece, and the mean of the weights over the later half. */
export function learn(lessons: readonly Lesson[], learning: Learning, tell?: (line: string) => void): Float64Array {
  const { epochs, rate, pull, lookahead, seed, without, damp, sharp } = learning
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
      missed += slopeOf(lesson, own, lookahead, epoch >= epochs - sharp, slope)
      onsets += lesson.onsets.length
      const share = 1 / Math.sqrt(lesson.onsets.length)
      steps += 1
      const now = rate * (1 - (0.95 * steps) / total)
      const tilt1 = 1 - 0.9 ** steps
      const tilt2 = 1 - 0.999 ** steps
      for (let w = 0; w < WEIGHTS; w += 1) {
        if (without?.(w)) continue
        const s = (slope[w] ?? 0) * share - pull * (weights[w] ?? 0)
        const m = 0.9 * (first[w] ?? 0) + 0.1 * s
        const v = 0.999 * (second[w] ?? 0) + 0.001 * s * s
        first[w] = m
        second[w] = v
        weights[w] = (weights[w] ?? 0) + (now * (m / tilt1)) / (Math.sqrt(v / tilt2) + damp)
      }
      if (sharp > 0 ? epoch >= epochs - sharp / 2 : steps * 2 > total) {
        taken += 1
        for (let w = 0; w < WEIGHTS; w += 1) mean[w] = (mean[w] ?? 0) + (weights[w] ?? 0)
      }
    }
    tell?.(`epoch ${epoch + 1}: ${(missed / onsets).toFixed(4)} nats per onset`)
  }
  return mean.map(sum => sum / taken)
}
