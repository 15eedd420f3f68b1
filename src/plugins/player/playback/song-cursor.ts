/** How far a song is handed over: what of it comes next, and when. It knows neither an output nor a timer. */
import type { SongEvent } from '../../../core/music/song/song-events.js'
import type { BarGrid } from '../session/bars.js'
import type { SongScore } from './song-score.js'

/** How a song is played. After a change, call `bend` on the cursor unless it is halted. */
export interface Course {
  score: SongScore
  grid: BarGrid | undefined
  /** Milliseconds of the song for one of the clock. */
  rate: number
  metronome: boolean
  loop: Stretch | undefined
  /** Moments at which it waits, ascending. */
  holds: readonly number[]
}

/** A click by clock time. */
export interface Click {
  readonly due: number
  /** On the first beat of a bar. */
  readonly first: boolean
}

/** What is handed over next, and when on the clock it is due. */
type Cue = ({ readonly kind: 'click' } & Click) | TimedCue

/** A cue that is seen at its moment. */
export type TimedCue = { readonly due: number } & (
  | { readonly kind: 'event'; readonly event: SongEvent; readonly number: number }
  | { readonly kind: 'repeat'; readonly toMs: number }
  | { readonly kind: 'hold'; readonly atMs: number }
  | { readonly kind: 'end' }
)

/** A span, and why it goes no further. */
interface LimitedSpan extends Span {
  readonly limit: Limit
}

/**
 * @param clockMs when it begins; `songMs` is where in the song
 * @param countIn clicks before that, the earliest first
 */
export function createSongCursor(
  course: Readonly<Course>,
  clockMs: number,
  songMs: number,
  countIn: readonly Click[] = [],
) {
  const spanFrom = (clockFrom: number, songFrom: number, released = false): LimitedSpan => {
    const { score, loop, holds, rate } = course
    const limit = limitFrom(songFrom, { endMs: score.endMs, loop, holds }, released)
    return { clockFrom, songFrom, songTo: limit.atMs, rate, limit }
  }
  const beatFrom = (ms: number) => (course.metronome ? course.grid?.beatFrom(ms) : undefined)

  const clicks = [...countIn]
  /** What is handed over now. */
  let head = spanFrom(clockMs, songMs)
  /** The head, and those before it that are still seen. */
  let spans: Span[] = [head]
  let next = firstFrom(course.score, songMs)
  /** The next click of the metronome. */
  let beat = beatFrom(songMs)
  let halted = false

  const goTo = (span: LimitedSpan) => {
    head = span
    spans.push(span)
    beat = beatFrom(span.songFrom)
    halted = false
  }

  const nextEventMs = () => course.score.events[next]?.atMs ?? Number.POSITIVE_INFINITY
  const nextBeatMs = () => beat?.ms ?? Number.POSITIVE_INFINITY

  /** Without the count-in. */
  const nextDueOfSong = () =>
    halted ? Number.POSITIVE_INFINITY : clockAt(head, Math.min(nextEventMs(), nextBeatMs(), head.songTo))

  const takeOfSong = (): Cue => {
    const due = nextDueOfSong()
    if (beat && beat.ms <= nextEventMs() && beat.ms < head.songTo) {
      const { ms, first } = beat
      beat = beatFrom(ms + 1)
      return { kind: 'click', due, first }
    }
    const event = course.score.events[next]
    if (event && isWithin(head.limit, event)) {
      const number = course.score.numbers[next] ?? -1
      next += 1
      return { kind: 'event', due, event, number }
    }
    halted = true
    return limitCue(head.limit, due)
  }

  return {
    /** When the next cue is due; ∞ while it is halted. */
    nextDue: () => Math.min(clicks[0]?.due ?? Number.POSITIVE_INFINITY, nextDueOfSong()),
    /** The next cue; the cursor moves on. After a repeat, a hold and the end of the song it is halted. */
    take(): Cue {
      const [click] = clicks
      if (!click || click.due > nextDueOfSong()) return takeOfSong()
      clicks.shift()
      return { kind: 'click', ...click }
    },
    /** Goes on at a moment of the song, from a time of the clock on. What was handed over before is still under way. */
    jump(clockFrom: number, songFrom: number) {
      next = firstFrom(course.score, songFrom)
      goTo(spanFrom(clockFrom, songFrom))
    },
    /** Goes on from the hold at which it is halted. */
    goOn: (clockFrom: number) => goTo(spanFrom(clockFrom, head.songTo, true)),
    /** The same music goes on in another way: from a time of the clock on by what the course says now. */
    bend(clockNow: number) {
      // Where it is counted in, the change holds from the first note on.
      const clockFrom = Math.max(clockNow, head.clockFrom)
      const songFrom = songAt(head, clockFrom)
      const upcoming = beat
      const isBehind = nextEventMs() > songFrom
      goTo(spanFrom(clockFrom, songFrom, isBehind))
      // A beat that was clicked already is not clicked again.
      if (beat && upcoming && beat.ms < upcoming.ms) beat = upcoming
    },
    /** Between two times of the clock nothing of the song passes, nor of its count-in. */
    skip(fromClockMs: number, toClockMs: number) {
      const slept = toClockMs - fromClockMs
      for (const [index, click] of clicks.entries()) clicks[index] = { ...click, due: click.due + slept }
      const until = Math.max(fromClockMs, head.clockFrom)
      // What had not begun begins later: it was never seen.
      if (head.clockFrom > fromClockMs) spans.pop()
      goTo(spanFrom(until + slept, songAt(head, until)))
    },
    /** Where in the song the clock is; before it begins, where it will. */
    positionAt: (clockNow: number) => positionOf(spans, clockNow),
    /** The clock does not come back before a time. */
    forget(clockNow: number) {
      const begun = spans.findLastIndex(({ clockFrom }) => clockFrom <= clockNow)
      if (begun > 0) spans = spans.slice(begun)
    },
    /** Whether what was handed over leads behind a moment of the song, or to the song's end. */
    isBeyond: (ms: number) => (halted ? head.limit.kind === 'end' : head.songFrom >= ms),
    /** Index of the first event that is not handed over. */
    get next() {
      return next
    },
    get halted() {
      return halted
    },
    /** The moment of the hold at which it is halted. */
    get heldAt() {
      return halted && head.limit.kind === 'hold' ? head.songTo : undefined
    },
  }
}

export type SongCursor = ReturnType<typeof createSongCursor>

function limitCue(limit: Limit, due: number): Cue {
  switch (limit.kind) {
    case 'loop':
      return { kind: 'repeat', due, toMs: limit.backToMs }
    case 'hold':
      return { kind: 'hold', due, atMs: limit.atMs }
    case 'end':
      return { kind: 'end', due }
  }
}

interface Span {
  /** When it begins, on the clock, and where in the song. */
  readonly clockFrom: number
  readonly songFrom: number
  readonly songTo: number
  /** Milliseconds of the song for one of the clock. */
  readonly rate: number
}

/** Where in the song a span is at a time of the clock. */
function songAt({ clockFrom, songFrom, songTo, rate }: Span, clockMs: number): number {
  return Math.min(songTo, songFrom + Math.max(0, clockMs - clockFrom) * rate)
}

/** When a span comes to a moment of the song. */
function clockAt({ clockFrom, songFrom, rate }: Span, songMs: number): number {
  return clockFrom + (songMs - songFrom) / rate
}

/** Where in the song spans are that follow one another; before the first of them, where it begins. */
function positionOf(spans: readonly Span[], clockMs: number): number {
  const span = spans.findLast(({ clockFrom }) => clockFrom <= clockMs) ?? spans[0]
  return span ? songAt(span, clockMs) : 0
}

/** A part of a song, in its milliseconds. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

type Limit = { readonly atMs: number } & (
  | { readonly kind: 'end' }
  | { readonly kind: 'loop'; readonly backToMs: number }
  | { readonly kind: 'hold' }
)

interface Limits {
  /** Of the last event. */
  readonly endMs: number
  readonly loop: Stretch | undefined
  /** Moments at which it waits, ascending. */
  readonly holds: readonly number[]
}

/** Moments nearer to one another than this are one: events are rounded to the microsecond, bars are not. */
const SAME_MS = 0.001

/** Index of the first event that is not before a moment. */
function firstFrom(score: SongScore, ms: number): number {
  return score.firstAt(ms - SAME_MS)
}

/** @param released it has waited at `fromMs` already */
export function limitFrom(fromMs: number, { endMs, loop, holds }: Limits, released: boolean): Limit {
  const limit: Limit =
    loop && fromMs < loop.toMs - SAME_MS
      ? { kind: 'loop', atMs: loop.toMs, backToMs: loop.fromMs }
      : { kind: 'end', atMs: Math.max(endMs, fromMs) }
  const hold = holds.find(ms => (released ? ms > fromMs + SAME_MS : ms >= fromMs - SAME_MS))
  const beforeMs = limit.kind === 'loop' ? limit.atMs - SAME_MS : limit.atMs
  return hold !== undefined && hold < beforeMs ? { kind: 'hold', atMs: hold } : limit
}

/** Whether an event is still played before the limit: at the end of the song all are, at a hold all but beginnings of notes. */
export function isWithin({ kind, atMs: limitMs }: Limit, { atMs, bytes: [status = 0] }: SongEvent): boolean {
  if (kind === 'end') return true
  if (atMs <= limitMs - SAME_MS) return true
  return kind === 'hold' && atMs <= limitMs && status >> 4 !== 9
}
