/** When each moment of a passage was played: the times at which its notes sound together, in the steadiest tempo. */
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { WrittenOnsets } from './written-onsets.js'

export interface PlacedPart {
  readonly onsets: WrittenOnsets
  /** When the notes of a pitch were played, in seconds, ascending. */
  readonly timesOf: (pitch: number) => readonly number[]
  readonly pitchOf: (written: number) => number
  /** First moment of the passage. */
  readonly first: number
  /** Seconds around the rough time within which a moment is looked for. */
  readonly around: number
  /** Times of one moment that are tried at most: the nearest. */
  readonly tries: number
}

/** Seconds after which a note of a chord hardly belongs to it. */
const TOGETHER = 0.06
/** What a tempo costs that is e times that of the surroundings, in notes that are found. */
const UNSTEADY = 0.65
/** No tempo costs more: there are pauses. */
const MOST_UNSTEADY = 1.5
/** Seconds: less apart, moments have no tempo. */
const LEAST_APART = 0.03
/** Moments to either side that say how fast the surroundings are. */
const SURROUNDINGS = 20

/**
 * @param rough when each moment of the passage is about, in seconds
 * @returns when each of them was played
 */
export function placeMoments(
  { onsets, timesOf, pitchOf, first, around, tries }: PlacedPart,
  rough: Float64Array,
): Float64Array {
  const size = rough.length
  const beatOf = (moment: number) => onsets.beats[first + moment] ?? 0
  const placed = new Float64Array(size)
  // Plain lists: hundreds of typed ones for each note would keep the collector busy.
  let before: { times: readonly number[]; values: readonly number[] } | undefined
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
    const times = candidates(pitches, about, around, tries)
    const values: number[] = []
    const from: number[] = []
    const expected = before
      ? Math.max(LEAST_APART, (beatOf(moment) - beatOf(moment - 1)) * tempoAt(moment))
      : 0
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
          const ratio = Math.log(Math.max(LEAST_APART, apart) / expected)
          const path = (before.values[other] ?? 0) - Math.min(MOST_UNSTEADY, UNSTEADY * ratio * ratio)
          if (path > best) {
            best = path
            source = other
          }
        }
        // Without an earlier time the passage would end here: it goes on, and pays for it.
        if (best === Number.NEGATIVE_INFINITY) best = (before.values[0] ?? 0) - 2 * MOST_UNSTEADY
        value += best
      }
      values.push(value)
      from.push(source)
    }
    froms.push(from)
    all.push(times)
    before = { times, values }
  }
  if (!before) return placed
  let index = before.values.indexOf(Math.max(...before.values))
  for (let moment = size - 1; moment >= 0; moment -= 1) {
    placed[moment] = all[moment]?.[index] ?? 0
    index = froms[moment]?.[index] ?? 0
  }
  return placed

  /** Seconds per beat around a moment. */
  function tempoAt(moment: number): number {
    const from = Math.max(0, moment - SURROUNDINGS)
    const to = Math.min(size - 1, moment + SURROUNDINGS)
    const beats = beatOf(to) - beatOf(from)
    return beats > 0 ? Math.max(0.02, ((rough[to] ?? 0) - (rough[from] ?? 0)) / beats) : 0.5
  }
}

/** The nearest times at which any of the notes sounds, and the rough one; ascending. */
function candidates(
  pitches: readonly (readonly number[])[],
  about: number,
  around: number,
  tries: number,
): readonly number[] {
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

/** Into a short ascending list, once. */
function insert(times: number[], time: number): void {
  let at = times.length
  while (at > 0 && (times[at - 1] ?? 0) > time) at -= 1
  if (times[at - 1] === time) return
  times.push(time)
  for (let index = times.length - 1; index > at; index -= 1) times[index] = times[index - 1] ?? 0
  times[at] = time
}

/** How well a note fits a moment: 1 where it sounds at that time, less the further it is away. */
function nearness(notes: readonly number[], time: number): number {
  const next = firstNotBelow(notes, time)
  const after = (notes[next] ?? Number.POSITIVE_INFINITY) - time
  const before = time - (notes[next - 1] ?? Number.NEGATIVE_INFINITY)
  return Math.exp(-Math.min(after, before) / TOGETHER)
}
