import { getOrMake } from '../../../core/platform/get-or-make.js'
import type { NotePair, PlayedNote, WrittenNote } from '../tokens.js'
import { type Expected, matchTimes } from './match-pitches.js'
import { placeMoments } from './place-moments.js'
import { timeMap } from './time-map.js'
import type { WrittenOnsets } from './written-onsets.js'

/** Longest lead of a grace note before its moment, seconds. */
const GRACE = 1

export interface Search {
  /** For each pass, the seconds by which a note may miss its expected time. */
  readonly reaches: readonly number[]
  /** Seconds around its rough time in which a moment is searched. */
  readonly around: number
  readonly tries: number
  /** Moments beyond the path to which its last notes may belong. */
  readonly beyond: number
}

export interface Passage {
  readonly written: readonly WrittenNote[]
  readonly onsets: WrittenOnsets
  readonly played: readonly PlayedNote[]
  /** First played note, and the one after the last. */
  readonly from: number
  readonly to: number
  readonly moments: ArrayLike<number>
  /** Skips played notes with a final pair, and written ones that have theirs. */
  readonly isSettled?: (played: number) => boolean
  readonly isTaken?: (written: number) => boolean
  readonly search: Search
}

export type AlignedPassage = ReturnType<typeof alignPassage>

export function alignPassage(passage: Passage) {
  const { written, onsets, played, from, to, moments, isSettled, isTaken, search } = passage
  const first = moments[0] ?? 0
  const last = Math.min(onsets.count - 1, Math.max(first, moments[to - from - 1] ?? 0) + search.beyond)
  let pairs: NotePair[] = []
  const taken = new Set<number>()
  const byPitch = new Map<number, Heard>()
  const open = new Map<number, Heard>()
  for (let note = from; note < to; note += 1) {
    const { pitch = 0, onset = 0 } = played[note] ?? {}
    add(byPitch, pitch, note, onset)
    if (!isSettled?.(note)) add(open, pitch, note, onset)
    const moment = moments[note - from] ?? 0
    const found = onsets.noteAt(moment, pitch)
    if (found < 0 || moment < first || moment > last || taken.has(found)) continue
    taken.add(found)
    pairs.push([found, note])
  }
  const part = {
    onsets,
    first,
    around: search.around,
    tries: search.tries,
    timesOf: (pitch: number) => byPitch.get(pitch)?.times ?? [],
    pitchOf: (note: number) => written[note]?.pitch ?? 0,
  }
  let times: Float64Array = new Float64Array()
  for (const reach of search.reaches) {
    times = placeMoments(part, timeMap(onsets, played, pairs, first, last))
    pairs = []
    for (const [pitch, heard] of open) {
      const all = onsets.between(pitch, first, last)
      const candidates = isTaken ? all.filter(index => !isTaken(index)) : all
      const expected = candidates.map(index => expectedAt(onsets, times, index, first))
      for (const [one, other] of matchTimes(expected, heard.times, reach))
        pairs.push([candidates[one] ?? 0, heard.notes[other] ?? 0])
    }
  }
  return { pairs, first, times }
}

interface Heard {
  readonly notes: number[]
  readonly times: number[]
}

function add(list: Map<number, Heard>, pitch: number, note: number, time: number): void {
  const { notes, times } = getOrMake(list, pitch, (): Heard => ({ notes: [], times: [] }))
  notes.push(note)
  times.push(time)
}

function expectedAt(onsets: WrittenOnsets, times: Float64Array, note: number, first: number): Expected {
  const moment = (onsets.momentOf[note] ?? 0) - first
  const to = times[moment] ?? 0
  if (!onsets.isGrace(note)) return { from: to, to }
  return { from: Math.min(to, Math.max(to - GRACE, times[moment - 1] ?? to - GRACE)), to }
}
