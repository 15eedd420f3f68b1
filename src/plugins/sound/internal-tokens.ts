/** Services that only the built-in sound itself uses, and its port among the outputs. */
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { OutputPort } from '../midi-io/tokens.js'
import type { SoundPage } from './synth.js'

/** The output that `midi-io.select-output` selects to play through it; also in use while none was chosen. */
export const SOUND_PORT = 'sound'

/**
 * `off`: nothing to play. `standby`: the code is loaded with the next click, key or note. `waiting`: the browser only
 * allows sound after a user gesture. `loading`: the code is being loaded. `failed`: it couldn't start; the next note
 * tries again. `offline`: the code isn't on this device yet; it is loaded once the connection is back.
 */
export type SoundStatus = 'off' | 'standby' | 'waiting' | 'loading' | 'ready' | 'failed' | 'offline'

export interface SoundView {
  readonly status: SoundStatus
  /** The MIDI output in use, `SOUND_PORT` or another one; `undefined` while nothing is sent. */
  readonly output: OutputPort | undefined
  /** A channel (1–16) that can't be heard because its volume or expression is 0. */
  readonly turnedDown?: number | undefined
}

export const SOUND = createToken<{ readonly view: ReadonlyStore<SoundView> }>('sound.sound')
/** Finds the page; `undefined` outside a browser. */
export const SOUND_PAGE = createToken<() => Promise<SoundPage | undefined>>('sound.page')
