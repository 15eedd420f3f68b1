/** Beam lattice: the best states at each onset, and the weighted steps between them. */

import { MOST_FRETS } from './fingering.js'
import {
  type Around,
  handAfter,
  observeGrip,
  observeHand,
  observeStep,
  type PieceView,
} from './grip-features.js'
import type { GripSet } from './grips.js'
import { freshMemory, type Memory, remember } from './memory.js'
import type { Onset } from './onsets.js'
import { observePinnedGrip, observePinnedHand, type PinView, type Reminder } from './pin-view.js'
import { Strings } from './recent-strings.js'
import { Observed } from './tables.js'

interface Breadth {
  readonly beam: number
  /** Number of grips to try, best first. */
  readonly tried: number
  /** Minimum mass of a state; fainter states rarely recover. */
  readonly faint: number
  readonly thin: number
  /** Maximum weight difference from the best grip. Later steps rarely make up for more. */
  readonly hopeless: number
}

/** As accurate as a beam four times as wide (docs/positions.md). */
const ANSWERING: Breadth = { beam: 5, tried: 12, faint: 2e-2, thin: 1e-4, hopeless: 2 }
/** Training needs the human's path, however unlikely. */
const LEARNING: Breadth = { beam: 8, tried: 24, faint: 1e-4, thin: 1e-6, hopeless: Number.POSITIVE_INFINITY }
const MOST_STATES = LEARNING.beam
const HANDS = MOST_FRETS + 1

export interface State {
  readonly grip: number
  readonly hand: number
  /** Probability given all onsets so far. The states of a column sum to 1. */
  readonly mass: number
}

export interface Column {
  readonly onset: Onset
  readonly states: readonly State[]
  readonly edges: number
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly flow: readonly number[]
  readonly total: number
  readonly scale: number
  readonly seen?: Seen
}

export interface Seen {
  readonly grips: readonly Int32Array[]
  readonly hands: readonly Int32Array[]
  /** Edge `e` has the features from `stepAt[e]` to `stepAt[e + 1]` in `steps`. */
  readonly steps: Int32Array
  readonly stepAt: Int32Array
}

export interface Liking {
  /** Cost per note for each fret above the lowest grip. */
  readonly excess: number
  readonly hand: number
  readonly open: number
}

export const NO_LIKING: Liking = { excess: 0, hand: 0, open: 0 }

export interface Zone {
  readonly low: number
  readonly high: number
}

const OUTSIDE = 1.5 // cost per fret at each onset; high, so that the user's choice takes precedence

/** Returns how many frets the notes are outside the zone. For open strings, uses the hand position. */
function outside(hand: number, lowest: number, highest: number, { low, high }: Zone): number {
  const [from, to] = highest === 0 ? [hand, hand] : [lowest, highest]
  return Math.max(0, low - from) + Math.max(0, to - high)
}

export function gripTastes(set: GripSet, g: number): { readonly excess: number; readonly open: number } {
  let open = 0
  for (let i = 0; i < set.size; i += 1) if (set.fret[g * set.size + i] === 0) open += 1
  return { excess: Math.min(20, ((set.sum[g] ?? 0) - (set.sum[0] ?? 0)) / Math.max(1, set.size)), open }
}

export interface Step {
  readonly onset: Onset
  readonly around: Around
  readonly ages: Int8Array
  readonly piece: PieceView
  readonly liking: Liking
  readonly zone?: Zone | undefined
  readonly reminder?: Reminder | undefined
  /** Training only: a grip to keep, and its previous state. */
  readonly must?: { readonly grip: number; readonly from: number } | undefined
}

interface GripWeights {
  readonly weight: Float64Array
  readonly opens: Uint8Array
  readonly excess: Float64Array
  readonly order: readonly number[]
  readonly seen: readonly Int32Array[]
}

const BEGINNING: readonly State[] = [{ grip: -1, hand: 0, mass: 1 }]

export class Lattice {
  private readonly known = new Map<GripSet, GripWeights>()
  private readonly observed: Observed
  private readonly handWeight = new Float64Array(64 * HANDS)
  private readonly handSeen: Int32Array
  private readonly handLength = new Int32Array(64 * HANDS)
  private readonly slotStamp = new Int32Array(64 * HANDS)
  private readonly slot = new Int32Array(64 * HANDS)
  private readonly keepSeen: boolean
  private readonly breadth: Breadth
  private stamp = 0
  private pins: PinView | undefined
  private readonly beginning: Memory
  private memories: readonly Memory[]
  private older: readonly Memory[]
  private readonly from = new Uint8Array(MOST_STATES * 64)
  private readonly to = new Int32Array(MOST_STATES * 64)
  private readonly flow = new Float64Array(MOST_STATES * 64)
  private readonly mass = new Float64Array(MOST_STATES * 64)
  private readonly bestFlow = new Float64Array(MOST_STATES * 64)
  private readonly bestFrom = new Int32Array(MOST_STATES * 64)
  private readonly kept = new Int32Array(MOST_STATES * 64)
  private readonly strings = new Strings()
  private readonly steps: Observed
  private readonly stepAt = new Int32Array(MOST_STATES * 64 + 1)

  constructor(
    readonly weights: Float32Array | Float64Array,
    strings: number,
    private readonly keep: 'states' | 'edges' | 'seen' = 'edges',
  ) {
    this.keepSeen = keep === 'seen'
    this.breadth = this.keepSeen ? LEARNING : ANSWERING
    this.handSeen = new Int32Array(this.keepSeen ? 64 * HANDS * 64 : 0)
    this.observed = new Observed(weights, this.keepSeen ? 256 : 0)
    this.steps = new Observed(weights, this.keepSeen ? 1 << 17 : 0)
    this.memories = Array.from({ length: MOST_STATES }, () => freshMemory(strings))
    this.older = Array.from({ length: MOST_STATES }, () => freshMemory(strings))
    this.beginning = freshMemory(strings)
  }

  forget(pins?: PinView): void {
    this.known.clear()
    this.pins = pins
  }

  back(): void {
    const { memories, older } = this
    this.memories = older
    this.older = memories
  }

  private seenOfHand(key: number): Int32Array {
    return this.handSeen.slice(key * 64, key * 64 + (this.handLength[key] ?? 0))
  }

  private gripWeights(set: GripSet): GripWeights {
    const before = this.known.get(set)
    if (before) return before
    const weight = new Float64Array(set.count)
    const opens = new Uint8Array(set.count)
    const excess = new Float64Array(set.count)
    const seen: Int32Array[] = []
    for (let g = 0; g < set.count; g += 1) {
      this.observed.clear()
      observeGrip(set, g, this.observed)
      if (this.pins) observePinnedGrip(set, g, this.pins, this.observed)
      weight[g] = this.observed.total
      const taste = gripTastes(set, g)
      excess[g] = taste.excess
      opens[g] = taste.open
      if (this.keepSeen) seen.push(this.observed.at.slice(0, this.observed.length))
    }
    const all = [...weight.keys()]
    const { tried } = this.breadth
    const order =
      set.count <= tried ? all : all.sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0)).slice(0, tried)
    const made = { weight, opens, excess, order, seen }
    this.known.set(set, made)
    return made
  }

  step(before: readonly State[] | undefined, step: Step): Column {
    const { onset, ages, must } = step
    const set = onset.grips
    const own = this.gripWeights(set)
    let tried: readonly number[] = onset.allowed ?? own.order
    if (must && !tried.includes(must.grip)) tried = [...tried, must.grip]
    const start = before ?? BEGINNING
    const memories = before ? this.memories : [this.beginning]
    this.stamp += 1
    const { stamp, from, to, flow, steps, strings } = this
    const { faint, hopeless } = this.breadth
    steps.length = 0
    const keys: number[] = []
    let edge = 0
    let most = Number.NEGATIVE_INFINITY
    let mustKey = -1
    for (let a = 0; a < start.length; a += 1) {
      const before = start[a]?.hand ?? 0
      if (a > 0 && (start[a]?.mass ?? 0) < faint && a !== must?.from) continue
      const memory = memories[a] ?? this.beginning
      strings.look(memory, onset.at)
      let best = Number.NEGATIVE_INFINITY
      for (const g of tried) {
        const key = g * HANDS + handAfter(before, set.low[g] ?? 0, set.high[g] ?? 0)
        if (this.slotStamp[key] !== stamp) {
          this.slotStamp[key] = stamp
          this.slot[key] = keys.length
          keys.push(key)
          this.weighHand(step, own, key)
        }
        best = Math.max(best, this.handWeight[key] ?? 0)
      }
      for (const g of tried) {
        const hand = handAfter(before, set.low[g] ?? 0, set.high[g] ?? 0)
        const key = g * HANDS + hand
        const here = this.handWeight[key] ?? 0
        if (here < best - hopeless) continue
        if (must && a === must.from && g === must.grip) mustKey = key
        this.stepAt[edge] = steps.length
        steps.total = 0
        observeStep(memory, strings, onset, ages, g, hand, steps)
        const weight = steps.total + here
        from[edge] = a
        to[edge] = this.slot[key] ?? 0
        flow[edge] = weight
        if (weight > most) most = weight
        edge += 1
      }
    }
    this.stepAt[edge] = steps.length
    const mustEdge = must ? { from: must.from, to: this.slot[mustKey] ?? -1 } : undefined
    return this.pruned(onset, start, own, keys, mustEdge, edge, most)
  }

  private weighHand({ onset, around, piece, liking, zone, reminder }: Step, own: GripWeights, key: number) {
    const { observed, pins } = this
    const set = onset.grips
    const g = Math.floor(key / HANDS)
    const hand = key % HANDS
    observed.clear()
    observeHand(set, g, hand, around, piece, observed)
    if (pins) observePinnedHand(set, g, hand, pins, reminder, observed)
    this.handWeight[key] =
      observed.total +
      (own.weight[g] ?? 0) +
      liking.excess * (own.excess[g] ?? 0) +
      liking.hand * hand +
      liking.open * (own.opens[g] ?? 0) -
      (zone ? OUTSIDE * outside(hand, set.low[g] ?? 0, set.high[g] ?? 0, zone) : 0)
    if (this.keepSeen) {
      this.handSeen.set(observed.at.subarray(0, observed.length), key * 64)
      this.handLength[key] = observed.length
    }
  }

  private pruned(
    onset: Onset,
    start: readonly State[],
    own: GripWeights,
    keys: readonly number[],
    must: { readonly from: number; readonly to: number } | undefined,
    all: number,
    scale: number,
  ): Column {
    const { from, to, flow, mass, bestFlow, bestFrom } = this
    mass.fill(0, 0, keys.length)
    bestFlow.fill(-1, 0, keys.length)
    for (let e = 0; e < all; e += 1) {
      const a = from[e] ?? 0
      const b = to[e] ?? 0
      const amount = (start[a]?.mass ?? 0) * Math.exp((flow[e] ?? 0) - scale)
      flow[e] = amount
      mass[b] = (mass[b] ?? 0) + amount
      if (amount > (bestFlow[b] ?? 0)) {
        bestFlow[b] = amount
        bestFrom[b] = a
      }
    }
    const kept: number[] = []
    for (let b = 0; b < keys.length; b += 1) {
      if ((bestFlow[b] ?? -1) < 0) continue
      const own = mass[b] ?? 0
      let at = kept.length
      while (at > 0 && (mass[kept[at - 1] ?? 0] ?? 0) < own) at -= 1
      if (at < this.breadth.beam) {
        kept.splice(at, 0, b)
        if (kept.length > this.breadth.beam) kept.pop()
      }
    }
    if (must && !kept.includes(must.to)) kept[kept.length - 1] = must.to
    let total = 0
    for (const b of kept) total += mass[b] ?? 0
    const place = this.kept.fill(-1, 0, keys.length)
    const { memories, older } = this
    this.memories = older
    this.older = memories
    const states = kept.map((b, at): State => {
      place[b] = at
      const key = keys[b] ?? 0
      const grip = Math.floor(key / HANDS)
      const hand = key % HANDS
      const parent = start === BEGINNING ? this.beginning : memories[bestFrom[b] ?? 0]
      const memory = older[at]
      const share = (mass[b] ?? 0) / total
      const goesOn = at === 0 || share >= this.breadth.faint || must !== undefined
      if (goesOn && parent && memory) remember(parent, onset, grip, hand, memory)
      return { grip, hand, mass: share }
    })
    const keptFrom: number[] = [] // plain arrays: small typed arrays are more expensive to garbage-collect
    const keptTo: number[] = []
    const keptFlow: number[] = []
    let written = 0
    const seenSteps = this.keepSeen ? new Int32Array(this.steps.length) : NOTHING_SEEN
    const stepAt = this.keepSeen ? new Int32Array(all + 1) : NOTHING_SEEN
    const least = total * this.breadth.thin
    const end = this.keep === 'states' ? 0 : all
    for (let e = 0; e < end; e += 1) {
      const b = to[e] ?? 0
      const at = place[b] ?? -1
      const amount = flow[e] ?? 0
      if (at < 0 || (amount < least && !(must && b === must.to && from[e] === must.from))) continue
      keptFrom.push(from[e] ?? 0)
      keptTo.push(at)
      keptFlow.push(amount)
      if (!this.keepSeen) continue
      const last = this.stepAt[e + 1] ?? 0
      for (let i = this.stepAt[e] ?? 0; i < last; i += 1) seenSteps[written++] = this.steps.at[i] ?? 0
      stepAt[keptTo.length] = written
    }
    const seen = this.keepSeen
      ? { grips: own.seen, hands: kept.map(b => this.seenOfHand(keys[b] ?? 0)), steps: seenSteps, stepAt }
      : undefined
    return {
      onset,
      states,
      edges: keptTo.length,
      from: keptFrom,
      to: keptTo,
      flow: keptFlow,
      total,
      scale,
      ...(seen ? { seen } : {}),
    }
  }
}

const NOTHING_SEEN = new Int32Array()
