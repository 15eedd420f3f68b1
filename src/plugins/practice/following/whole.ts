/** Aligns a finished performance with the song, note by note. */
import type { NotePair, PlayedNote, WrittenNote } from '../tokens.js'
import { type CoarsePath, coarsePath } from './coarse-path.js'
import { matchTimes } from './match-pitches.js'
import { timeMap } from './time-map.js'
import { type WrittenOnsets, writtenOnsets } from './written-onsets.js'

/** Each pass knows better than the one before when notes are expected: their reach in seconds. */
const REACHES = [1.5, 0.8, 0.6] as const

/** Seconds before its moment within which a grace note is expected. */
const GRACE = 1

export function alignWhole(
  written: readonly WrittenNote[],
  played: readonly PlayedNote[],
): readonly NotePair[] {
  const onsets = writtenOnsets(written)
  const path = coarsePath(onsets, played)
  const passages = passagesOf(path).map(passage => alignPassage(onsets, played, path, passage))
  return firstOfEach(passages).sort(([, a], [, b]) => a - b)
}

/** A note that was played again counts where more of the song was played in one go. */
function firstOfEach(passages: readonly (readonly NotePair[])[]): NotePair[] {
  const taken = new Set<number>()
  return passages
    .toSorted((a, b) => b.length - a.length)
    .flatMap(pairs => pairs.filter(([written]) => !taken.has(written) && taken.add(written)))
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
    const found = onsets.noteAt(moments[note] ?? 0, pitch)
    if (found < 0 || taken.has(found)) continue
    taken.add(found)
    pairs.push([found, note])
  }
  for (const reach of REACHES) {
    const times = timeMap(onsets, played, pairs, first, last)
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
      const heard = notes.map(note => played[note]?.onset ?? 0)
      for (const [one, other] of matchTimes(expected, heard, reach))
        pairs.push([candidates[one] ?? 0, notes[other] ?? 0])
    }
  }
  return pairs.sort(([, a], [, b]) => a - b)
}
