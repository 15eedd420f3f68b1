import { type ChordShare, isEnough } from '../../player/tokens.js'
import type { LiveFollower, Verdict, VerdictKind, VerdictReason } from '../tokens.js'
import { createClockMatcher, createFollowMatcher, REACH_MS } from './clock-matcher.js'
import { indexNotes, type JudgedNote, type Matched, type Matcher, type Struck } from './judged-notes.js'

export interface JudgeOptions {
  /** Tolerance on either side of the written time, in ms. */
  readonly windowMs: number
  readonly chord: ChordShare
  readonly strictOctaves: boolean
  readonly strictStrings: boolean
}

export interface JudgeParts {
  readonly notes: readonly JudgedNote[]
  readonly options: JudgeOptions
  readonly follower?: LiveFollower | undefined
  readonly isOpenString?: ((pitch: number, string: number) => boolean) | undefined
}

export type Judge = ReturnType<typeof createJudge>

const ROLLED_CHORD_EXTRA_MS = 80
const ROLLED = 3
const REMEMBERED = 64
const SKIPPED = 8
const OCTAVE = 12

export function createJudge({ notes, options, follower, isOpenString }: JudgeParts) {
  const index = indexNotes(notes)
  const { windowMs } = options
  const matcher: Matcher = follower
    ? createFollowMatcher(notes, follower)
    : createClockMatcher(notes, index, options.strictOctaves)
  const verdicts = new Map<number, Verdict>()
  const extras = new Map<number, Verdict>()
  const played: Struck[] = []
  const writtenOf = new Map<number, number>()
  const meantBy = new Map<number, number>()
  const wrongFor = new Map<number, number>()
  const order: Verdict[] = []
  let next = 0

  const settle = (written: number, verdict: Verdict) => {
    verdicts.set(written, verdict)
    remember(verdict)
  }

  /** Unlinks a written note from the wrong note that was played in its place. @returns the wrong note */
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

  /** A note reported as missed may still arrive late if the browser is busy. */
  const isOpen = (written: number) => (verdicts.get(written)?.kind ?? 'missed') === 'missed'

  const ringsOpen = (pitch: number, string: number | undefined) =>
    string !== undefined && isOpenString?.(pitch, string) === true

  const isRolled = (written: number) => {
    const [first, end] = index.chordOf(written)
    return end - first >= ROLLED
  }

  const judged = (written: number, number: number, byMs: number): Verdict => {
    const note = notes[written]
    const { pitch: heard, string } = played[number] ?? {}
    const wanted = note?.pitch
    const timed = {
      ...{ written: note?.shown ?? written, played: number, wanted, heard, byMs, windowMs },
      ...placeOf(written, undefined),
    }
    const fault = (kind: VerdictKind, reason: VerdictReason): Verdict => ({ ...timed, kind, reason })
    if (heard !== undefined && wanted !== undefined && !isSame(wanted, heard)) {
      if (note?.string === string && ringsOpen(heard, string)) return { ...fault('wrong', 'open'), string }
      return fault('wrong', (heard - wanted) % OCTAVE === 0 ? 'octave' : 'pitch')
    }
    if (options.strictStrings && string !== undefined && note && note.string > 0 && string !== note.string)
      return fault('wrong', 'string')
    if (byMs < -windowMs) return fault('early', 'early')
    if (byMs > windowMs + (isRolled(written) ? ROLLED_CHORD_EXTRA_MS : 0)) return fault('late', 'late')
    return { ...timed, kind: 'hit' }
  }

  /** Counts an unmatched note as wrong if another note is due, otherwise as extra. */
  const stray = (number: number) => {
    const struck = played[number]
    if (!struck) return
    const meant = matcher.lost ? undefined : dueFor(struck)
    if (meant === undefined) {
      const { pitch, string } = struck
      const isOpenString = ringsOpen(pitch, string)
      const extra: Verdict = {
        kind: 'extra',
        reason: matcher.lost ? 'lost' : isAgain(struck) ? 'twice' : isOpenString ? 'open' : 'extra',
        played: number,
        heard: pitch,
        string,
        ...placeOf(undefined, struck.songMs ?? placeNow()),
      }
      extras.set(number, extra)
      remember(extra)
      return
    }
    extras.delete(number)
    meantBy.set(number, meant)
    wrongFor.set(meant, number)
    settle(meant, judged(meant, number, deviation(number, meant)))
  }

  const isNear = ({ pitch, songMs = placeNow() ?? 0, rate }: Struck, is: (verdict?: Verdict) => boolean) => {
    const reach = REACH_MS * rate
    for (let written = index.firstFrom(songMs - reach); written < notes.length; written += 1) {
      const note = notes[written]
      if (!note || note.atMs > songMs + reach) return false
      if (isSame(note.pitch, pitch) && is(verdicts.get(written))) return true
    }
    return false
  }

  const isAgain = (struck: Struck) => isNear(struck, verdict => verdict?.played !== undefined)

  const placeNow = () => notes[Math.min(next, notes.length - 1)]?.atMs

  const deviation = (number: number, written: number) => {
    const { songMs, rate = 1 } = played[number] ?? {}
    return songMs === undefined ? 0 : (songMs - (notes[written]?.atMs ?? 0)) / rate
  }

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
    settle(written, judged(written, number, byMs))
    if (wrong !== undefined) stray(wrong)
  }

  const isChordPlayed = (written: number) => {
    const [first, end] = index.chordOf(written)
    let hits = 0
    for (let note = first; note < end; note += 1) if (verdicts.get(note)?.kind === 'hit') hits += 1
    return isEnough(options.chord, hits, end - first)
  }

  const passTo = (until: number, skippedFrom: number): boolean => {
    const before = next
    while (next < Math.min(until, notes.length)) {
      const written = next
      next += 1
      if (verdicts.has(written)) continue
      const note = notes[written]
      const facts = { written: note?.shown ?? written, wanted: note?.pitch, ...placeOf(written, undefined) }
      if (isChordPlayed(written)) verdicts.set(written, { kind: 'hit', ...facts })
      else
        settle(written, {
          kind: 'missed',
          reason: written >= skippedFrom ? 'skipped' : 'missed',
          ...facts,
        })
    }
    return next > before
  }

  const isComplete = () => next >= notes.length || verdicts.has(notes.length - 1)

  return {
    take(note: Struck) {
      const number = played.length
      played.push(note)
      for (const matched of matcher.take(note, number)) apply(matched)
    },
    /** Marks notes as missed once they can no longer be played. @returns whether any were marked */
    pass(songMs: number | undefined) {
      const until = matcher.passedUntil(songMs)
      const skipped = follower && until - next >= SKIPPED ? next : Number.POSITIVE_INFINITY
      return passTo(until, skipped)
    },
    /** @param songMs song position reached; infinite at the end */
    end(songMs: number | undefined) {
      const isOver = songMs === Number.POSITIVE_INFINITY || isComplete()
      const due =
        songMs === undefined || follower ? matcher.passedUntil(songMs) : index.firstFrom(songMs - windowMs)
      passTo(isOver ? notes.length : due, Number.POSITIVE_INFINITY)
    },
    /** Results, indexed like `notes`. */
    verdicts,
    extras,
    latest: (count: number): readonly Verdict[] => order.slice(-count),
    get playedCount() {
      return played.length
    },
    get lost() {
      return matcher.lost
    },
    awaits: (struck: Struck) => isNear(struck, verdict => (verdict?.kind ?? 'missed') === 'missed'),
    /** Returns whether an unmatched note would count as a wrong attempt at a nearby note. */
    isDue: (note: Struck) => dueFor(note) !== undefined,
    isSame,
    get isComplete() {
      return isComplete()
    },
  }
}
