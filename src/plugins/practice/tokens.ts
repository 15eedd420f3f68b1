import { createEvent } from '../../core/events/event-bus.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { BarRange } from '../player/tokens.js'

export interface WrittenNote {
  /** Onset in beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export interface PlayedNote {
  /** Onset in seconds. */
  readonly onset: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export type NotePair = readonly [written: number, played: number]
export interface FollowStep {
  /** `undefined` if the note isn't in the song. */
  readonly written: number | undefined
  readonly lost: boolean
  /** Earlier notes whose match changes because of this note; each is revised at most once. */
  readonly revised: readonly { readonly played: number; readonly written: number | undefined }[]
}

export interface LiveFollower {
  /** Matches a note synchronously. @param note must not be earlier than the previous note */
  play(note: PlayedNote): FollowStep
}

export interface FollowOptions {
  /**
   * Converts player time in seconds to song beats.
   * Without it, the follower accepts jumps to any position.
   */
  readonly clock?: (seconds: number) => number | undefined
}

export interface Following {
  /**
   * Aligns a finished performance. Both lists are sorted by onset; written notes are also sorted by pitch.
   */
  alignWhole(written: readonly WrittenNote[], played: readonly PlayedNote[]): readonly NotePair[]
  createFollower(written: readonly WrittenNote[], options?: FollowOptions): LiveFollower
}

export const FOLLOWING = createToken<Following>('practice.following')

/**
 * `early` and `late` are correct notes outside the timing
 * window; `wrong` was played in place of another note.
 */
export type VerdictKind = 'hit' | 'early' | 'late' | 'wrong' | 'missed' | 'extra'

export type VerdictReason =
  | 'early'
  | 'late'
  | 'pitch'
  | 'octave'
  | 'string'
  | 'open'
  | 'missed'
  | 'skipped'
  | 'extra'
  | 'twice'
  | 'lost'

export interface Verdict {
  readonly kind: VerdictKind
  readonly reason?: VerdictReason
  /** Index in `SONG_FINGERING`; missing for extra notes. */
  readonly written?: number
  /** Index in the take; missing for missed notes. */
  readonly played?: number
  /** Written and played MIDI notes. */
  readonly wanted?: number
  readonly heard?: number
  /** String it was played on, if known. */
  readonly string?: number | undefined
  /** Deviation in ms, negative if early. */
  readonly byMs?: number
  /** Timing window in ms on either side. */
  readonly windowMs?: number
  /** Song time at the original tempo, in ms. */
  readonly songMs: number
  readonly bar: number
}
export interface BarResult {
  readonly bar: number
  readonly written: number
  readonly right: number
}

export interface TakeResult {
  readonly id: string
  /** Identifies the song by its notes, so that it survives renaming. */
  readonly songKey: string
  readonly songName: string
  readonly bars: BarRange
  readonly section?: string
  /** Start time, ms since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly complete: boolean
  /** True if less than half of a loop pass was played. */
  readonly fragment: boolean
  /** Tempo in percent. */
  readonly tempo: number
  readonly counts: Readonly<Record<VerdictKind, number>>
  /** Fraction of hits, 0–1. */
  readonly accuracy: number
  readonly byBar: readonly BarResult[]
  /** Position and deviation of each note with the correct pitch, in ms. */
  readonly timing: readonly (readonly [songMs: number, byMs: number])[]
}

/** Percentage to display; 100 only if every note was correct. @param share fraction, 0–1 */
export const percentOf = (share: number): number =>
  share >= 1 ? 100 : Math.min(99, Math.round(100 * share + 1e-9))

export const TAKE_ENDED = createEvent<TakeResult>('practice.take-ended', { permission: 'songs' })

export interface JudgingView {
  readonly judging: boolean
  /** True while practicing homework, which is free in every plan. */
  readonly assigned: boolean
  readonly taking: boolean
  readonly lost: boolean
  /** Results by note index in `SONG_FINGERING`. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** Up to eight results, newest last. */
  readonly latest: readonly Verdict[]
  readonly result: TakeResult | undefined
  readonly faults: readonly Verdict[]
  /** Earlier takes of the same bars, newest last. */
  readonly earlier: readonly TakeResult[]
  /** Timing window in ms on either side. */
  readonly windowMs: number
}

export interface Judging {
  readonly view: ReadonlyStore<JudgingView>
  start(): void
  /** `true` turns feedback on for homework; `false` restores the previous setting. */
  assign(assigned: boolean): void
  /** Ends the take; returns `undefined` if nothing was played. */
  stop(): TakeResult | undefined
  dismiss(): void
}

export const JUDGING = createToken<Judging>('practice.judging', { permission: 'songs' })

export interface Drills {
  /** English message about the last pass; empty if there is none. */
  readonly said: Store<{ readonly message: string; readonly tempo: number }>
  /**
   * Loops bars with feedback while the tempo increases. Without
   * the required plan, bars are looped without feedback.
   */
  start(bars: BarRange): void
}

export const DRILLS = createToken<Drills>('practice.drills')

export interface SongSection extends BarRange {
  readonly name: string
  readonly own: boolean
  /** Highest tempo of a complete, nearly perfect take, in percent. */
  readonly bestTempo?: number
}

export interface Sections {
  readonly view: ReadonlyStore<readonly SongSection[]>
}

export const SECTIONS = createToken<Sections>('practice.sections')

export interface MetronomeView {
  readonly running: boolean
  readonly bar: number
  readonly beat: number
  readonly silent: boolean
  readonly bpm: number
}

export interface MetronomeTime {
  /** Start in ms of clock time. */
  readonly beginAt: number
  readonly bpm: number
  readonly beats: number
}

export interface Metronome extends Disposable {
  readonly view: ReadonlyStore<MetronomeView>
  /** Starts at the first bar, even if already running. */
  start(): Promise<MetronomeTime>
  stop(): void
  /** Sets the tempo from the second tap on. */
  tap(): void
}

export const METRONOME = createToken<Metronome>('practice.metronome')
