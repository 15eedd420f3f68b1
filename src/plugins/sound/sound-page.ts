/** Browser functions that sound needs; the command line has none. */
import type { Disposable } from '../../core/platform/disposable.js'
import type { LiveSynth } from './synth.js'

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
