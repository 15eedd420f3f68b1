import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'

/** From 1, both included. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

export interface TrackMix {
  readonly muted: boolean
  /** While any track is solo, the others are silent. */
  readonly solo: boolean
  /** 0–1; scales velocities. */
  readonly volume: number
}

/** Percent. */
export const TEMPO = { least: 25, most: 200 } as const

/** Semitones. */
export const TRANSPOSITION = { least: -36, most: 36 } as const

export interface PlaybackView {
  /** Percent, 25–200. */
  readonly tempo: number
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percent added by each pass through the loop. */
  readonly step: number
  readonly goal: number
  /** Semitones, −36 to 36. */
  readonly transpose: number
  /** By index; tracks without an entry are played as they are. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** Waits for the user at each shown note. */
  readonly wait: boolean
}

export interface PlaybackOptions {
  readonly metronome: boolean
  /** Bars of clicks; 0 is none. */
  readonly countIn: number
  /** Milliseconds; 0 outlines nothing. */
  readonly upcomingMs: number
  readonly followFrets: boolean
}

export interface PlaybackSettings {
  readonly view: ReadonlyStore<PlaybackView>
  readonly options: Store<PlaybackOptions>
  /** @param percent is clamped to 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** `undefined` clears the loop; bars are clamped and ordered. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones is clamped to −36 to 36 */
  setTranspose(semitones: number): void
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
}

export const PLAYBACK_SETTINGS = createToken<PlaybackSettings>('player.playback-settings')
