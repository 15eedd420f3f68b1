import { countWhile, firstNotBelow, median } from '../../../core/platform/ordered.js'
import { getOrMake } from '../../../core/platform/store.js'
import type { NotePair, PlayedNote, WrittenNote } from '../tokens.js'
import { type Expected, matchTimes } from './match-pitches.js'
import type { WrittenOnsets } from './written-onsets.js'

const GRACE_LEAD_SECONDS = 1

export interface Search {
  /** Maximum deviation from the expected time in each pass, in seconds. */
  readonly reaches: readonly number[]
  /** Search range on either side of an onset's estimated time, in seconds. */
  readonly around: number
  readonly tries: number
  /** Number of onsets to search past the end of the path. */
  readonly beyond: number
}

export interface Passage {
  readonly written: readonly WrittenNote[]
  readonly onsets: WrittenOnsets
  readonly played: readonly PlayedNote[]
  /** Range of indices into the played notes; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly moments: ArrayLike<number>
  /** Returns true for a note to skip because its match is final. */
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
  return {
    from: Math.min(to, Math.max(to - GRACE_LEAD_SECONDS, times[moment - 1] ?? to - GRACE_LEAD_SECONDS)),
    to,
  }
}

/** Number of anchors on each side used to predict an onset. */
const ADJACENT = 3
const SOLID = 0.7
const CHORD_SPREAD_SECONDS = 0.12

/** Predicts onset times in seconds. Anchors that disagree with adjacent ones are ignored. */
function timeMap(
  onsets: WrittenOnsets,
  played: readonly PlayedNote[],
  pairs: readonly NotePair[],
  first: number,
  last: number,
): Float64Array {
  const size = last - first + 1
  const lists: number[][] = Array.from({ length: size }, () => [])
  for (const [written, note] of pairs) {
    const moment = (onsets.momentOf[written] ?? 0) - first
    // Ornaments are unreliable indicators of an onset's time.
    if (onsets.weightOf(written) > SOLID) lists[moment]?.push(played[note]?.onset ?? 0)
  }
  const moments: number[] = []
  const times: number[] = []
  for (const [moment, list] of lists.entries()) {
    if (list.length === 0) continue
    moments.push(moment)
    times.push(median(list) ?? 0)
  }
  const beatOf = (moment: number) => onsets.beats[first + moment] ?? 0
  const kept = agreeing(moments.map(beatOf), times)
  const beats = kept.map(index => beatOf(moments[index] ?? 0))
  const seconds = kept.map(index => times[index] ?? 0)
  const result = new Float64Array(size)
  let next = 0
  for (let moment = 0; moment < size; moment += 1) {
    const beat = beatOf(moment)
    while (next < beats.length && (beats[next] ?? 0) < beat) next += 1
    result[moment] = interpolated(beats, seconds, next, beat)
  }
  return result
}

/** Returns the indices of anchors that move forward in time and agree with adjacent anchors. */
function agreeing(beats: readonly number[], times: readonly number[]): number[] {
  const kept: number[] = []
  for (let index = 0; index < beats.length; index += 1) {
    const around: number[] = []
    for (let step = 1; step <= ADJACENT; step += 1) {
      const [before, after] = [index - step, index + step]
      if (before < 0 || after >= beats.length) continue
      const share = (at(beats, index) - at(beats, before)) / (at(beats, after) - at(beats, before))
      around.push(at(times, before) + share * (at(times, after) - at(times, before)))
    }
    if (around.length > 0) {
      const expected = median(around) ?? 0
      const gap = (at(times, Math.min(times.length - 1, index + 1)) - at(times, Math.max(0, index - 1))) / 2
      if (Math.abs(at(times, index) - expected) > Math.max(CHORD_SPREAD_SECONDS, gap)) continue
    }
    kept.push(index)
  }
  return forwards(kept, times)
}

function forwards(indices: readonly number[], times: readonly number[]): number[] {
  const tails: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const index of indices) {
    const place = countWhile(tails.length, tail => at(times, tails[tail] ?? 0) <= at(times, index))
    previous.set(index, tails[place - 1])
    tails[place] = index
  }
  const kept: number[] = []
  for (let index = tails.at(-1); index !== undefined; index = previous.get(index)) kept.push(index)
  return kept.reverse()
}

function interpolated(
  beats: readonly number[],
  seconds: readonly number[],
  next: number,
  beat: number,
): number {
  if (beats.length === 0) return 0
  if (beats.length === 1) return at(seconds, 0) + (beat - at(beats, 0)) * 0.5
  const right = Math.min(Math.max(1, next), beats.length - 1)
  const left = right - 1
  const share = (beat - at(beats, left)) / (at(beats, right) - at(beats, left))
  return at(seconds, left) + share * (at(seconds, right) - at(seconds, left))
}

const at = (values: readonly number[], index: number) => values[index] ?? 0

interface PlacedPart {
  readonly onsets: WrittenOnsets
  /** Returns the times at which a pitch was played, in seconds, ascending. */
  readonly timesOf: (pitch: number) => readonly number[]
  readonly pitchOf: (written: number) => number
  readonly first: number
  /** Search range on either side of an onset's estimated time, in seconds. */
  readonly around: number
  readonly tries: number
}

const CHORD_DECAY_SECONDS = 0.06
/** Cost of a tempo change by a factor of e, in matched notes. */
const UNSTEADY = 0.65
const MOST_UNSTEADY = 1.5
const LEAST_APART = 0.03
/** Number of onsets on each side used to estimate the local tempo. */
const SURROUNDINGS = 20

/**
 * Finds onset times that keep chords together and the tempo steady.
 *
 * @param rough estimated onset times, in seconds
 */
function placeMoments(
  { onsets, timesOf, pitchOf, first, around, tries }: PlacedPart,
  rough: Float64Array,
): Float64Array {
  const size = rough.length
  const beatOf = (moment: number) => onsets.beats[first + moment] ?? 0
  const placed = new Float64Array(size)
  // Allocating hundreds of typed arrays per note would overload the garbage collector.
  let before: { times: readonly number[]; values: readonly number[]; likely: number } | undefined
  const froms: (readonly number[])[] = []
  const all: (readonly number[])[] = []
  for (let moment = 0; moment < size; moment += 1) {
    const about = rough[moment] ?? 0
    const pitches: (readonly number[])[] = []
    const weights: number[] = []
    for (
      let note = onsets.firsts[first + moment] ?? 0;
      note < (onsets.firsts[first + moment + 1] ?? 0);
      note += 1
    )
      if (!onsets.isGrace(note)) {
        pitches.push(timesOf(pitchOf(note)))
        weights.push(onsets.weightOf(note))
      }
    const times: number[] = candidates(pitches, about, around, tries)
    const values: number[] = []
    const from: number[] = []
    const expected = before
      ? Math.max(LEAST_APART, (beatOf(moment) - beatOf(moment - 1)) * tempoAt(moment))
      : 0
    const due = before ? before.likely + expected : about
    const later = firstNotBelow(times, due - CHORD_SPREAD_SECONDS)
    if ((times[later] ?? Number.POSITIVE_INFINITY) > due + CHORD_SPREAD_SECONDS) times.splice(later, 0, due)
    let likely = 0
    for (const time of times) {
      let value = 0
      for (let row = 0; row < pitches.length; row += 1)
        value += (weights[row] ?? 1) * nearness(pitches[row] ?? [], time)
      let source = 0
      if (before) {
        let best = Number.NEGATIVE_INFINITY
        for (let other = 0; other < before.times.length; other += 1) {
          const apart = time - (before.times[other] ?? 0)
          if (apart <= 0) break
          const held = before.values[other] ?? 0
          if (held <= best) continue
          const ratio = Math.log(Math.max(LEAST_APART, apart) / expected)
          const unsteady = UNSTEADY * ratio * ratio
          const path = held - (ratio > 0 ? Math.min(MOST_UNSTEADY, unsteady) : unsteady)
          if (path > best) {
            best = path
            source = other
          }
        }
        if (best === Number.NEGATIVE_INFINITY) best = (before.values[0] ?? 0) - 2 * MOST_UNSTEADY
        value += best
      }
      if (value > (values[likely] ?? Number.NEGATIVE_INFINITY)) likely = values.length
      values.push(value)
      from.push(source)
    }
    froms.push(from)
    all.push(times)
    before = { times, values, likely: times[likely] ?? about }
  }
  if (!before) return placed
  let index = before.values.indexOf(Math.max(...before.values))
  for (let moment = size - 1; moment >= 0; moment -= 1) {
    placed[moment] = all[moment]?.[index] ?? 0
    index = froms[moment]?.[index] ?? 0
  }
  return placed

  function tempoAt(moment: number): number {
    const from = Math.max(0, moment - SURROUNDINGS)
    const to = Math.min(size - 1, moment + SURROUNDINGS)
    const beats = beatOf(to) - beatOf(from)
    return beats > 0 ? Math.max(0.02, ((rough[to] ?? 0) - (rough[from] ?? 0)) / beats) : 0.5
  }
}

function candidates(
  pitches: readonly (readonly number[])[],
  about: number,
  around: number,
  tries: number,
): number[] {
  const times = [about]
  for (const notes of pitches) {
    for (let index = firstNotBelow(notes, about - around); index < notes.length; index += 1) {
      const time = notes[index] ?? 0
      if (time > about + around) break
      insert(times, time)
    }
  }
  if (times.length <= tries) return times
  const nearest = times.sort((a, b) => Math.abs(a - about) - Math.abs(b - about)).slice(0, tries)
  return nearest.sort((a, b) => a - b)
}

function insert(times: number[], time: number): void {
  let at = times.length
  while (at > 0 && (times[at - 1] ?? 0) > time) at -= 1
  if (times[at - 1] === time) return
  times.push(time)
  for (let index = times.length - 1; index > at; index -= 1) times[index] = times[index - 1] ?? 0
  times[at] = time
}

/** Returns 1 at the time of a note, and less with increasing distance from the nearest one. */
function nearness(notes: readonly number[], time: number): number {
  const next = firstNotBelow(notes, time)
  const after = (notes[next] ?? Number.POSITIVE_INFINITY) - time
  const before = time - (notes[next - 1] ?? Number.NEGATIVE_INFINITY)
  return Math.exp(-Math.min(after, before) / CHORD_DECAY_SECONDS)
}
