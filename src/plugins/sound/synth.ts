// All times are in milliseconds on the application's clock.
import type { Disposable, ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { OutputPort } from '../midi-io/tokens.js'
import type { Instrument } from './settings.js'

export interface SynthVoice {
  /** Fades the note out. Drums end on their own. */
  release(atMs: number): void
  cut(atMs: number): void
}

export interface ChannelStrip {
  /**
   * @param velocity 0–1
   * @param onEnd never called before `start` returns
   * @param program General MIDI program, 0–127
   * @throws FretworkError if the instrument can't play this note
   */
  start(note: number, velocity: number, atMs: number, onEnd: () => unknown, program?: number): SynthVoice
  bend(semitones: number, atMs: number): void
  /** @param depth 0–1 */
  vibrato(depth: number, atMs: number): void
  level(gain: number, atMs: number): void
  /** @param position −1 (left) to 1 (right) */
  pan(position: number, atMs: number): void
}

export type StripKind = 'notes' | 'drums'

export interface Synth extends Disposable {
  openStrip(kind: StripKind): ChannelStrip
  /** @param ofTheSong whether programs sent by a song override the instrument */
  setInstrument(instrument: Instrument, ofTheSong: boolean): void
  setVolume(volume: number, muted: boolean): void
}

export interface LiveSynth extends Synth {
  /** Must be called within a user gesture. */
  wake(): void
  rest(): void
  readonly awake: boolean
  onAwakeChange(listener: () => void): Disposable
}

export interface SoundPage {
  /** Returns whether the user has interacted with the page. Browsers block audio until then. */
  touched(): boolean
  /** Runs the callback inside touch and key events, as browsers require. */
  onTouch(run: () => void): Disposable
  /** Starts audio synchronously within a user gesture and loads Tone.js. @param now returns the time in ms */
  createSynth(now: () => number): Promise<LiveSynth>
}

/** Port ID of the built-in sound, the default until the user selects another output. */
export const SOUND_PORT = 'sound'

/**
 * `standby`: the code loads on the next click, key or note. `waiting`: a user gesture is
 * required. `failed`: the next note retries. `offline`: the code loads once connected.
 */
export type SoundStatus = 'off' | 'standby' | 'waiting' | 'loading' | 'ready' | 'failed' | 'offline'

export interface SoundView {
  readonly status: SoundStatus
  readonly output: OutputPort | undefined
  /** Channel (1–16) that is inaudible because its volume or expression is 0. */
  readonly turnedDown?: number | undefined
}

export const SOUND = createToken<{ readonly view: ReadonlyStore<SoundView> }>('sound.sound')
/** Resolves to `undefined` outside a browser. */
export const SOUND_PAGE = createToken<() => Promise<SoundPage | undefined>>('sound.page')
