import type { Disposable, ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { AudioProblem, AudioWarning } from './problems.js'

export interface AudioDevice {
  readonly id: string
  readonly label: string
}

/**
 * `asking`: the browser is asking for permission or opening the input. `waiting`: the browser needs a click or
 * key press. `failed`: see `problem`.
 */
export type AudioInputStatus = 'off' | 'asking' | 'listening' | 'waiting' | 'failed'

export interface AudioInputView {
  readonly status: AudioInputStatus
  readonly problem?: AudioProblem | undefined
  /** The browser’s message for `audio_failed`. */
  readonly reason?: string | undefined
  readonly warnings: readonly AudioWarning[]
  /** Known inputs. Browsers hide them until the microphone is allowed. */
  readonly devices: readonly AudioDevice[]
  /** Input in use. */
  readonly device?: AudioDevice | undefined
  /** Number of channels of the input in use. */
  readonly channels: number
  /** Channel in use, from 1. */
  readonly channel: number
}

export interface AudioLevel {
  /** Highest peak since the last value, dBFS. */
  readonly peak: number
  /** `silent` until a string has been plucked. */
  readonly state: 'silent' | 'quiet' | 'good' | 'clipping'
}

export interface TunerReading {
  readonly hz: number
  /** Time on the application's clock, ms. */
  readonly at: number
}

/** Notes that the song expects at the same time. */
export interface ExpectedChord {
  /** Time on the application's clock, ms; `undefined` while the song waits for these notes. */
  readonly atMs: number | undefined
  /** String numbers from 1, and sounding MIDI notes. */
  readonly notes: readonly { readonly string: number; readonly pitch: number }[]
}

/** Hears a guitar through a microphone or an audio interface. */
export interface AudioInput {
  readonly view: ReadonlyStore<AudioInputView>
  /** About 20 values per second; `undefined` while not listening. */
  readonly level: ReadonlyStore<AudioLevel | undefined>
  /** Call it within a user gesture. Never throws; the result is in `view`. */
  start(): Promise<void>
  stop(): void
  /** Replaces the notes to check. Otherwise, notes are recognized without knowing the song. */
  expect(chords: readonly ExpectedChord[]): void
  readonly tuner: {
    /** `undefined` while there is no clear pitch. */
    readonly readings: ReadonlyStore<TunerReading | undefined>
    /** Measures pitches until disposed. Meanwhile, notes are not sent to the MIDI input. */
    listen(): Disposable
  }
}

export const AUDIO_INPUT = createToken<AudioInput>('audio-in.input')
