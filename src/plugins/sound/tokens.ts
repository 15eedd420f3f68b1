/** What other plugins may know of the built-in sound: whether it is heard, and its port among the outputs. */
import { createToken } from '../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SoundPage } from './sound-page.js'

/** The output that `midi-io.select-output` chooses to play through it. */
export const SOUND_PORT = 'sound'

/**
 * `off`: nothing was to be played by it yet. `waiting`: the browser lets the page sound only after a touch or a
 * key. `loading`: its code is on the way. `failed`: it could not start; the next note tries again. `offline`: its code is not
 * on this device; it is loaded once the connection is back.
 */
export type SoundStatus = 'off' | 'waiting' | 'loading' | 'ready' | 'failed' | 'offline'

export interface SoundView {
  readonly status: SoundStatus
  /** Whether it is the chosen MIDI output. */
  readonly chosen: boolean
  /** A channel (1–16) whose notes are not heard, since the volume or the expression that was sent on it is 0. */
  readonly turnedDown?: number | undefined
}

export interface BuiltInSound {
  readonly view: ReadonlyStore<SoundView>
}

export const SOUND = createToken<BuiltInSound>('sound.sound')
/** The plugin's own: finds the page; `undefined` where the host is none. Tests give one of their own. */
export const SOUND_PAGE = createToken<() => Promise<SoundPage | undefined>>('sound.page')
