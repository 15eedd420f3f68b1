import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { WrittenOnsets } from './written-onsets.js'

interface PlacedPart {
  readonly onsets: WrittenOnsets
  /** Played times of a pitch in seconds, ascending. */
  readonly timesOf: (pitch: number) => readonly number[]
  readonly pitchOf: (written: number) => number
  readonly first: number
  /** Seconds around the rough time in which a moment is searched. */
  readonly around: number
  readonly tries: number
}

/** Decay of a note's membership in a chord, seconds. */
const TOGETHER = 0.06
/** Cost of a tempo e times the surrounding tempo, in notes found. Capped, since players pause. */
const UNSTEADY = 0.65
const MOST_UNSTEADY = 1.5
const LEAST_APART = 0.03
/** Moments to either side that define the surrounding tempo. */
const SURROUNDINGS = 20

/**
 * Finds the times at which the notes of each moment sound together, in the steadiest tempo.
 *
 * @param rough estimated time of each moment, seconds
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

function insert(times: number[], time: number): void {
  let at = times.length
  while (at > 0 && (times[at - 1] ?? 0) > time) at -= 1
  if (times[at - 1] === time) return
  times.push(time)
  for (let index = times.length - 1; index > at; index -= 1) times[index] = times[index - 1] ?? 0
  times[at] = time
}

/** 1 for a note at that time, less the farther away it is. */
function nearness(notes: readonly number[], time: number): number {
  const next = firstNotBelow(notes, time)
  const after = (notes[next] ?? Number.POSITIVE_INFINITY) - time
  const before = time - (notes[next - 1] ?? Number.NEGATIVE_INFINITY)
  return Math.exp(-Math.min(after, before) / TOGETHER)
}
