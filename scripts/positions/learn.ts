/**
 * Trains a conditional random field that makes the human's fingerings more likely than the other candidates
 * in the beam.
 */

import { createRandom, type Random } from '../../bench/support/random.js'
import { CliError, EXIT } from '../../cli/errors.js'
import { movingShapeAt } from '../../src/music/fingering/grip-features.js'
import {
  type Column,
  gripTastes,
  Lattice,
  type Liking,
  NO_LIKING,
} from '../../src/music/fingering/lattice.js'
import { kindOf, movingOf } from '../../src/music/fingering/parallel.js'
import { type PinView, pinViewOf } from '../../src/music/fingering/pin-view.js'
import { edgePosteriors } from '../../src/music/fingering/posteriors.js'
import { TABLE_AT, TABLE_SIZES, WEIGHTS } from '../../src/music/fingering/tables.js'
import { slopesAsHeard } from './as-heard.js'
import { likelierBy, sumOf, type Tastes, tastesOf } from './likings.js'
import { type Lesson, lessonOf } from './pieces.js'
import { type Varying, varied } from './variations.js'
import { weighed } from './weighing.js'

export interface Learning {
  readonly lookahead: boolean
  readonly seed: number
  /** Standard deviation of player preferences; 0 disables preferences. */
  readonly differ: number
  /** True to pin a passage in each piece. */
  readonly pinned: boolean
  /** Weight of the live objective, which predicts each fingering from only the notes so far. */
  readonly asHeard: number
  /** Proportion of notes that the lowest-fret rule gets right; see `weighed`. */
  readonly ruleHas: number
  /** Additional passages; each counts as much as an average piece. */
  readonly passages: readonly Lesson[]
}

const EPOCHS = 5
const RATE = 0.01
/** Regularization of weights toward the prior, per piece. */
const PULL = 0.02
const VARYING: Varying = { leftOut: 0.3, backwards: 0.5, retuned: 0.2, broken: 0.3 }

/**
 * Movable chord shapes: notes in semitones from the highest note, and the string distance between adjacent
 * notes.
 */
const MOVABLE_CHORDS: readonly { readonly chord: readonly number[]; readonly apart: 1 | 2 }[] = [
  { chord: [0, -5], apart: 1 },
  { chord: [0, -7], apart: 1 },
  { chord: [0, -5, -12], apart: 1 },
  { chord: [0, -12], apart: 2 },
]

/** Returns the prior weights, which favor movable chord shapes. */
function knownBeforehand(): Float64Array {
  const weights = new Float64Array(WEIGHTS)
  for (const alike of [1, 2])
    for (const { chord, apart } of MOVABLE_CHORDS)
      weights[movingShapeAt(movingOf(kindOf(chord), alike), apart, false)] = alike
  return weights
}

const NOTHING = 1e-5

interface Walked {
  /** Loss (negative log probability), nats. */
  readonly missed: number
  readonly human: Pick<Tastes, 'mean'>
  readonly expected: Tastes
}

function slopeOf(
  lesson: Lesson,
  lattice: Lattice,
  lookahead: boolean,
  slope: Float64Array,
  liking: Liking,
  pinned: readonly [from: number, to: number] | undefined,
  asHeard: number,
): Walked {
  const { human } = lesson
  const { onsets: free, around, ages, piece } = lookahead ? lesson.whole : lesson.live
  const columns: Column[] = []
  const way: number[] = []
  let state = 0
  let missed = 0
  let onsets = free
  let view: PinView | undefined
  if (pinned) {
    const [from, to] = pinned
    const pins = new Map<number, number>()
    onsets = free.map((onset, t) => {
      if (t < from || t >= to) return onset
      const grip = human[t] ?? 0
      for (const [i, index] of onset.notes.entries())
        pins.set(index, onset.grips.string[grip * onset.grips.size + i] ?? 0)
      return { ...onset, allowed: [grip] }
    })
    view = pinViewOf(onsets, pins)
  }
  lattice.forget(view)
  for (const [t, onset] of onsets.entries()) {
    const grip = human[t] ?? 0
    const near = around[t]
    const reminds = ages[t]
    if (!near || !reminds) throw new Error(`an onset of ${lesson.id} was not looked at`)
    const must = { grip, from: state }
    const column = lattice.step(columns[t - 1]?.states, {
      onset,
      around: near,
      ages: reminds,
      piece,
      liking,
      must,
      reminder: view?.reminders[t],
    })
    columns.push(column)
    let edge = -1
    for (let e = 0; e < column.edges; e += 1)
      if (column.from[e] === state && column.states[column.to[e] ?? 0]?.grip === grip) edge = e
    if (edge < 0) throw new Error(`the human's step is missing in ${lesson.id}`)
    way.push(edge)
    const mass = columns[t - 1]?.states[state]?.mass ?? 1
    missed -= Math.log((column.flow[edge] ?? 0) / mass / column.total)
    state = column.to[edge] ?? 0
  }
  const posteriors = edgePosteriors(columns)
  const heard = asHeard > 0 ? slopesAsHeard(columns, human) : []
  for (const [t, column] of columns.entries()) {
    const posterior = posteriors[t]
    const { seen } = column
    if (!posterior || !seen) continue
    const ofState = new Float64Array(column.states.length)
    for (let e = 0; e < column.edges; e += 1) {
      const ofWay = (way[t] === e ? 1 : 0) - (posterior[e] ?? 0)
      const amount = (1 - asHeard) * ofWay + asHeard * (heard[t]?.[e] ?? 0)
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
      for (const index of seen.grips[column.states[at]?.grip ?? 0] ?? [])
        slope[index] = (slope[index] ?? 0) + amount
    }
  }
  const passage = columns.map((column, t) => ({ column, posterior: posteriors[t] ?? new Float64Array() }))
  return { missed, human: { mean: tastesOfWay(columns, way) }, expected: tastesOf(passage) }
}

function tastesOfWay(columns: readonly Column[], way: readonly number[]): Tastes['mean'] {
  let excess = 0
  let hand = 0
  let open = 0
  for (const [t, { onset, states, to }] of columns.entries()) {
    const state = states[to[way[t] ?? 0] ?? 0]
    if (!state) continue
    const taste = gripTastes(onset.grips, state.grip)
    excess += taste.excess
    hand += state.hand
    open += taste.open
  }
  return [excess, hand, open]
}

/** Returns a random passage; in 60% of cases, the first tenth of the piece. */
function passageOf(onsets: number, random: Random): readonly [number, number] {
  if (random.below(10) < 6) return [0, Math.ceil(onsets / 10)]
  const length = Math.max(1, Math.round((onsets * (1 + random.below(20))) / 100))
  const from = random.below(Math.max(1, onsets - length))
  return [from, from + length]
}

/** Step size factor; below 1, because all weights change at the same time. */
const CAREFUL = 0.35

/** Features with stronger regularization, because they would overfit to the training pieces. */
const HELD_BACK = ['needLong', 'pieceHigh', 'pieceMean', 'pieceChords', 'pieceOpen', 'pieceExcess'] as const
const HOLD = 10

/** Trains with Adam, one piece per step, and averages the weights over the second half. */
export function learn(
  lessons: readonly Lesson[],
  learning: Learning,
  tell?: (line: string) => void,
): Float64Array {
  const { lookahead, seed, differ, pinned, asHeard, ruleHas, passages } = learning
  const random = createRandom(seed)
  const known = knownBeforehand()
  const weights = known.slice()
  const mean = new Float64Array(WEIGHTS)
  const slope = new Float64Array(WEIGHTS)
  const first = new Float64Array(WEIGHTS)
  const second = new Float64Array(WEIGHTS)
  const lattice = new Map<number, Lattice>()
  const likings = new Map<Lesson, Liking>()
  const pulls = new Float64Array(WEIGHTS).fill(PULL)
  for (const name of HELD_BACK)
    pulls.fill(PULL * HOLD, TABLE_AT[name], TABLE_AT[name] + (TABLE_SIZES[name] ?? 0))
  let steps = 0
  let taken = 0
  const all = [...lessons, ...passages]
  const total = EPOCHS * all.length
  const counts = weighed(lessons, ruleHas)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    let missed = 0
    let onsets = 0
    for (const written of random.shuffled(all)) {
      const lesson = lessonOf(written.id, varied(written.piece, VARYING, random))
      if (lesson.onsets.length === 0) continue
      const strings = lesson.neck.strings.length
      let own = lattice.get(strings)
      if (!own) {
        own = new Lattice(weights, strings, 'seen')
        lattice.set(strings, own)
      }
      slope.fill(0)
      const liking = likings.get(written) ?? NO_LIKING
      const passage = pinned ? passageOf(lesson.onsets.length, random) : undefined
      const walked = slopeOf(lesson, own, lookahead, slope, liking, passage, asHeard)
      missed += walked.missed
      if (differ > 0)
        likings.set(
          written,
          sumOf(liking, likelierBy(liking, walked.human, walked.expected, differ), CAREFUL),
        )
      onsets += lesson.onsets.length
      const share = (counts.get(written) ?? 1) / Math.sqrt(lesson.onsets.length)
      steps += 1
      const now = RATE * (1 - (0.95 * steps) / total)
      const tilt1 = 1 - 0.9 ** steps
      const tilt2 = 1 - 0.999 ** steps
      for (let w = 0; w < WEIGHTS; w += 1) {
        const s = (slope[w] ?? 0) * share - (pulls[w] ?? 0) * ((weights[w] ?? 0) - (known[w] ?? 0))
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
    tell?.(`epoch ${epoch + 1}: ${(missed / Math.max(1, onsets)).toFixed(4)} nats per onset`)
  }
  if (taken === 0) {
    const message = 'There was too little to learn from; give a file with more pieces.'
    throw new CliError('tablature_empty', message, EXIT.badInput)
  }
  return mean.map(sum => sum / taken)
}
