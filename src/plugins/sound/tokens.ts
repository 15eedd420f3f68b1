import type { NoticeText } from '../../core/events/notices.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { SongPerformance } from '../player/tokens.js'
import type { SoundBanks } from './sound-banks.js'
import type { Patch } from './synthesis/sound-port.js'

export type { Patch } from './synthesis/sound-port.js'

export interface RenderingControl {
  /** Sample rate, Hz. */
  readonly sampleRate: number
  /** Receives samples from −1 to 1. Its promise, if any, is awaited before both buffers are reused. */
  readonly write: (left: Float32Array, right: Float32Array) => unknown
  readonly signal: AbortSignal
  readonly onProgress: (portion: number) => void
  /** SF2, SF3 or DLS file with all General MIDI instruments. Default: the app’s instruments. */
  readonly bank?: ArrayBuffer
  /** Gain. Default: the gain that brings the song to −16 LUFS. */
  readonly level?: number
}

/** Renders a performance to stereo audio. The output is reproducible. */
export interface SongRenderer {
  /** @throws SentenceError `audio_too_long`, `audio_instrument_missing`, or the signal’s abort reason */
  render(performance: SongPerformance, control: RenderingControl): Promise<void>
}

export const SONG_RENDERER = createToken<SongRenderer>('sound.renderer')

export interface BankPreset {
  readonly name: string
  /** 0–127 */
  readonly program: number
  /** Bank select value, 0–127. */
  readonly bank: number
  readonly isDrums: boolean
}

export interface SoundBank {
  readonly id: string
  readonly name: string
  readonly presets: readonly BankPreset[]
}

/** Instruments that replace the included ones with the same programs. */
export interface BankSource {
  readonly title: NoticeText
  /** Screen in the Sound panel. */
  readonly part?: { readonly plugin: string; readonly screen: string }
  /** The first bank takes precedence. */
  readonly view: ReadonlyStore<{ readonly banks: readonly SoundBank[] }>
  /** @returns a bank that contains at least this patch */
  load(bank: string, patch: Patch): Promise<Blob>
}

/** True while the built-in sound must be silent, whatever its settings. */
export const SOUND_SILENCED = createToken<Store<boolean>>('sound.silenced')

/** Sound banks that other plugins add to the built-in sound. */
export const SOUND_BANKS = createToken<SoundBanks>('sound.banks')
