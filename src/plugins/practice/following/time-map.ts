import { countWhile, median } from '../../../core/platform/ordered.js'
import type { NotePair, PlayedNote } from '../tokens.js'
import type { WrittenOnsets } from './written-onsets.js'

/** Anchors to either side that predict a moment. */
const ADJACENT = 3
const SOLID = 0.7
/** Spread of a chord, and tolerance of an anchor in a steady tempo, seconds. */
const SPREAD = 0.12

/** Predicts each moment from `first` to `last` in seconds, by anchors that agree with the adjacent ones. */
export function timeMap(
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
    // Ornaments say little about the time of their moment.
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

/** Indices of the anchors that move forwards and are where the adjacent ones expect them. */
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
      if (Math.abs(at(times, index) - expected) > Math.max(SPREAD, gap)) continue
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
