/** Following what is played, judging it, and the metronome: the public types, services and events of practice. */
import { createEvent } from '../../core/events/event-bus.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { BarRange } from '../player/tokens.js'

/** A note as it is written. */
export interface WrittenNote {
  /** In beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

/** A note as it was played. */
export interface PlayedNote {
  /** In seconds. */
  readonly onset: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

/** Index of the written note, index of the played one. */
export type NotePair = readonly [written: number, played: number]

/** What one played note means. */
export interface FollowStep {
  /** Index of the written note; `undefined` for a note that is not in the song. */
  readonly written: number | undefined
  /** Whether the follower does not know at present where in the song the player is. */
  readonly lost: boolean
  /** Earlier played notes that this one explains. Each played note is revised once at most. */
  readonly revised: readonly { readonly played: number; readonly written: number | undefined }[]
}

/** Follows a player note by note. */
export interface LiveFollower {
  /** Answers at once, from this note and those before it. @param note not earlier than the one before */
  play(note: PlayedNote): FollowStep
  /** Where in the song the player is, in beats; `undefined` while that is not known. @param seconds time of the player */
  beatAt(seconds: number): number | undefined
  /** The tempo that the player keeps; `undefined` while it is not known. */
  readonly secondsPerBeat: number | undefined
}

export interface FollowOptions {
  /**
   * Where the song is, in beats, at a time of the player in seconds: for playing along. Without it the follower goes
   * wherever the player goes.
   */
  readonly clock?: (seconds: number) => number | undefined
  /** Seconds per beat to begin with; 0.5 if absent. */
  readonly secondsPerBeat?: number
}

/** Finds which written note each played note is. */
export interface Following {
  /** For a finished performance. @param written by onset, then pitch @param played by onset */
  alignWhole(written: readonly WrittenNote[], played: readonly PlayedNote[]): readonly NotePair[]
  /** For one that is still played. @param written by onset, then pitch */
  createFollower(written: readonly WrittenNote[], options?: FollowOptions): LiveFollower
}

/** @example const pairs = get(FOLLOWING).alignWhole([{ onset: 0, duration: 1, pitch: 60 }], [{ onset: 2.5, pitch: 60 }]) */
export const FOLLOWING = createToken<Following>('practice.following')

/** `early` and `late` are the right note outside the window; `wrong` is another note in place of the one meant. */
export type VerdictKind = 'hit' | 'early' | 'late' | 'wrong' | 'missed' | 'extra'

/** Why a note did not count. */
export type VerdictReason =
  | 'early'
  | 'late'
  /** Another pitch was played. */
  | 'pitch'
  /** The right note in the wrong octave. */
  | 'octave'
  /** The right pitch on another string. */
  | 'string'
  /** It was not played. */
  | 'missed'
  /** The player went past it. */
  | 'skipped'
  /** It is not in the song. */
  | 'extra'
  /** The player was somewhere that is not in the song. */
  | 'lost'

/** What became of one note, written or played. */
export interface Verdict {
  readonly kind: VerdictKind
  /** Absent for a hit. */
  readonly reason?: VerdictReason
  /** Index of the written note in `SONG_FINGERING`; absent for an extra. */
  readonly written?: number
  /** Index of the played note in the take; absent for a missed one. */
  readonly played?: number
  /** The pitch that is written, and the one that was played: MIDI notes, 0–127. */
  readonly wanted?: number
  readonly heard?: number
  /** Milliseconds after the right moment, negative before it. */
  readonly byMs?: number
  /** The window that counted, in milliseconds to either side. */
  readonly windowMs?: number
  /** Position in the song, in milliseconds at its own tempo. */
  readonly songMs: number
  /** From 1. */
  readonly bar: number
}

export interface BarResult {
  /** From 1. */
  readonly bar: number
  readonly written: number
  readonly right: number
}

/** A judged take, as it is kept. */
export interface TakeResult {
  readonly id: string
  /** Identifies the song by its notes. */
  readonly songKey: string
  readonly songName: string
  /** The bars that were played. */
  readonly bars: BarRange
  /** The name of the section, if it is one. */
  readonly section?: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** Whether it was played to its end: of the song, or of the loop. */
  readonly complete: boolean
  /** Percent of the song's own tempo. */
  readonly tempo: number
  readonly counts: Readonly<Record<VerdictKind, number>>
  /** Share of the written notes that were hit, 0–1. */
  readonly accuracy: number
  readonly byBar: readonly BarResult[]
  /** Of every right note: position in the song and how late, both in milliseconds. */
  readonly timing: readonly (readonly [songMs: number, byMs: number])[]
}

/**
 * A take was judged.
 * @example scope.add(get(EVENTS).on(TAKE_ENDED, ({ accuracy }) => log.info('take', accuracy)))
 */
export const TAKE_ENDED = createEvent<TakeResult>('practice.take-ended', { permission: 'songs' })

export interface JudgingView {
  /** Whether what is played is judged. */
  readonly judging: boolean
  /** Whether a take is on. */
  readonly taking: boolean
  readonly lost: boolean
  /** What became of each written note so far, by its index in `SONG_FINGERING`. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** The newest, newest last: eight at most. */
  readonly latest: readonly Verdict[]
  /** Of the take before. */
  readonly result: TakeResult | undefined
  /** The verdicts of that take that did not count, as the song goes. */
  readonly faults: readonly Verdict[]
  /** Earlier takes of the same bars, newest last. */
  readonly earlier: readonly TakeResult[]
  /** The window that counted in that take, in milliseconds to either side. */
  readonly windowMs: number
}

/** The judging of the open song: a take begins with the song, or with the first note where the song rests. */
export interface Judging {
  readonly view: ReadonlyStore<JudgingView>
  /** What is played from now on is judged. */
  start(): void
  /** Ends the take and judges what is left; `undefined` where nothing was played. */
  stop(): TakeResult | undefined
  /** Puts the result away. */
  dismiss(): void
}

/** @example const { result } = get(JUDGING).view.getState() */
export const JUDGING = createToken<Judging>('practice.judging', { permission: 'songs' })

/** Drilling some bars: they are looped and judged, and the tempo climbs with clean passes. */
export interface Drills {
  /** Of the open song. Without a plan for judging it says so, and loops them all the same. */
  start(bars: BarRange): void
}

/** @example get(DRILLS).start({ from: 5, to: 8 }) */
export const DRILLS = createToken<Drills>('practice.drills')

/** A part of the open song: from a marker of its file, or marked by the user. */
export interface SongSection extends BarRange {
  readonly name: string
  /** Marked by the user. */
  readonly own: boolean
  /** The highest tempo of a complete take that was nearly all right, in percent of the song's own. */
  readonly bestTempo?: number
}

export interface Sections {
  /** In the order of the song. */
  readonly view: ReadonlyStore<readonly SongSection[]>
}

/** @example const sections = get(SECTIONS).view.getState() */
export const SECTIONS = createToken<Sections>('practice.sections')

export interface MetronomeView {
  readonly running: boolean
  /** What sounds now; 0 while it rests. */
  readonly bar: number
  readonly beat: number
  readonly silent: boolean
  /** Beats a minute, also where it gets faster. */
  readonly bpm: number
}

export interface MetronomeTime {
  /** When its first bar begins, in milliseconds of the clock. */
  readonly beginAt: number
  /** Beats a minute, before it gets faster. */
  readonly bpm: number
  /** In a bar. */
  readonly beats: number
}

/** A metronome without a song. */
export interface Metronome extends Disposable {
  readonly view: ReadonlyStore<MetronomeView>
  /** From a first bar on, also where it runs already. */
  start(): Promise<MetronomeTime>
  stop(): void
  /** A tap of the tempo: from the second one on it is the tempo of the metronome. */
  tap(): void
}

/** @example const { beginAt, bpm } = await get(METRONOME).start() */
export const METRONOME = createToken<Metronome>('practice.metronome')
