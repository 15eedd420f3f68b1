/** Features of the fingering model. Each feature is the index of a weight. */
import { heldBy } from './fingers.js'
import type { GripSet } from './grips.js'
import type { Memory } from './memory.js'
import type { Onset } from './onsets.js'
import { observeRecent, observeRinging, type Strings } from './recent-strings.js'
import { TABLE_AT as AT, type Observed, RANKS } from './tables.js'

/** Features that depend on the whole piece; all -1 in live play. */
export interface PieceView {
  readonly high: number
  readonly mean: number
  readonly chords: number
  readonly open: number
}

export interface Around {
  readonly aheadNear: number
  readonly aheadFar: number
  readonly aheadLow: number
  readonly behind: number
  readonly behindLow: number
  /**
   * Lowest hand position required by this onset, the next onset, the next two beats, the next eight beats,
   * and the previous two beats.
   */
  readonly needNow: number
  readonly needNear: number
  readonly needFar: number
  readonly needLong: number
  readonly needBehind: number
  readonly roomNear: number
  readonly roomBehind: number
  readonly moving: number
}

export const clamp = (value: number, low: number, high: number) =>
  value < low ? low : value > high ? high : value

/** Maps the strings of any instrument to a guitar's six strings. */
const row = (string: number) => (string > 5 ? 5 : string)

const HAND_CLASS = [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 8]
const handClass = (hand: number) => HAND_CLASS[hand] ?? 9

const fretClass = (fret: number) => (fret === 0 ? 0 : fret <= 3 ? 1 : fret <= 7 ? 2 : fret <= 11 ? 3 : 4)

const handZone = (hand: number) =>
  hand <= 1 ? 0 : hand <= 2 ? 1 : hand <= 4 ? 2 : hand <= 6 ? 3 : hand <= 9 ? 4 : 5

export function observeGrip(set: GripSet, g: number, into: Observed): void {
  const { size } = set
  const single = size === 1 ? 0 : 1
  let opens = 0
  let crossed = 0
  let gaps = 0
  for (let i = 0; i < size; i += 1) {
    const string = set.string[g * size + i] ?? 0
    const fret = set.fret[g * size + i] ?? 0
    if (fret === 0) opens += 1
    into.add(AT.place + (fret > 20 ? 20 : fret) * 6 + row(string))
    const role = size === 1 ? 0 : i === 0 ? 1 : i === size - 1 ? 2 : 3
    into.add(AT.role + (role * 5 + fretClass(fret)) * 6 + row(string))
    if (i === 0) continue
    const above = set.string[g * size + i - 1] ?? 0
    const aboveFret = set.fret[g * size + i - 1] ?? 0
    const apart = string - above
    if (apart < 0) crossed += 1
    else gaps += apart - 1
    const opened = (aboveFret === 0 ? 1 : 0) + (fret === 0 ? 2 : 0)
    const across = apart < 0 ? 0 : clamp(apart, 1, 5)
    into.add(AT.pair + (across * 11 + clamp(fret - aboveFret, -5, 5) + 5) * 4 + opened)
  }
  const low = set.low[g] ?? 0
  const fretted = size - opens
  const span = clamp((set.high[g] ?? 0) - low, 0, 6)
  const zone3 = low <= 4 ? 0 : low <= 9 ? 1 : 2
  into.add(AT.spread + (span * 7 + clamp(fretted, 0, 6)) * 3 + zone3)
  into.add(AT.fingers + clamp(heldBy(set, g).fingers(), 0, 6) * 6 + handZone(low))
  into.add(AT.opens + clamp(opens, 0, 6) * 7 + clamp(size, 0, 6))
  into.add(AT.rank + single * RANKS + clamp(g, 0, RANKS - 1))
  into.add(AT.excess + single * 21 + excessOf(set, g))
  if (crossed > 0) into.add(AT.crossed + clamp(crossed, 0, 3))
  if (size > 1) into.add(AT.gaps + (size === 2 ? 0 : 6) + clamp(gaps, 0, 5))
}

/** Returns the height above the lowest possible grip, in frets per note, 0–20. */
export function excessOf(set: GripSet, g: number): number {
  return clamp(Math.round(((set.sum[g] ?? 0) - (set.sum[0] ?? 0)) / Math.max(1, set.size)), 0, 20)
}

/** Returns the index finger's fret. The hand moves as little as necessary. */
export function handAfter(hand: number, low: number, high: number): number {
  if (low === 0) return hand
  if (hand === 0 || low < hand) return low
  if (high > hand + 3) return Math.min(low, high - 3)
  return hand
}

export function observeHand(
  set: GripSet,
  g: number,
  hand: number,
  around: Around,
  piece: PieceView,
  into: Observed,
): void {
  const { size } = set
  const under = handZone(hand)
  let opens = 0
  for (let i = 0; i < size; i += 1) {
    const fret = set.fret[g * size + i] ?? 0
    if (fret === 0) opens += 1
    const within = fret === 0 ? 8 : clamp(fret - hand, 0, 7)
    into.add(AT.reach + (within * 6 + row(set.string[g * size + i] ?? 0)) * 6 + under)
  }
  const at = handClass(hand)
  into.add(AT.hand + (size === 1 ? 0 : 25) + clamp(hand, 0, 24))
  if (around.aheadNear >= 0) into.add(AT.aheadNear + around.aheadNear * 10 + at)
  if (around.aheadFar >= 0) into.add(AT.aheadFar + around.aheadFar * 10 + at)
  if (around.aheadLow >= 0) into.add(AT.aheadLow + around.aheadLow * 10 + at)
  if (around.behind >= 0) into.add(AT.behind + around.behind * 10 + at)
  if (around.behindLow >= 0) into.add(AT.behindLow + around.behindLow * 10 + at)
  into.add(AT.needNow + around.needNow * 10 + at)
  if (around.needNear >= 0) into.add(AT.needNear + around.needNear * 10 + at)
  if (around.needFar >= 0) into.add(AT.needFar + around.needFar * 10 + at)
  if (around.needLong >= 0) into.add(AT.needLong + around.needLong * 10 + at)
  if (around.needBehind >= 0) into.add(AT.needBehind + around.needBehind * 10 + at)
  if (around.roomNear >= 0) into.add(AT.roomNear + around.roomNear * 10 + at)
  if (around.roomBehind >= 0) into.add(AT.roomBehind + around.roomBehind * 10 + at)
  if (around.moving >= 0) {
    into.add(movingShapeAt(around.moving, stringsApart(set, g), opens > 0))
  }
  if (piece.high < 0) return
  const excess = clamp(excessOf(set, g), 0, 8)
  into.add(AT.pieceHigh + piece.high * 10 + at)
  into.add(AT.pieceMean + piece.mean * 10 + at)
  into.add(AT.pieceChords + piece.chords * 10 + at)
  into.add(AT.pieceOpen + piece.open * 7 + clamp(opens, 0, 6))
  into.add(AT.pieceExcess + piece.chords * 9 + excess)
}

/**
 * @param moving result of `movingOf`
 * @param apart widest gap between adjacent notes, in strings
 */
export function movingShapeAt(moving: number, apart: number, open: boolean): number {
  return AT.moving + (moving * 3 + clamp(apart - 1, 0, 2)) * 2 + (open ? 1 : 0)
}

function stringsApart(set: GripSet, g: number): number {
  let most = 0
  for (let i = g * set.size + 1; i < (g + 1) * set.size; i += 1)
    most = Math.max(most, Math.abs((set.string[i] ?? 0) - (set.string[i - 1] ?? 0)))
  return most
}

const gapClass = (gap: number) => (gap <= 0.26 ? 0 : gap <= 0.51 ? 1 : gap <= 1.01 ? 2 : 3)

/** @param ages how long ago each pitch was last played, as a class; -1 for never */
export function observeStep(
  before: Memory,
  strings: Strings,
  onset: Onset,
  ages: Int8Array,
  g: number,
  hand: number,
  into: Observed,
): void {
  const { grips: set, at } = onset
  const { size } = set
  const single = size === 1 ? 0 : 1
  if (before.set && before.hand > 0) {
    const gap = gapClass(at - before.at)
    const move = hand - before.hand
    const rested = (before.set.low[before.g] ?? 0) === 0 ? 1 : 0
    into.add(AT.move + (gap * 2 + rested) * 27 + clamp(move, -13, 13) + 13)
    into.add(AT.moveZone + clamp(handClass(before.hand), 0, 7) * 13 + clamp(move, -6, 6) + 6)
  }
  if (before.set) {
    observeLines(before.set, before.g, set, g, into)
    observeShared(before.set, before.g, set, g, into)
  }
  for (let i = 0; i < size; i += 1) {
    const pitch = set.pitches[i] ?? 0
    const last = before.lastString[pitch] ?? 255
    const age = ages[i] ?? -1
    const string = set.string[g * size + i] ?? 0
    if (last === 255 || age < 0) continue
    const turned = string === last ? 0 : string > last ? 1 : 2
    const opened = (set.fret[g * size + i] ?? 0) === 0 ? 1 : 0
    into.add(AT.again + ((single * 3 + turned) * 5 + age) * 2 + opened)
  }
  observeRinging(strings, set, g, hand, into)
  observeRecent(strings, set, g, into)
}

function observeLines(from: GripSet, f: number, to: GripSet, g: number, into: Observed): void {
  const a = f * from.size
  const b = g * to.size
  const rise = clamp((to.pitches[0] ?? 0) - (from.pitches[0] ?? 0), -12, 12) + 12
  const turn = clamp((to.string[b] ?? 0) - (from.string[a] ?? 0), -3, 3) + 3
  into.add(AT.topLine + (rise * 7 + turn) * 5 + fretClass(from.fret[a] ?? 0))
  if (to.size === 1 && from.size === 1) return
  const c = a + from.size - 1
  const d = b + to.size - 1
  const fall = clamp((to.pitches[to.size - 1] ?? 0) - (from.pitches[from.size - 1] ?? 0), -12, 12) + 12
  const bassTurn = clamp((to.string[d] ?? 0) - (from.string[c] ?? 0), -3, 3) + 3
  into.add(AT.bottomLine + (fall * 7 + bassTurn) * 5 + fretClass(from.fret[c] ?? 0))
}

function observeShared(from: GripSet, f: number, to: GripSet, g: number, into: Observed): void {
  let stays = 0
  let shifts = 0
  let shift = 99
  let same = from.size === to.size
  for (let i = 0; i < to.size; i += 1) {
    const string = to.string[g * to.size + i] ?? 0
    const fret = to.fret[g * to.size + i] ?? 0
    let found = false
    for (let j = 0; j < from.size; j += 1) {
      if (from.string[f * from.size + j] !== string) continue
      found = true
      const before = from.fret[f * from.size + j] ?? 0
      if (fret === before) stays += 1
      else if (fret > 0 && before > 0) shifts += 1
      if (shift === 99) shift = fret - before
      else if (shift !== fret - before) same = false
    }
    if (!found) same = false
  }
  into.add(AT.held + clamp(stays, 0, 5) * 6 + clamp(shifts, 0, 5))
  if (same && shift !== 0) into.add(AT.parallel + clamp(to.size, 0, 6))
}
