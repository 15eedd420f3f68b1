/** Aligns a finished performance with the song, note by note. */
import type { NotePair, PlayedNote, WrittenNote } from '../tokens.js'
import { type CoarsePath, coarsePath } from './coarse-path.js'
import { matchTimes } from './match-pitches.js'
import { placeMoments } from './place-moments.js'
import { timeMap } from './time-map.js'
import { type WrittenOnsets, writtenOnsets } from './written-onsets.js'

/** Each pass knows better than the one before when notes are expected: their reach in seconds. */
const REACHES = [1.5, 0.8, 0.9] as const

/** Seconds before its moment within which a grace note is expected. */
const GRACE = 1

export function alignWhole(
  written: readonly WrittenNote[],
  played: readonly PlayedNote[],
): readonly NotePair[] {
  const onsets = writtenOnsets(written)
  const path = coarsePath(onsets, played)
  const passages = joined(passagesOf(path), path)
  const aligned = passages.map(passage => alignPassage(written, onsets, played, path, passage))
  return bestOfEach(onsets, aligned).sort(([, a], [, b]) => a - b)
}

/** Moments to either side that say how well a passage goes with the song. */
const SUPPORT = 6

/** A note that is in several passages belongs to the one that has more of what is written around it. */
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

/** Played notes of an aside: a long trill, or a run that is not in the song. */
const ASIDE = 60
/** Moments that the song may go on away from where it was left for an aside. */
const LEFT = { back: 4, on: 30 } as const

/** An aside, after which the song goes on where it was left, is part of the passage around it. */
function joined(passages: readonly Passage[], { moments }: CoarsePath): readonly Passage[] {
  const result: Passage[] = []
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

/** Played notes that go through the song without a jump: the second index is not included. */
type Passage = readonly [from: number, to: number]

function passagesOf({ jumps }: CoarsePath): Passage[] {
  const passages: Passage[] = []
  let from = 0
  for (let note = 1; note <= jumps.length; note += 1) {
    if (note < jumps.length && jumps[note] !== 1) continue
    if (note > from) passages.push([from, note])
    from = note
  }
  return passages
}

function alignPassage(
  written: readonly WrittenNote[],
  onsets: WrittenOnsets,
  played: readonly PlayedNote[],
  { moments }: CoarsePath,
  [from, to]: Passage,
): readonly NotePair[] {
  const first = moments[from] ?? 0
  const last = moments[to - 1] ?? 0
  let pairs: NotePair[] = []
  const taken = new Set<number>()
  const byPitch = new Map<number, number[]>()
  for (let note = from; note < to; note += 1) {
    const { pitch } = played[note] as PlayedNote
    const list = byPitch.get(pitch)
    if (list) list.push(note)
    else byPitch.set(pitch, [note])
    const moment = moments[note] ?? 0
    const found = onsets.noteAt(moment, pitch)
    if (found < 0 || moment < first || moment > last || taken.has(found)) continue
    taken.add(found)
    pairs.push([found, note])
  }
  const heardOf = new Map(
    [...byPitch].map(([pitch, notes]) => [pitch, notes.map(note => played[note]?.onset ?? 0)]),
  )
  const part = {
    onsets,
    first,
    timesOf: (pitch: number) => heardOf.get(pitch) ?? [],
    pitchOf: (note: number) => written[note]?.pitch ?? 0,
  }
  for (const reach of REACHES) {
    const times = placeMoments(part, timeMap(onsets, played, pairs, first, last))
    pairs = []
    for (const [pitch, notes] of byPitch) {
      const candidates = onsets.ofPitch(pitch).filter(index => {
        const moment = onsets.momentOf[index] ?? 0
        return moment >= first && moment <= last
      })
      const expected = candidates.map(index => {
        const moment = (onsets.momentOf[index] ?? 0) - first
        const to = times[moment] ?? 0
        if (!onsets.isGrace(index)) return { from: to, to }
        return { from: Math.min(to, Math.max(to - GRACE, times[moment - 1] ?? to - GRACE)), to }
      })
      for (const [one, other] of matchTimes(expected, part.timesOf(pitch), reach))
        pairs.push([candidates[one] ?? 0, notes[other] ?? 0])
    }
  }
  return pairs
}
