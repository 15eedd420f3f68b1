/** Judges a take: says of every note, written or played, what became of it, and why it did not count. */
import type { LiveFollower, Verdict, VerdictKind, VerdictReason } from '../tokens.js'
import { createClockMatcher, REACH_MS } from './clock-matcher.js'
import { createFollowMatcher } from './follow-matcher.js'
import { indexNotes, type JudgedNote } from './judged-notes.js'
import type { Matched, Matcher, Struck } from './matcher.js'

/** How much of a chord has to be played: `most` is more than half. */
export type ChordShare = 'all' | 'most' | 'one'

export interface JudgeOptions {
  /** Milliseconds to either side of the right moment. */
  readonly windowMs: number
  readonly chord: ChordShare
  /** Whether a note in another octave is wrong, and one on another string. */
  readonly strictOctaves: boolean
  readonly strictStrings: boolean
}

export interface JudgeParts {
  /** In the order in which they begin. */
  readonly notes: readonly JudgedNote[]
  readonly options: JudgeOptions
  /** Where the player keeps the tempo; without it the song does. */
  readonly follower?: LiveFollower | undefined
}

export interface Judge {
  take(note: Struck): void
  /** Says of notes that are over that they were missed. @param songMs where the song is @returns whether there were any */
  pass(songMs: number | undefined): boolean
  /** Judges what is left. @param songMs how far the song got; infinite where it came to its end */
  end(songMs: number | undefined): void
  /** By the index of the written note in `notes`. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** Of notes that are not in the song. */
  readonly extras: ReadonlyMap<number, Verdict>
  /** The played notes whose verdicts are newest, and written ones that were missed, in the order of their verdicts. */
  latest(count: number): readonly Verdict[]
  readonly playedCount: number
  readonly lost: boolean
  /** Whether a note with this pitch is near, and was not played yet. */
  awaits(note: Struck): boolean
  /** Whether a note that is not in the song would be taken for one that is near. */
  isDue(note: Struck): boolean
  /** Whether one pitch counts as the other. */
  isSame(wanted: number, heard: number): boolean
  /** Whether the last written note was played, or is over. */
  readonly isComplete: boolean
}

/** Milliseconds that the notes of a chord may follow one another, on top of the window. */
const ROLL_MS = 80
/** Notes in a chord that may be rolled. */
const ROLLED = 3
/** Verdicts that are remembered in their order. */
const REMEMBERED = 64
/** Written notes in a row that are not missed by accident. */
const SKIPPED = 8
const OCTAVE = 12

export function createJudge({ notes, options, follower }: JudgeParts): Judge {
  const index = indexNotes(notes)
  const { windowMs } = options
  const matcher: Matcher = follower
    ? createFollowMatcher(notes, follower)
    : createClockMatcher(notes, index, options.strictOctaves)
  const verdicts = new Map<number, Verdict>()
  const extras = new Map<number, Verdict>()
  const played: Struck[] = []
  /** Which written note each played one is. */
  const writtenOf = new Map<number, number>()
  /** Which written note each wrong one was meant for, and the other way round. */
  const meantBy = new Map<number, number>()
  const wrongFor = new Map<number, number>()
  const order: Verdict[] = []
  let next = 0

  const means = (number: number, written: number) => {
    meantBy.set(number, written)
    wrongFor.set(written, number)
  }

  /** A wrong note was not meant for that after all. @returns which note it was */
  const unmean = (written: number | undefined): number | undefined => {
    if (written === undefined) return undefined
    const number = wrongFor.get(written)
    wrongFor.delete(written)
    if (number !== undefined) meantBy.delete(number)
    return number
  }

  const placeOf = (written: number | undefined, songMs: number | undefined) => {
    const note = written === undefined ? undefined : notes[written]
    const nearest = note ?? notes[Math.min(notes.length - 1, index.firstFrom(songMs ?? 0))]
    return { songMs: note?.atMs ?? songMs ?? nearest?.atMs ?? 0, bar: nearest?.bar ?? 1 }
  }

  const remember = (verdict: Verdict) => {
    const isReplaced = ({ played: by, written }: Verdict) =>
      by === undefined ? written === verdict.written : by === verdict.played
    const at = order.findLastIndex(isReplaced)
    if (at >= 0) order[at] = verdict
    else order.push(verdict)
    if (order.length > REMEMBERED) order.shift()
  }

  const isSame = (wanted: number, heard: number) =>
    options.strictOctaves ? wanted === heard : (wanted - heard) % OCTAVE === 0

  /** Whether it was not played: one that was missed may still come, where the browser was busy meanwhile. */
  const isOpen = (written: number) => (verdicts.get(written)?.kind ?? 'missed') === 'missed'

  const isRolled = (written: number) => {
    const [first, end] = index.chordOf(written)
    return end - first >= ROLLED
  }

  /** The verdict on a written note that was played. */
  const judged = (written: number, number: number, byMs: number): Verdict => {
    const note = notes[written]
    const { pitch: heard, string } = played[number] ?? {}
    const wanted = note?.pitch
    const facts = {
      written: note?.shown ?? written,
      played: number,
      ...(wanted !== undefined && { wanted }),
      ...(heard !== undefined && { heard }),
    }
    const timed = { ...facts, byMs, windowMs, ...placeOf(written, undefined) }
    const fault = (kind: VerdictKind, reason: VerdictReason): Verdict => ({ ...timed, kind, reason })
    if (heard !== undefined && wanted !== undefined && !isSame(wanted, heard))
      return fault('wrong', (heard - wanted) % OCTAVE === 0 ? 'octave' : 'pitch')
    if (options.strictStrings && string !== undefined && note && note.string > 0 && string !== note.string)
      return fault('wrong', 'string')
    if (byMs < -windowMs) return fault('early', 'early')
    if (byMs > windowMs + (isRolled(written) ? ROLL_MS : 0)) return fault('late', 'late')
    return { ...timed, kind: 'hit' }
  }

  /** A note that is not in the song: in place of the one that is due, if there is one, or besides. */
  const stray = (number: number) => {
    const { pitch: heard = 0, songMs } = played[number] ?? {}
    const lost = matcher.lost
    const struck = played[number]
    const meant = lost || !struck ? undefined : dueFor(struck)
    if (meant === undefined) {
      const reason = lost ? 'lost' : 'extra'
      const extra: Verdict = {
        kind: 'extra',
        reason,
        played: number,
        heard,
        ...placeOf(undefined, songMs ?? placeNow()),
      }
      extras.set(number, extra)
      remember(extra)
      return
    }
    extras.delete(number)
    means(number, meant)
    const byMs = deviation(number, meant)
    const verdict = judged(meant, number, byMs)
    verdicts.set(meant, verdict)
    remember(verdict)
  }

  const placeNow = () => notes[Math.min(next, notes.length - 1)]?.atMs

  const deviation = (number: number, written: number) => {
    const { songMs, rate = 1 } = played[number] ?? {}
    return songMs === undefined ? 0 : (songMs - (notes[written]?.atMs ?? 0)) / rate
  }

  /** The open note that a wrong one was meant for: within the window, the nearest in time, then in pitch. */
  const dueFor = ({ songMs, pitch, rate }: Struck): number | undefined => {
    const at = songMs ?? placeNow()
    if (at === undefined) return undefined
    const reach = windowMs * (songMs === undefined ? 1 : rate)
    let best: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (let written = index.firstFrom(at - reach); written < notes.length; written += 1) {
      const note = notes[written]
      if (!note || note.atMs > at + reach) break
      if (songMs === undefined ? verdicts.has(written) : !isOpen(written)) continue
      const away = Math.abs(note.atMs - at) + Math.abs(note.pitch - pitch) / 10
      if (away < least) {
        least = away
        best = written
      }
    }
    return best
  }

  const forget = (written: number | undefined, number: number) => {
    if (written !== undefined && verdicts.get(written)?.played === number) verdicts.delete(written)
  }

  const apply = ({ played: number, written, byMs }: Matched) => {
    const before = writtenOf.get(number)
    if (before !== written) forget(before, number)
    if (written === undefined) {
      writtenOf.delete(number)
      if (!extras.has(number) && !meantBy.has(number)) stray(number)
      return
    }
    extras.delete(number)
    const meant = meantBy.get(number)
    unmean(meant)
    forget(meant, number)
    writtenOf.set(number, written)
    const wrong = unmean(written)
    const verdict = judged(written, number, byMs)
    verdicts.set(written, verdict)
    remember(verdict)
    // What was taken for this note a moment ago was something else.
    if (wrong !== undefined) stray(wrong)
  }

  /** Whether as much of a chord was played as has to be. */
  const isEnough = (written: number) => {
    if (options.chord === 'all') return false
    const [first, end] = index.chordOf(written)
    if (end - first < 2) return false
    let hits = 0
    for (let note = first; note < end; note += 1) if (verdicts.get(note)?.kind === 'hit') hits += 1
    return options.chord === 'one' ? hits > 0 : hits * 2 > end - first
  }

  const passTo = (until: number, skippedFrom: number): boolean => {
    const before = next
    while (next < Math.min(until, notes.length)) {
      const written = next
      next += 1
      if (verdicts.has(written)) continue
      const note = notes[written]
      const facts = {
        written: note?.shown ?? written,
        ...(note && { wanted: note.pitch }),
        ...placeOf(written, undefined),
      }
      if (isEnough(written)) {
        verdicts.set(written, { kind: 'hit', ...facts })
        continue
      }
      const verdict: Verdict = {
        kind: 'missed',
        reason: written >= skippedFrom ? 'skipped' : 'missed',
        ...facts,
      }
      verdicts.set(written, verdict)
      remember(verdict)
    }
    return next > before
  }

  const isComplete = () => next >= notes.length || verdicts.has(notes.length - 1)

  return {
    take(note) {
      const number = played.length
      played.push(note)
      for (const matched of matcher.take(note, number)) apply(matched)
    },
    pass(songMs) {
      const until = matcher.passedUntil(songMs)
      // So many at once were not missed one by one: the player has gone past them.
      const skipped = follower && until - next >= SKIPPED ? next : Number.POSITIVE_INFINITY
      return passTo(until, skipped)
    },
    end(songMs) {
      const isOver = songMs === Number.POSITIVE_INFINITY || isComplete()
      passTo(isOver ? notes.length : matcher.passedUntil(songMs), Number.POSITIVE_INFINITY)
    },
    verdicts,
    extras,
    latest: count => order.slice(-count),
    get playedCount() {
      return played.length
    },
    get lost() {
      return matcher.lost
    },
    awaits({ pitch, songMs = 0, rate }) {
      const reach = REACH_MS * rate
      for (let written = index.firstFrom(songMs - reach); written < notes.length; written += 1) {
        const note = notes[written]
        if (!note || note.atMs > songMs + reach) return false
        if (isOpen(written) && isSame(note.pitch, pitch)) return true
      }
      return false
    },
    isDue: note => dueFor(note) !== undefined,
    isSame,
    get isComplete() {
      return isComplete()
    },
  }
}
