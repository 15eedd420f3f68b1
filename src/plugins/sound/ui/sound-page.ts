/** The browser's page, as far as sound needs it. */
import { disposable } from '../../../core/platform/disposable.js'
import type { SoundPage } from '../sound-page.js'

/** Those by which browsers tell that somebody is there (HTML Standard, activation triggering input events). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

export function browserSoundPage(): SoundPage {
  return {
    // A browser that does not tell counts as untouched: the next touch will do.
    touched: () => navigator.userActivation?.hasBeenActive ?? false,
    onTouch(run) {
      // The way down the page, so that nobody in between keeps it to himself.
      for (const type of TOUCHES) window.addEventListener(type, run, { capture: true })
      return disposable(() => {
        for (const type of TOUCHES) window.removeEventListener(type, run, { capture: true })
      })
    },
    async createSynth(now) {
      // Tone.js greets in the console otherwise.
      Object.assign(globalThis, { TONE_SILENCE_LOGGING: true })
      const { createLiveSynth } = await import('./live-synth.js')
      return createLiveSynth(now)
    },
  }
}
