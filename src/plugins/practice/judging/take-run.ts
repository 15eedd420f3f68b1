/** One take of the open song: the notes of its bars, and the judge of them. */
import { tempoMap } from '../../../core/music/song/tempo-map.js'
import type { OpenSong, ShownNote } from '../../player/tokens.js'
import type { Following, TakeResult, Verdict } from '../tokens.js'
import { createJudge, type JudgeOptions } from './judge.js'
import { judgedNotes } from './judged-notes.js'
import { createLoopTurn } from './loop-turn.js'
import type { Struck } from './matcher.js'
import { summaryOf } from './take-summary.js'

export interface TakeStart {
  /** Where in the song it begins, and where it ends at the latest, in milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  /** Where the song goes back to from there, if it does. */
  readonly backToMs?: number | undefined
  /** Whether the song plays along. */
  readonly alongSong: boolean
  /** Milliseconds since 1970, and on the clock. */
  readonly startedAt: number
  readonly nowMs: number
}

export interface TakeParts {
  readonly song: OpenSong
  readonly shown: readonly ShownNote[]
  /** The string that a shown note is on, from 1; 0 where it has none. */
  readonly stringOf: (index: number) => number
  readonly following: Pick<Following, 'createFollower'>
  readonly options: JudgeOptions
  readonly reference: 'song' | 'player'
  /** Percent of the song's own tempo. */
  readonly tempo: number
  readonly section?: string | undefined
}

export interface TakeRun {
  take(note: Struck): void
  pass(songMs: number | undefined): boolean
  /** The song has gone back to the beginning of its loop. @returns what was played for the next time through */
  turn(): readonly Struck[]
  /** @param songMs how far the song got @returns `undefined` where nothing was played */
  end(nowMs: number, songMs: number | undefined): TakeResult | undefined
  /** By the index of the note among those shown. */
  verdicts(): ReadonlyMap<number, Verdict>
  latest(count: number): readonly Verdict[]
  /** What did not count, as the song goes. */
  faults(): readonly Verdict[]
  readonly windowMs: number
  readonly lost: boolean
  /** Whether its last note is over. */
  readonly isComplete: boolean
}

/** @returns `undefined` where there is nothing to play */
export function createTakeRun(parts: TakeParts, start: TakeStart): TakeRun | undefined {
  const { song, options, tempo } = parts
  const { fromMs, toMs, backToMs } = start
  const notes = judgedNotes(song, parts.shown, parts.stringOf, fromMs, toMs)
  if (notes.length === 0) return undefined
  const isFollowed = !start.alongSong || parts.reference === 'player'
  const place = createSongPlace(song)
  const follower = isFollowed
    ? parts.following.createFollower(notes, start.alongSong ? { clock: place.beatAt } : {})
    : undefined
  const judge = createJudge({ notes, options, follower })
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
  const faults = () => {
    const all = [...judge.verdicts.values(), ...judge.extras.values()].filter(({ kind }) => kind !== 'hit')
    return all.toSorted((a, b) => a.songMs - b.songMs)
  }
  return {
    take(note) {
      if (turn?.keep(note)) return
      place.keep(note)
      judge.take(note)
    },
    pass(songMs) {
      if (songMs !== undefined) turn?.reach(songMs)
      return judge.pass(songMs)
    },
    turn: () => turn?.take() ?? [],
    end(nowMs, songMs) {
      // The loop did not turn.
      for (const note of turn?.take() ?? [])
        judge.take({ ...note, songMs: (note.songMs ?? 0) + toMs - (backToMs ?? 0) })
      if (judge.playedCount === 0) return undefined
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
          tempo,
        },
        verdicts,
        [...judge.extras.values()],
      )
    },
    verdicts: () => new Map([...judge.verdicts].map(([written, verdict]) => [shownOf(written), verdict])),
    latest: judge.latest,
    faults,
    windowMs: options.windowMs,
    get lost() {
      return judge.lost
    },
    get isComplete() {
      return judge.isComplete
    },
  }
}

/** Where the song is at a moment of the player, as far as the latest note says. */
function createSongPlace({ song: { header } }: OpenSong) {
  const { ticksAt } = tempoMap(header.tempos, header.ppq)
  let latest: Struck | undefined
  return {
    keep(note: Struck) {
      latest = note
    },
    /** @param seconds of the player */
    beatAt(seconds: number): number | undefined {
      if (latest?.songMs === undefined) return undefined
      const ms = latest.songMs + (seconds * 1000 - latest.atMs) * latest.rate
      return ticksAt(Math.max(0, ms) / 1000) / header.ppq
    },
  }
}
