import type { ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { OutputPort } from '../midi-io/tokens.js'
import type { SoundPage } from './synth.js'

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
