import { pitchAt } from '../guitar/position.js'
import { type Around, clamp, type PieceView } from './grip-features.js'
import type { Neck } from './grips.js'
import { Recall } from './memory.js'
import type { Onset } from './onsets.js'
import { CLOSE_BEATS, movingAt } from './parallel.js'

export interface Surroundings {
  readonly around: readonly Around[]
  readonly piece: PieceView
  /** By onset and note: how long ago the pitch was last played, as a class; -1 for never. */
  readonly ages: readonly Int8Array[]
}

const heightClass = (above: number) => clamp(Math.floor((above + 8) / 2), 0, 12)
const lowClass = (above: number) => clamp(Math.floor((above + 2) / 3), 0, 8)

const NEARBY_BEATS = 1
const FAR = 2
const LONG = 8

export const UNKNOWN_PIECE: PieceView = { high: -1, mean: -1, chords: -1, open: -1 }

/** Ignores short strings, which usually serve as drones. */
function openRange({ strings, begins, capo }: Neck): { readonly top: number; readonly bottom: number } {
  const long = strings.filter((_, string) => (begins?.[string] ?? 0) === 0)
  const counted = long.length > 0 ? long : strings
  return { top: Math.max(...counted) + capo, bottom: Math.min(...counted) + capo }
}

export function surroundingsOf(onsets: readonly Onset[], neck: Neck, lookahead: boolean): Surroundings {
  const { top, bottom } = openRange(neck)
  const around: Around[] = []
  const ages: Int8Array[] = []
  const recall = new Recall()
  let first = 0
  let near = 0
  let far = 0
  let long = 0
  for (const [index, onset] of onsets.entries()) {
    const { at } = onset
    while ((onsets[first]?.at ?? at) < at - FAR) first += 1
    while (near < onsets.length && (onsets[near]?.at ?? 0) <= at + NEARBY_BEATS) near += 1
    while (far < onsets.length && (onsets[far]?.at ?? 0) <= at + FAR) far += 1
    while (long < onsets.length && (onsets[long]?.at ?? 0) <= at + LONG) long += 1
    const last = index + MOST_AROUND
    const behind = extended(NOTHING, onsets, Math.max(first, index - MOST_AROUND), index)
    const nearTo = lookahead ? Math.min(near, last) : index + 1
    const farTo = lookahead ? Math.min(far, last) : nearTo
    const longTo = lookahead ? Math.min(long, last) : farTo
    const ahead = extended(NOTHING, onsets, index + 1, nearTo)
    const further = extended(ahead, onsets, nearTo, farTo)
    const furthest = extended(further, onsets, farTo, longTo)
    const moving = movingAt(onset, onsets, index, lookahead)
    around.push(classesOf(onset, behind, [ahead, further, furthest], { top, bottom }, moving))
    ages.push(recall.recall(onset))
  }
  return { around, ages, piece: lookahead ? viewOf(onsets, neck, top) : UNKNOWN_PIECE }
}

/** Returns the surroundings of an onset in live play and removes outdated onsets from `recent`. */
export function aroundLast(recent: Onset[], onset: Onset, neck: Neck): Around {
  const { at } = onset
  while (recent.length > MOST_AROUND || (recent[0]?.at ?? at) < at - CLOSE_BEATS) recent.shift()
  const range = openRange(neck)
  const first = recent.findIndex(other => other.at >= at - FAR)
  const behind = extended(NOTHING, recent, first < 0 ? recent.length : first, recent.length)
  const moving = movingAt(onset, recent, recent.length, false)
  return classesOf(onset, behind, UNKNOWN, range, moving)
}

function classesOf(
  { grips }: Onset,
  behind: Extent,
  [ahead, further, furthest]: readonly [Extent, Extent, Extent],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  moving: number,
): Around {
  return {
    behind: behind.high < 0 ? -1 : heightClass(behind.high - top),
    behindLow: behind.low < 0 ? -1 : lowClass(behind.low - bottom),
    needBehind: needClass(behind.need),
    roomBehind: behind.need < 0 ? -1 : roomClass(behind.room),
    aheadNear: ahead.high < 0 ? -1 : heightClass(ahead.high - top),
    aheadFar: further.high < 0 ? -1 : heightClass(further.high - top),
    aheadLow: further.low < 0 ? -1 : lowClass(further.low - bottom),
    needNow: needClass(grips.need),
    needNear: needClass(ahead.need),
    needFar: needClass(further.need),
    needLong: needClass(furthest.need),
    roomNear: ahead.need < 0 ? -1 : roomClass(ahead.room),
    moving,
  }
}

const MOST_AROUND = 64 // limits the cost of fast music

interface Extent {
  readonly high: number
  readonly low: number
  readonly need: number
  readonly room: number
}

const NOTHING: Extent = { high: -1, low: -1, need: -1, room: 99 }
const UNKNOWN = [NOTHING, NOTHING, NOTHING] as const

function extended(extent: Extent, onsets: readonly Onset[], from: number, to: number): Extent {
  if (from >= to) return extent
  let { high, low, need, room } = extent
  for (let index = from; index < to; index += 1) {
    const grips = onsets[index]?.grips
    if (!grips) continue
    if (grips.need > need) need = grips.need
    if (grips.room < room) room = grips.room
    const { pitches } = grips
    if (pitches.length === 0) continue
    const highest = pitches[0] ?? 0
    const lowest = pitches[pitches.length - 1] ?? 0
    if (highest > high) high = highest
    if (low < 0 || lowest < low) low = lowest
  }
  return { high, low, need, room }
}

const NEED_CLASS = [0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6]
const needClass = (need: number) => (need < 0 ? -1 : (NEED_CLASS[need] ?? 7))
const roomClass = (room: number) => (room <= 2 ? room : room <= 4 ? 3 : room <= 7 ? 4 : 5)

function viewOf(onsets: readonly Onset[], neck: Neck, top: number): PieceView {
  const open = neck.strings.map((_, string) => pitchAt(neck, neck.capo, string + 1, 0))
  const tops: number[] = []
  let notes = 0
  let opens = 0
  let sum = 0
  for (const { grips } of onsets) {
    notes += grips.size
    if (grips.size > 0) tops.push(grips.pitches[0] ?? 0)
    for (const pitch of grips.pitches) {
      sum += pitch - top
      if (open.includes(pitch)) opens += 1
    }
  }
  if (notes === 0) return UNKNOWN_PIECE
  tops.sort((a, b) => a - b)
  const high = (tops[Math.floor(tops.length * 0.95)] ?? top) - top
  const perOnset = notes / onsets.length
  return {
    high: clamp(Math.floor((high + 4) / 4), 0, 6),
    mean: clamp(Math.floor((sum / notes + 18) / 3), 0, 6),
    chords: perOnset < 1.1 ? 0 : perOnset < 1.4 ? 1 : perOnset < 1.8 ? 2 : perOnset < 2.4 ? 3 : 4,
    open: clamp(Math.floor((opens / notes) * 8), 0, 4),
  }
}
