import type { Steps } from '../../core/platform/steps.js'
import { createToken } from '../../core/platform/token.js'
import type { SongPerformance } from '../player/tokens.js'
import type { pcmOf, samplesOf, WavBits, wavHeader } from './synthesis/wav.js'

/** A sound bank that is ready to play. */
export interface OpenedBank {
  readonly kind: 'bank'
}

export interface SongSoundOptions {
  /** Bank with all General MIDI instruments. */
  readonly bank: OpenedBank
  /** 44,100 or 48,000 Hz */
  readonly sampleRate: number
  /** Receives samples from −1 to 1. Both buffers are reused after the call. */
  readonly write: (left: Float32Array, right: Float32Array) => void
}

/** Turns a performance into sound, with the same result every time. */
export interface SongRenderer {
  /** @throws Error if the file isn’t a sound bank (SF2, SF3 or DLS) */
  openBank(file: ArrayBuffer): OpenedBank
  /** @throws SentenceError `audio_too_long` */
  render(performance: SongPerformance, options: SongSoundOptions): Steps<void>
  readonly wav: {
    readonly header: typeof wavHeader
    readonly pcm: typeof pcmOf
    readonly samples: typeof samplesOf
  }
}

export type { WavBits }

/** Loads the renderer. */
export const SONG_RENDERER = createToken<() => Promise<SongRenderer>>('sound.renderer')
