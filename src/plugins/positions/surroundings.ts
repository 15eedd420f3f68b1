/** What the pitches alone tell about each onset and about the piece, before any place is chosen. */
import type { Around, PieceView } from './features.js'
import type { Neck } from './grips.js'
import type { Onset } from './onsets.js'
import { Recall } from './recall.js'

export interface Surroundings {
  readonly around: readonly Around[]
  readonly piece: PieceView
  /** By onset and note: how long ago the pitch was played last, in classes; -1 for never. */
  readonly ages: readonly Int8Array[]
}

const clamp = (value: number, low: number, high: number) => (value < low ? low : value > high ? high : value)

/** How far above the highest open string a pitch lies, in 13 classes of two semitones. */
const heightClass = (above: number) => clamp(Math.floor((above + 8) / 2), 0, 12)
const lowClass = (above: number) => clamp(Math.floor((above + 2) / 3), 0, 8)

/** Beats that the hand looks ahead and back. */
const NEAR = 1
const FAR = 2

export const UNKNOWN_PIECE: PieceView = { high: -1, mean: -1, chords: -1, open: -1 }

/** @param lookahead false where the music that comes is not known */
export function surroundingsOf(onsets: readonly Onset[], neck: Neck, lookahead: boolean): Surroundings {
  const top = Math.max(...neck.strings) + neck.capo
  const bottom = Math.min(...neck.strings) + neck.capo
  const around: Around[] = []
  const ages: Int8Array[] = []
  const recall = new Recall()
  let first = 0
  let near = 0
  let far = 0
  for (const [index, onset] of onsets.entries()) {
    const { at } = onset
    while ((onsets[first]?.at ?? at) < at - FAR) first += 1
    while (near < onsets.length && (onsets[near]?.at ?? 0) <= at + NEAR) near += 1
    while (far < onsets.length && (onsets[far]?.at ?? 0) <= at + FAR) far += 1
    const [high, low] = extent(onsets, Math.max(first, index - MOST_AROUND), index)
    const [nearHigh] = lookahead ? extent(onsets, index + 1, Math.min(near, index + MOST_AROUND)) : [-1]
    const [farHigh, farLow] = lookahead
      ? extent(onsets, index + 1, Math.min(far, index + MOST_AROUND))
      : [-1, -1]
    around.push({
      behind: high < 0 ? -1 : heightClass(high - top),
      behindLow: low < 0 ? -1 : lowClass(low - bottom),
      aheadNear: nearHigh === undefined || nearHigh < 0 ? -1 : heightClass(nearHigh - top),
      aheadFar: farHigh === undefined || farHigh < 0 ? -1 : heightClass(farHigh - top),
      aheadLow: farLow === undefined || farLow < 0 ? -1 : lowClass(farLow - bottom),
    })
    ages.push(recall.recall(onset))
  }
  return { around, ages, piece: lookahead ? viewOf(onsets, neck, top) : UNKNOWN_PIECE }
}

/** What is known at an onset that is played now; forgets of `recent` what the hand no longer looks back at. */
export function aroundLast(recent: Onset[], at: number, neck: Neck): Around {
  while (recent.length > MOST_AROUND || (recent[0]?.at ?? at) < at - FAR) recent.shift()
  const [high, low] = extent(recent, 0, recent.length)
  return {
    behind: high < 0 ? -1 : heightClass(high - Math.max(...neck.strings) - neck.capo),
    behindLow: low < 0 ? -1 : lowClass(low - Math.min(...neck.strings) - neck.capo),
    aheadNear: -1,
    aheadFar: -1,
    aheadLow: -1,
  }
}

/** Onsets that are looked at in either direction, however fast the music is. */
const MOST_AROUND = 64

/** Highest and lowest pitch of the onsets from one index up to another; -1 where there is none. */
function extent(onsets: readonly Onset[], from: number, to: number): readonly [number, number] {
  let high = -1
  let low = -1
  for (let index = from; index < to; index += 1) {
    const pitches = onsets[index]?.grips.pitches
    if (!pitches || pitches.length === 0) continue
    const highest = pitches[0] ?? 0
    const lowest = pitches[pitches.length - 1] ?? 0
    if (highest > high) high = highest
    if (low < 0 || lowest < low) low = lowest
  }
  return [high, low]
}

function viewOf(onsets: readonly Onset[], { strings, capo }: Neck, top: number): PieceView {
  const tops: number[] = []
  let notes = 0
  let opens = 0
  let sum = 0
  for (const { grips } of onsets) {
    notes += grips.size
    if (grips.size > 0) tops.push(grips.pitches[0] ?? 0)
    for (const pitch of grips.pitches) {
      sum += pitch - top
      if (strings.some(open => open + capo === pitch)) opens += 1
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
