/** Interfaces of the synthesizer. Times are milliseconds on the application's clock. */
import type { Disposable } from '../../core/platform/disposable.js'
import type { Instrument } from './settings.js'

/** One sounding note. */
export interface SynthVoice {
  /** Starts to fade out; drums end on their own. */
  release(atMs: number): void
  /** Stops within a few milliseconds. */
  cut(atMs: number): void
}

/** One channel of one source: its bends only affect its own voices. */
export interface ChannelStrip {
  /**
   * @param note 0–127
   * @param velocity 0–1
   * @param onEnd called when the voice is no longer heard, but never before this returns
   * @param program of General MIDI, 0–127, if one was sent
   * @throws FretworkError if the instrument can't play this note
   */
  start(note: number, velocity: number, atMs: number, onEnd: () => unknown, program?: number): SynthVoice
  /** @param semitones negative downwards */
  bend(semitones: number, atMs: number): void
  /** @param depth 0–1 */
  vibrato(depth: number, atMs: number): void
  /** @param gain 0–1 */
  level(gain: number, atMs: number): void
  /** @param position −1 is left, 1 is right */
  pan(position: number, atMs: number): void
}

/** What a channel plays: notes of the instrument, or General MIDI drums, one per key. */
export type StripKind = 'notes' | 'drums'

export interface Synth extends Disposable {
  openStrip(kind: StripKind): ChannelStrip
  /** @param ofTheSong where a program was sent, its instrument plays instead */
  setInstrument(instrument: Instrument, ofTheSong: boolean): void
  /** @param volume 0–1, see `gainOf` */
  setVolume(volume: number, muted: boolean): void
}

/** The page's synthesizer, heard as far as the browser allows. */
export interface LiveSynth extends Synth {
  /** Asks the browser to allow sound; must be called from a user gesture if the browser requires one. */
  wake(): void
  /** Suspends audio until it is woken. */
  rest(): void
  /** Whether the browser allows sound now. */
  readonly awake: boolean
  onAwakeChange(listener: () => void): Disposable
}

/** Browser functions that sound needs; the command line has none. */
export interface SoundPage {
  /** Whether the user has interacted with the page; browsers don't allow sound before. */
  touched(): boolean
  /** Runs within each touch and key, where a browser lets a page begin to sound. */
  onTouch(run: () => void): Disposable
  /**
   * Opens the page's audio at once and then loads Tone.js: call it after a user gesture, and where the browser wants
   * it, within one.
   *
   * @param now clock in milliseconds that all times refer to
   */
  createSynth(now: () => number): Promise<LiveSynth>
}
