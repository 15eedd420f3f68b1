import { matchTimes } from '../following/match-pitches.js'
import type { JudgedNote, NoteIndex } from './judged-notes.js'
import type { Matched, Matcher, Struck } from './matcher.js'

/** Largest distance of a note from its written moment, milliseconds of the clock. */
export const REACH_MS = 400
/** Milliseconds of the clock in which the pairs of a pitch can still change. */
const OPEN_MS = 1000
const OCTAVE = 12

interface Recent extends Struck {
  readonly number: number
  written: number | undefined
}

export function createClockMatcher(
  notes: readonly JudgedNote[],
  index: NoteIndex,
  strictOctaves: boolean,
): Matcher {
  const recent = new Map<number, Recent[]>()
  const holder = new Map<number, number>()
  let rate = 1

  /** Pairs all recent notes of a pitch again: the latest may explain the ones before. */
  const pairUp = (list: readonly Recent[], written: readonly number[]): Matched[] => {
    const expected = written.map(note => {
      const seconds = (notes[note]?.atMs ?? 0) / 1000
      return { from: seconds, to: seconds }
    })
    const pairs = matchTimes(
      expected,
      list.map(({ songMs = 0 }) => songMs / 1000),
      (REACH_MS * rate) / 1000,
    )
    const writtenAt = new Map(pairs.map(([one, other]) => [other, written[one]]))
    const changed: Matched[] = []
    for (const [at, note] of list.entries()) {
      const better = writtenAt.get(at)
      const isNew = at === list.length - 1
      if (!isNew && better === note.written) continue
      if (note.written !== undefined && holder.get(note.written) === note.number) holder.delete(note.written)
      note.written = better
      const byMs = better === undefined ? 0 : ((note.songMs ?? 0) - (notes[better]?.atMs ?? 0)) / rate
      changed.push({ played: note.number, written: better, byMs })
    }
    for (const { number, written: found } of list) if (found !== undefined) holder.set(found, number)
    // Notes that lose their pair come first and leave it open.
    return changed.sort((a, b) => Number(a.written !== undefined) - Number(b.written !== undefined))
  }

  return {
    take(note, number) {
      const { pitch, songMs = 0 } = note
      rate = note.rate
      const list = (recent.get(pitch) ?? []).filter(
        ({ songMs: at = 0 }) => Math.abs(songMs - at) <= OPEN_MS * rate && at <= songMs,
      )
      const one: Recent = { ...note, number, written: undefined }
      list.push(one)
      recent.set(pitch, list)
      const reach = REACH_MS * rate
      const numbers = new Set(list.map(each => each.number))
      const isOpen = (written: number) => {
        const by = holder.get(written)
        return by === undefined || numbers.has(by)
      }
      const first = Math.min(...list.map(({ songMs: at = 0 }) => at))
      const written = index.between(pitch, first - reach, songMs + reach).filter(isOpen)
      const matched = pairUp(list, written)
      if (strictOctaves || one.written !== undefined) return matched
      const octave = octaveOf(pitch, songMs, reach, isOpen)
      if (octave === undefined) return matched
      one.written = octave
      holder.set(octave, number)
      const byMs = (songMs - (notes[octave]?.atMs ?? 0)) / rate
      return [...matched.filter(({ played }) => played !== number), { played: number, written: octave, byMs }]
    },
    passedUntil: songMs => (songMs === undefined ? 0 : index.firstFrom(songMs - REACH_MS * rate)),
    lost: false,
  }

  function octaveOf(pitch: number, songMs: number, reach: number, isOpen: (written: number) => boolean) {
    let best: number | undefined
    for (let other = pitch % OCTAVE; other <= 127; other += OCTAVE) {
      for (const note of index.between(other, songMs - reach, songMs + reach)) {
        const away = Math.abs((notes[note]?.atMs ?? 0) - songMs)
        if (isOpen(note) && (best === undefined || away < Math.abs((notes[best]?.atMs ?? 0) - songMs)))
          best = note
      }
    }
    return best
  }
}
