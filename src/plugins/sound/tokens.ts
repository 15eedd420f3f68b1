import type { Steps } from '../../core/platform/steps.js'
import { createToken } from '../../core/platform/token.js'
import type { SongPerformance } from '../player/tokens.js'
import type { samplesOf, wavHeader } from './synthesis/wav.js'

export interface SongSoundOptions {
  /** File with all General MIDI instruments (SF2, SF3 or DLS). */
  readonly bank: ArrayBuffer
  /** Receives samples from −1 to 1. Both buffers are reused after the call. */
  readonly write: (left: Float32Array, right: Float32Array) => void
}

/** Turns a performance into stereo sound, with the same result every time. */
export interface SongRenderer {
  /** Hz */
  readonly sampleRate: number
  /** @throws SentenceError `audio_too_long` */
  render(performance: SongPerformance, options: SongSoundOptions): Steps<void>
  readonly samplesOf: typeof samplesOf
  readonly wavHeader: typeof wavHeader
}

/** Loads the renderer. */
export const SONG_RENDERER = createToken<() => Promise<SongRenderer>>('sound.renderer')
