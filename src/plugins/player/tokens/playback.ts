/** How the open song is played. */
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'

/** Bars, both included, from 1. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

export interface TrackMix {
  readonly muted: boolean
  /** While any track is solo, the others are silent. */
  readonly solo: boolean
  /** 0–1; scales the velocity of its notes. At 0 they are not played. */
  readonly volume: number
}

/**
 * Percent of a song's own tempo.
 * @example log.info('tempo', TEMPO)
 */
export const TEMPO = { least: 25, most: 200 } as const

/**
 * Semitones.
 * @example log.info('transposition', TRANSPOSITION)
 */
export const TRANSPOSITION = { least: -36, most: 36 } as const

/** How the open song is played. Remembered for each song. */
export interface PlaybackView {
  /** Percent of the song's own tempo, 25–200. */
  readonly tempo: number
  /** Kept while it is off. */
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percent by which the tempo changes with each loop; 0 is none, and below 0 it gets slower. */
  readonly step: number
  /** The tempo at which steps end, in percent. */
  readonly goal: number
  /** Semitones, −36 to 36. */
  readonly transpose: number
  /** By index of the track; one without an entry is played as it is. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** The song waits at each note of the shown tracks until it was played. */
  readonly wait: boolean
}

/** How all songs are played. */
export interface PlaybackOptions {
  readonly metronome: boolean
  /** Bars of clicks before the song begins; 0 is none. */
  readonly countIn: number
  /** Milliseconds that a note is outlined on the neck before it sounds; 0 is never. */
  readonly upcomingMs: number
  /** The neck shows all frets that the song needs. */
  readonly followFrets: boolean
}

export interface PlaybackSettings {
  readonly view: ReadonlyStore<PlaybackView>
  readonly options: Store<PlaybackOptions>
  /** @param percent is clamped to 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** Loops these bars; `undefined` clears the loop. Corrected where it is reversed, or beyond the song. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones is clamped to −36 to 36 */
  setTranspose(semitones: number): void
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
}

/** @example const playbackSettings = get(PLAYBACK_SETTINGS) */
export const PLAYBACK_SETTINGS = createToken<PlaybackSettings>('player.playback-settings')
