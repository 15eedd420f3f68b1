import { createEvent } from '../../core/events/event-bus.js'
import { createToken } from '../../core/platform/services/token.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'
import type { BarRange } from '../player/tokens.js'

export interface WrittenNote {
  /** In beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export interface PlayedNote {
  /** In seconds. */
  readonly onset: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export type NotePair = readonly [written: number, played: number]
export interface FollowStep {
  /** `undefined` for a note that is not in the song. */
  readonly written: number | undefined
  readonly lost: boolean
  /** Earlier notes that this one explains; each is revised at most once. */
  readonly revised: readonly { readonly played: number; readonly written: number | undefined }[]
}

export interface LiveFollower {
  /** Responds synchronously. @param note not earlier than the previous note */
  play(note: PlayedNote): FollowStep
}

export interface FollowOptions {
  /** Beat of the song at a time of the player in seconds; without it the follower goes wherever the player goes. */
  readonly clock?: (seconds: number) => number | undefined
}

export interface Following {
  /** For a finished performance; both lists by onset, written notes then by pitch. */
  alignWhole(written: readonly WrittenNote[], played: readonly PlayedNote[]): readonly NotePair[]
  createFollower(written: readonly WrittenNote[], options?: FollowOptions): LiveFollower
}

export const FOLLOWING = createToken<Following>('practice.following')

/** `early` and `late` are the right note outside the window; `wrong` replaces the one meant. */
export type VerdictKind = 'hit' | 'early' | 'late' | 'wrong' | 'missed' | 'extra'

export type VerdictReason =
  | 'early'
  | 'late'
  | 'pitch'
  | 'octave'
  | 'string'
  | 'missed'
  | 'skipped'
  | 'extra'
  | 'twice'
  | 'lost'

export interface Verdict {
  readonly kind: VerdictKind
  readonly reason?: VerdictReason
  /** Index in `SONG_FINGERING`; absent for an extra. */
  readonly written?: number
  /** Index in the take; absent for a missed note. */
  readonly played?: number
  /** MIDI notes, written and played. */
  readonly wanted?: number
  readonly heard?: number
  /** Milliseconds, negative when early. */
  readonly byMs?: number
  /** Milliseconds to either side. */
  readonly windowMs?: number
  /** Milliseconds of the song at its own tempo. */
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
  /** Identifies the song by its notes. */
  readonly songKey: string
  readonly songName: string
  readonly bars: BarRange
  readonly section?: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly complete: boolean
  /** Under half of the notes of a loop's round. */
  readonly fragment: boolean
  /** Percent. */
  readonly tempo: number
  readonly counts: Readonly<Record<VerdictKind, number>>
  /** Share of hits, 0–1. */
  readonly accuracy: number
  readonly byBar: readonly BarResult[]
  /** Position and deviation of every right note, in milliseconds. */
  readonly timing: readonly (readonly [songMs: number, byMs: number])[]
}

/** The figure shown everywhere; 100 only where every note was right. @param share 0–1 */
export const percentOf = (share: number): number =>
  share >= 1 ? 100 : Math.min(99, Math.round(100 * share + 1e-9))

export const TAKE_ENDED = createEvent<TakeResult>('practice.take-ended', { permission: 'songs' })

export interface JudgingView {
  readonly judging: boolean
  /** While homework is practiced: free in every plan. */
  readonly assigned: boolean
  readonly taking: boolean
  readonly lost: boolean
  /** By index in `SONG_FINGERING`. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** At most eight, newest last. */
  readonly latest: readonly Verdict[]
  readonly result: TakeResult | undefined
  readonly faults: readonly Verdict[]
  /** Earlier takes of the same bars, newest last. */
  readonly earlier: readonly TakeResult[]
  /** Milliseconds to either side. */
  readonly windowMs: number
}

export interface Judging {
  readonly view: ReadonlyStore<JudgingView>
  start(): void
  /** Turns feedback on for homework, or restores the earlier setting. */
  assign(assigned: boolean): void
  /** Ends the take; `undefined` where nothing was played. */
  stop(): TakeResult | undefined
  dismiss(): void
}

export const JUDGING = createToken<Judging>('practice.judging', { permission: 'songs' })

export interface Drills {
  /** Remark about the last pass, in English; empty without one. */
  readonly said: Store<{ readonly message: string; readonly tempo: number }>
  /** Loops and judges bars while the tempo climbs. Without the plan they are only looped. */
  start(bars: BarRange): void
}

export const DRILLS = createToken<Drills>('practice.drills')

export interface SongSection extends BarRange {
  readonly name: string
  readonly own: boolean
  /** Percent; highest tempo of a complete, nearly perfect take. */
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
  /** Milliseconds of the clock. */
  readonly beginAt: number
  /** Beats per minute. */
  readonly bpm: number
  readonly beats: number
}

export interface Metronome extends Disposable {
  readonly view: ReadonlyStore<MetronomeView>
  /** Begins at the first bar, also while running. */
  start(): Promise<MetronomeTime>
  stop(): void
  /** The second tap and later ones set the tempo. */
  tap(): void
}

export const METRONOME = createToken<Metronome>('practice.metronome')
