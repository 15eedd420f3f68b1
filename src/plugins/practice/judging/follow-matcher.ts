import { countWhile, median } from '../../../core/platform/ordered.js'
import type { LiveFollower } from '../tokens.js'
import type { JudgedNote } from './judged-notes.js'
import type { Matched, Matcher, Struck } from './matcher.js'

const STEADY = 8
const LEAST = 3
const PAST_BEATS = 1

interface Moment {
  readonly onset: number
  /** Milliseconds of the clock. */
  readonly atMs: number
}

export function createFollowMatcher(notes: readonly JudgedNote[], follower: LiveFollower): Matcher {
  let moments: Moment[] = []
  let lost = false
  let reached = 0
  const deviations = new Map<number, number>()

  /** How late a note is against the line through the moments before it, milliseconds. */
  const deviationOf = (onset: number, atMs: number): number => {
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

  const keep = (onset: number, atMs: number) => {
    const last = moments.at(-1)
    if (last && onset < last.onset) moments = []
    if (last?.onset === onset) return
    moments.push({ onset, atMs })
    if (moments.length > STEADY) moments.shift()
  }

  return {
    take({ pitch, atMs }: Struck, played) {
      const step = follower.play({ onset: atMs / 1000, pitch })
      lost = step.lost
      const result: Matched[] = step.revised.map(({ played: earlier, written }) => ({
        played: earlier,
        written,
        byMs: written === undefined ? 0 : (deviations.get(earlier) ?? 0),
      }))
      const { written } = step
      const note = written === undefined ? undefined : notes[written]
      if (!note || written === undefined) return [...result, { played, written: undefined, byMs: 0 }]
      const byMs = deviationOf(note.onset, atMs)
      deviations.set(played, byMs)
      keep(note.onset, atMs)
      reached = note.onset
      return [...result, { played, written, byMs }]
    },
    passedUntil: () =>
      lost ? 0 : countWhile(notes.length, note => (notes[note]?.onset ?? 0) < reached - PAST_BEATS),
    get lost() {
      return lost
    },
  }
}
