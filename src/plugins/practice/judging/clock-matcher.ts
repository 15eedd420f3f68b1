import { countWhile, median } from '../../../core/platform/ordered.js'
import { matchTimes } from '../following/match-pitches.js'
import type { LiveFollower } from '../tokens.js'
import type { JudgedNote, Matched, Matcher, NoteIndex, Struck } from './judged-notes.js'

/** Maximum distance of a note from its written time, in ms of clock time. */
export const REACH_MS = 400
/** Time during which matches for a pitch may still change, in ms of clock time. */
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

  /** Rematches all recent notes of a pitch. The latest note may change earlier matches. */
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
    // Unmatched notes come first to free their written notes for others.
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

const STEADY = 8
const LEAST = 3
const PAST_BEATS = 1
/** Number of recent notes to keep, enough for every match that may still change. */
const KEPT = 64

interface Moment {
  readonly onset: number
  /** In ms of clock time. */
  readonly atMs: number
}

export function createFollowMatcher(notes: readonly JudgedNote[], follower: LiveFollower): Matcher {
  const recent: { readonly atMs: number; onset: number | undefined }[] = []
  let count = 0
  let lost = false
  let reached = 0

  /** Returns the latest matched onsets before a note, oldest first, stopping at a jump. */
  const momentsBefore = (place: number): Moment[] => {
    const moments: Moment[] = []
    for (let at = place - 1; at >= 0 && moments.length < STEADY; at -= 1) {
      const { onset, atMs } = recent[at] ?? { onset: undefined, atMs: 0 }
      const next = moments[0]
      if (onset === undefined) continue
      if (next && onset > next.onset) break
      if (next?.onset === onset) moments[0] = { onset, atMs }
      else moments.unshift({ onset, atMs })
    }
    return moments
  }

  /** Returns a note's delay in ms relative to a line fitted through the previous onsets. */
  const deviationOf = (place: number, onset: number, atMs: number): number => {
    const moments = momentsBefore(place)
    const chord = moments.at(-1)
    if (chord?.onset === onset) return atMs - chord.atMs
    if (moments.length < LEAST) return 0
    const slopes: number[] = []
    for (const [at, moment] of moments.entries())
      for (const other of moments.slice(at + 1))
        slopes.push((other.atMs - moment.atMs) / (other.onset - moment.onset))
    const slope = median(slopes) ?? 0
    const rests = moments.map(moment => moment.atMs - slope * moment.onset)
    return atMs - ((median(rests) ?? 0) + slope * onset)
  }

  const matched = (played: number, written: number | undefined): Matched => {
    const place = played - (count - recent.length)
    const note = recent[place]
    const onset = written === undefined ? undefined : notes[written]?.onset
    if (!note || onset === undefined) {
      if (note) note.onset = undefined
      return { played, written: undefined, byMs: 0 }
    }
    note.onset = onset
    return { played, written, byMs: deviationOf(place, onset, note.atMs) }
  }

  return {
    take({ pitch, atMs }: Struck, played) {
      const step = follower.play({ onset: atMs / 1000, pitch })
      lost = step.lost
      recent.push({ atMs, onset: undefined })
      count += 1
      if (recent.length > KEPT) recent.shift()
      const revised = step.revised.map(({ played: earlier, written }) => matched(earlier, written))
      const latest = matched(played, step.written)
      if (latest.written !== undefined) reached = notes[latest.written]?.onset ?? 0
      return [...revised, latest].sort(
        (a, b) => Number(a.written !== undefined) - Number(b.written !== undefined),
      )
    },
    passedUntil: () =>
      lost ? 0 : countWhile(notes.length, note => (notes[note]?.onset ?? 0) < reached - PAST_BEATS),
    get lost() {
      return lost
    },
  }
}
