/** Services that only the built-in sound itself uses, and its port among the outputs. */
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SoundPage } from './sound-page.js'

/** The output that `midi-io.select-output` selects to play through it. */
export const SOUND_PORT = 'sound'

/**
 * `off`: nothing to play. `waiting`: the browser only allows sound after a user gesture. `loading`: the code is being
 * loaded. `failed`: it couldn't start; the next note tries again. `offline`: the code isn't on this device yet; it is
 * loaded once the connection is back.
 */
export type SoundStatus = 'off' | 'waiting' | 'loading' | 'ready' | 'failed' | 'offline'

export interface SoundView {
  readonly status: SoundStatus
  /** Whether it is the selected MIDI output. */
  readonly chosen: boolean
  /** A channel (1–16) that can't be heard because its volume or expression is 0. */
  readonly turnedDown?: number | undefined
}

export const SOUND = createToken<{ readonly view: ReadonlyStore<SoundView> }>('sound.sound')
/** Finds the page; `undefined` outside a browser. */
export const SOUND_PAGE = createToken<() => Promise<SoundPage | undefined>>('sound.page')
