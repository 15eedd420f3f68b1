import type { NotePair, PlayedNote, WrittenNote } from '../tokens.js'
import { alignPassage } from './align-passage.js'
import { createPathFinder, type Path } from './path-finder.js'
import { type WrittenOnsets, writtenOnsets } from './written-onsets.js'

export function alignWhole(
  written: readonly WrittenNote[],
  played: readonly PlayedNote[],
): readonly NotePair[] {
  const onsets = writtenOnsets(written)
  const path = pathOf(onsets, played)
  const aligned = joined(passagesOf(path), path).map(([from, to]) => {
    const moments = path.moments.subarray(from, to)
    return alignPassage({ written, onsets, played, from, to, moments, search: SEARCH }).pairs
  })
  return bestOfEach(onsets, aligned).sort(([, a], [, b]) => a - b)
}

const SEARCH = { reaches: [1.9, 0.8, 0.9], around: 2, tries: 20, beyond: 1 } as const
const JUMP = 9
const MOST_PATH_ENTRIES = 8_000_000
const LEAST_NOTES = 512

function pathOf(onsets: WrittenOnsets, played: readonly PlayedNote[]): Path {
  const { length } = played
  const memory = Math.min(
    length,
    Math.max(LEAST_NOTES, Math.floor(MOST_PATH_ENTRIES / Math.max(1, onsets.count))),
  )
  const moments = new Int32Array(length)
  const jumps = new Uint8Array(length)
  if (onsets.count === 0 || length === 0) return { moments, jumps }
  const finder = createPathFinder(onsets, memory, JUMP)
  for (const [note, { pitch }] of played.entries()) {
    finder.step(pitch)
    const done = note + 1
    if (done % (memory >> 1 || 1) !== 0 && done < length) continue
    const path = finder.trace()
    moments.set(path.moments, done - path.moments.length)
    jumps.set(path.jumps, done - path.jumps.length)
  }
  return { moments, jumps }
}

const SUPPORT = 6

/** If several passages match a written note, keeps the match whose passage has the most matches nearby. */
function bestOfEach(onsets: WrittenOnsets, passages: readonly (readonly NotePair[])[]): NotePair[] {
  if (passages.length < 2) return [...(passages[0] ?? [])]
  const best = new Map<number, { pair: NotePair; support: number }>()
  for (const pairs of passages) {
    const found = new Float64Array(onsets.count + 1)
    for (const [written] of pairs) {
      const moment = onsets.momentOf[written] ?? 0
      found[moment + 1] = (found[moment + 1] ?? 0) + 1
    }
    for (let moment = 0; moment < onsets.count; moment += 1)
      found[moment + 1] = (found[moment + 1] ?? 0) + (found[moment] ?? 0)
    for (const pair of pairs) {
      const moment = onsets.momentOf[pair[0]] ?? 0
      const from = Math.max(0, moment - SUPPORT)
      const to = Math.min(onsets.count, moment + SUPPORT + 1)
      const support = (found[to] ?? 0) - (found[from] ?? 0)
      const other = best.get(pair[0])
      if (!other || support > other.support) best.set(pair[0], { pair, support })
    }
  }
  return [...best.values()].map(({ pair }) => pair)
}

/** Maximum number of played notes in an aside, such as a long trill or a run that isn't in the song. */
const ASIDE = 60
/** Number of onsets before or after the interruption at which the song may resume. */
const LEFT = { back: 4, on: 30 } as const

function joined(passages: readonly Stretch[], { moments }: Path): readonly Stretch[] {
  const result: Stretch[] = []
  for (const passage of passages) {
    const aside = result.at(-1)
    const before = result.at(-2)
    if (before && aside && aside[1] - aside[0] <= ASIDE) {
      const on = (moments[passage[0]] ?? 0) - (moments[before[1] - 1] ?? 0)
      if (on >= -LEFT.back && on <= LEFT.on) {
        result.splice(-2, 2, [before[0], passage[1]])
        continue
      }
    }
    result.push(passage)
  }
  return result
}

type Stretch = readonly [from: number, end: number]

function passagesOf({ jumps }: Path): Stretch[] {
  const passages: Stretch[] = []
  let from = 0
  for (let note = 1; note <= jumps.length; note += 1) {
    if (note < jumps.length && jumps[note] !== 1) continue
    if (note > from) passages.push([from, note])
    from = note
  }
  return passages
}
