/** Browser functions for sound. */
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import type { SoundPage } from '../synth.js'

/** Events that browsers accept as user gestures (HTML Standard, activation triggering input events). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

/** How long a browser takes to start audio that it allows. */
const ALLOWED_MS = 300

export function browserSoundPage(): SoundPage {
  return {
    // Browsers without this API are asked, and answer with audio that is suspended.
    touched: () => navigator.userActivation?.hasBeenActive ?? true,
    onTouch,
    async createSynth(now) {
      // Before anything is loaded: Safari on iOS allows it within the touch only.
      const audio = new AudioContext()
      // A refusal shows as `suspended`; a browser that allows it only later in the same touch is asked again there.
      const resume = () => audio.resume().catch(() => undefined)
      const allowed = resume()
      const touching = onTouch(() => void resume())
      // Otherwise Tone.js logs its version to the console.
      Object.assign(globalThis, { TONE_SILENCE_LOGGING: true })
      try {
        const { createLiveSynth } = await import('./live-synth.js')
        // Without permission the browser never answers.
        await Promise.race([allowed, new Promise(resolve => setTimeout(resolve, ALLOWED_MS))])
        return createLiveSynth(now, audio)
      } catch (error) {
        await audio.close()
        throw error
      } finally {
        touching.dispose()
      }
    },
  }
}

function onTouch(run: () => void): Disposable {
  // In the capture phase, so that no handler can stop it.
  for (const type of TOUCHES) window.addEventListener(type, run, { capture: true })
  return disposable(() => {
    for (const type of TOUCHES) window.removeEventListener(type, run, { capture: true })
  })
}
