// All times are in milliseconds on the application's clock.
import type { ArgumentChoice } from '../../core/commands/command.js'
import type { Disposable, ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { OutputPort } from '../midi-io/tokens.js'
import type { SoundSettings } from './settings.js'
import type { ChannelSynth, Patch } from './synthesis/sound-port.js'
import type { Room } from './synthesis/stereo-synth.js'

export interface LiveSynth extends ChannelSynth, Disposable {
  /** @param volume 0–1, see `gainOf` */
  setVolume(volume: number, muted: boolean): void
  /** @param level gain of the open song */
  setLevel(level: number): void
  setRoom(room: Room): void
  /**
   * @param id empty for the default device @throws if another device is used because this one is missing
   */
  setDevice(id: string): Promise<void>
  /** Output latency reported by the browser, ms. */
  latencyMs(): number
  /** Must be called within a user gesture. */
  wake(): void
  rest(): void
  /** Retries missing instruments. */
  retry(): void
  /** Reloads all instruments after the user's own have changed. */
  reload(): void
  readonly awake: boolean
  onAwakeChange(listener: () => void): Disposable
}

export interface SynthOptions {
  readonly latency: SoundSettings['latency']
  /** @returns the user's own instrument, or `undefined` for the included one */
  readonly ownInstrument: (patch: Patch) => Promise<Blob> | undefined
  /** Returns the time in ms. */
  readonly now: () => number
  readonly onLoading: (loading: LoadingInstruments) => void
  /** Called when the synthesizer can no longer play, for example if memory runs out. */
  readonly onFailed: (error: unknown) => void
}

export interface MissingInstrument {
  readonly patch: Patch
  /** Instrument used in the meantime; `undefined` for the synthesizer. */
  readonly instead: Patch | undefined
  readonly error: unknown
}

export interface LoadingInstruments {
  /** Number of instruments still being loaded, out of `of`. */
  readonly left: number
  readonly of: number
  readonly missing: readonly MissingInstrument[]
}

export interface SoundPage {
  canChooseDevice(): boolean
  /** Returns the audio devices that the browser reveals. */
  devices(): Promise<readonly ArgumentChoice[]>
  onDevices(run: () => void): Disposable
  /** Returns whether the user has interacted with the page. Browsers block audio until then. */
  touched(): boolean
  /**
   * Loads the synthesizer while the browser is idle, then downloads the most common instruments for offline
   * use.
   */
  prepare(latency: SynthOptions['latency']): Promise<void>
  /** Runs the callback inside touch and key events, as browsers require. */
  onTouch(run: () => void): Disposable
  /** Starts audio synchronously within a user gesture and loads the synthesizer. */
  createSynth(options: SynthOptions): Promise<LiveSynth>
}

/** Port ID of the built-in sound, the default until the user selects another output. */
export const SOUND_PORT = 'sound'

/**
 * `standby`: audio starts on the next click, key or note. `waiting`: a user gesture is
 * required. `failed`: the next note retries. `offline`: the code loads once connected.
 */
export type SoundStatus = 'off' | 'standby' | 'waiting' | 'loading' | 'ready' | 'failed' | 'offline'

export interface SoundView {
  readonly status: SoundStatus
  readonly output: OutputPort | undefined
  readonly canChooseDevice?: boolean
  /** Instruments being loaded. */
  readonly loading?: { readonly left: number; readonly of: number } | undefined
  /** Channel (1–16) that is inaudible because its volume or expression is 0. */
  readonly turnedDown?: number | undefined
}

export const SOUND = createToken<{
  readonly view: ReadonlyStore<SoundView>
  /** `undefined` until the sound has started. */
  latencyMs(): number | undefined
}>('sound.sound')
/** Resolves to `undefined` outside a browser. */
export const SOUND_PAGE = createToken<() => Promise<SoundPage | undefined>>('sound.page')

/**
 * Squares a controller value (0–1), as recommended for channel volume (MMA, GM 1 developer guidelines).
 *
 * @example gainOf(0.5) // 0.25
 */
export function gainOf(control: number): number {
  const held = Math.min(1, Math.max(0, control))
  return held * held
}

/** @example decibelsOf(0.1) // -40 */
export function decibelsOf(control: number): number {
  return 20 * Math.log10(gainOf(control))
}
