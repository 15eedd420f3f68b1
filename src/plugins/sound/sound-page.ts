/** What the built-in sound needs of a web page; there is none on the command line. */
import type { Disposable } from '../../core/platform/disposable.js'
import type { LiveSynth } from './synth.js'

export interface SoundPage {
  /** Whether the user has touched the page: before that no browser lets it sound. */
  touched(): boolean
  /** Runs within each touch and key, where a browser lets a page begin to sound. */
  onTouch(run: () => void): Disposable
  /**
   * Loads Tone.js, which opens the browser's audio at once: to be called after a touch.
   *
   * @param now milliseconds on the clock of all that it is given
   */
  createSynth(now: () => number): Promise<LiveSynth>
}
