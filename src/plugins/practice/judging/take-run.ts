import { tempoMap } from '../../../music/song/song-time.js'
import type { OpenSong, ShownNote } from '../../player/tokens.js'
import type { BarResult, Following, TakeResult, Verdict, VerdictKind } from '../tokens.js'
import { REACH_MS } from './clock-matcher.js'
import { createJudge, type Judge, type JudgeOptions, type JudgeParts } from './judge.js'
import { type JudgedNote, judgedNotes, type Struck } from './judged-notes.js'

export interface TakeStart {
  /** Range in ms of song time; `toMs` is the latest possible end. */
  readonly fromMs: number
  readonly toMs: number
  readonly backToMs?: number | undefined
  readonly alongSong: boolean
  /** Start in ms since the Unix epoch, and on the application's clock. */
  readonly startedAt: number
  readonly nowMs: number
}

export interface TakeParts {
  readonly song: OpenSong
  readonly shown: readonly ShownNote[]
  readonly stringOf: (index: number) => number
  readonly following: Pick<Following, 'createFollower'>
  readonly isOpenString?: JudgeParts['isOpenString']
  readonly options: JudgeOptions
  readonly reference: 'song' | 'player'
  /** Tempo in percent. */
  readonly tempo: number
  readonly section?: string | undefined
}

export type TakeRun = NonNullable<ReturnType<typeof createTakeRun>>

/** Returns `undefined` if there are no notes in the range. */
export function createTakeRun(parts: TakeParts, start: TakeStart) {
  const { song, options, tempo } = parts
  const { fromMs, toMs, backToMs } = start
  const notes = judgedNotes(song, parts.shown, parts.stringOf, fromMs, toMs)
  if (notes.length === 0) return undefined
  const isFollowed = !start.alongSong || parts.reference === 'player'
  const place = createSongPlace(song)
  const follower = isFollowed
    ? parts.following.createFollower(notes, start.alongSong ? { clock: place.beatAt } : {})
    : undefined
  const judge = createJudge({ notes, options, follower, isOpenString: parts.isOpenString })
  const turn =
    isFollowed || backToMs === undefined
      ? undefined
      : createLoopTurn({
          loop: { fromMs: backToMs, toMs },
          notes: judgedNotes(song, parts.shown, parts.stringOf, backToMs, toMs),
          judge,
          windowMs: options.windowMs,
        })
  const shownOf = (written: number) => notes[written]?.shown ?? written
  const faults = (): readonly Verdict[] =>
    [...judge.verdicts.values(), ...judge.extras.values()]
      .filter(({ kind }) => kind !== 'hit')
      .sort((a, b) => a.songMs - b.songMs)
  return {
    take(note: Struck) {
      if (turn?.keep(note)) return
      place.keep(note)
      judge.take(note)
    },
    pass(songMs: number | undefined) {
      if (songMs !== undefined) turn?.reach(songMs)
      return judge.pass(songMs)
    },
    /** Call when the loop repeats. @returns notes that were played early for the next pass */
    turn: () => turn?.take() ?? [],
    /**
     * @param songMs song position reached
     * @param evenSilent return a result even if no note was played
     */
    end(nowMs: number, songMs: number | undefined, evenSilent: boolean): TakeResult | undefined {
      for (const note of turn?.take() ?? [])
        judge.take({ ...note, songMs: (note.songMs ?? 0) + toMs - (backToMs ?? 0) })
      if (judge.playedCount === 0 && !evenSilent) return undefined
      judge.end(songMs)
      const written = [...judge.verdicts.keys()].sort((a, b) => a - b)
      const verdicts = written.flatMap(note => judge.verdicts.get(note) ?? [])
      const bars = verdicts.map(({ bar }) => bar)
      const first = song.barBeatAt(start.fromMs).bar
      return summaryOf(
        {
          id: `${start.startedAt}-${Math.round(start.fromMs)}`,
          songKey: song.key,
          songName: song.title,
          section: parts.section,
          bars: { from: bars[0] ?? first, to: bars.at(-1) ?? first },
          startedAt: start.startedAt,
          durationMs: Math.max(0, nowMs - start.nowMs),
          complete: judge.isComplete,
          fragment: backToMs !== undefined && !judge.isComplete && written.length < notes.length / 2,
          tempo,
        },
        verdicts,
        [...judge.extras.values()],
      )
    },
    /** Results by note index in `SONG_FINGERING`. */
    verdicts: (): ReadonlyMap<number, Verdict> =>
      new Map([...judge.verdicts].map(([written, verdict]) => [shownOf(written), verdict])),
    latest: judge.latest,
    faults,
    windowMs: options.windowMs,
    get lost() {
      return judge.lost
    },
    get isComplete() {
      return judge.isComplete
    },
    get isSilent() {
      return judge.playedCount === 0
    },
  }
}

function createSongPlace({ song: { header } }: OpenSong) {
  const { ticksAt } = tempoMap(header.tempos, header.ppq)
  let latest: Struck | undefined
  return {
    keep(note: Struck) {
      latest = note
    },
    /** Extrapolates the beat from the latest note. @param seconds time on the player's clock */
    beatAt(seconds: number): number | undefined {
      if (latest?.songMs === undefined) return undefined
      const ms = latest.songMs + (seconds * 1000 - latest.atMs) * latest.rate
      return ticksAt(Math.max(0, ms) / 1000) / header.ppq
    },
  }
}

/** When a loop repeats, notes played slightly early may belong to the next pass. */

interface LoopTurnParts {
  readonly loop: { readonly fromMs: number; readonly toMs: number }
  readonly notes: readonly JudgedNote[]
  readonly judge: Pick<Judge, 'awaits' | 'isSame' | 'isDue'>
  readonly windowMs: number
}
function createLoopTurn({ loop, notes, judge, windowMs }: LoopTurnParts) {
  const lengthMs = loop.toMs - loop.fromMs
  let reachedMs = Number.NEGATIVE_INFINITY
  let kept: Struck[] = []

  /** Position relative to the loop's repeat, in ms of song time; negative before the repeat. */
  const sinceTurn = (songMs: number) => songMs - (songMs < reachedMs - lengthMs / 2 ? loop.fromMs : loop.toMs)

  const belongsToNext = (note: Struck, since: number) => {
    if (since >= 0) return true
    const reach = REACH_MS * note.rate
    if (since < -reach || judge.awaits(note)) return false
    const awayFrom = ({ atMs }: JudgedNote) => atMs - loop.fromMs - since
    const opening = notes.filter(each => awayFrom(each) <= reach)
    if (opening.some(({ pitch }) => judge.isSame(pitch, note.pitch))) return true
    return !judge.isDue(note) && opening.some(each => awayFrom(each) <= windowMs * note.rate)
  }

  return {
    reach(songMs: number) {
      reachedMs = Math.max(reachedMs, songMs)
    },
    keep(note: Struck) {
      if (note.songMs === undefined) return false
      const since = sinceTurn(note.songMs)
      if (!belongsToNext(note, since)) return false
      kept.push({ ...note, songMs: loop.fromMs + since })
      return true
    },
    take(): readonly Struck[] {
      const all = kept
      kept = []
      return all
    },
  }
}

type TakeFacts = Omit<TakeResult, 'counts' | 'accuracy' | 'byBar' | 'timing'>

const NO_COUNTS: Record<VerdictKind, number> = { hit: 0, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 }
const HARDEST = 3

/** @param written results in song order */
function summaryOf(facts: TakeFacts, written: readonly Verdict[], extras: readonly Verdict[]): TakeResult {
  const counts = { ...NO_COUNTS }
  const byBar = new Map<number, { written: number; right: number }>()
  const timing: (readonly [number, number])[] = []
  for (const { kind, bar, byMs, songMs } of written) {
    counts[kind] += 1
    const result = byBar.get(bar) ?? { written: 0, right: 0 }
    byBar.set(bar, result)
    result.written += 1
    if (kind === 'hit') result.right += 1
    if (byMs !== undefined && (kind === 'hit' || kind === 'early' || kind === 'late'))
      timing.push([Math.round(songMs), Math.round(byMs)])
  }
  counts.extra = extras.length
  return {
    ...facts,
    counts,
    accuracy: written.length === 0 ? 0 : counts.hit / written.length,
    byBar: [...byBar].map(([bar, result]) => ({ bar, ...result })).sort((a, b) => a.bar - b.bar),
    timing,
  }
}

/** Minimum number of notes. Bars with fewer, such as pickups, are listed last. */
const LEAST_NOTES = 3

export function hardestBars({ byBar }: Pick<TakeResult, 'byBar'>): readonly BarResult[] {
  const share = ({ right, written }: BarResult) => right / written + (written < LEAST_NOTES ? 1 : 0)
  return byBar
    .filter(({ right, written }) => right < written)
    .toSorted((a, b) => share(a) - share(b) || a.bar - b.bar)
    .slice(0, HARDEST)
}
