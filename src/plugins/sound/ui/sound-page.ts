/** Browser functions for sound. */
import { disposable } from '../../../core/platform/disposable.js'
import type { SoundPage } from '../sound-page.js'

/** Events that browsers accept as user gestures (HTML Standard, activation triggering input events). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

export function browserSoundPage(): SoundPage {
  return {
    // Browsers without this API count as untouched until the next gesture.
    touched: () => navigator.userActivation?.hasBeenActive ?? false,
    onTouch(run) {
      // In the capture phase, so that no handler can stop it.
      for (const type of TOUCHES) window.addEventListener(type, run, { capture: true })
      return disposable(() => {
        for (const type of TOUCHES) window.removeEventListener(type, run, { capture: true })
      })
    },
    async createSynth(now) {
      // Otherwise Tone.js logs its version to the console.
      Object.assign(globalThis, { TONE_SILENCE_LOGGING: true })
      const { createLiveSynth } = await import('./live-synth.js')
      return createLiveSynth(now)
    },
  }
}
