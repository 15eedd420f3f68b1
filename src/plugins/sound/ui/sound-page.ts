import { type Disposable, disposable } from '../../../core/platform/store.js'
import type { SoundPage } from '../synth.js'
import { bankFile, CORE_PROGRAMS } from '../synthesis/bank-files.js'
import { canChooseDevice, listDevices, onDevices } from './audio-devices.js'

/** Activation triggering input events (HTML Standard). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

const ALLOWED_MS = 300

/** Delay before background downloads start, ms. */
const QUIET_MS = 5000

export function browserSoundPage(): SoundPage {
  return {
    touched: () => navigator.userActivation?.hasBeenActive ?? true,
    onTouch,
    ...{ canChooseDevice, devices: listDevices, onDevices },
    keepOffline: () => void keepOffline(),
    async createSynth(options) {
      // Safari on iOS requires a user gesture, so create this before loading anything.
      const audio = new AudioContext({ latencyHint: options.latency })
      // If the browser refuses, audio stays `suspended`. A later event of the same gesture retries.
      const resume = () => audio.resume().catch(() => undefined)
      const allowed = resume()
      const touching = onTouch(() => void resume())
      Object.assign(globalThis, { TONE_SILENCE_LOGGING: true })
      try {
        const { createLiveSynth } = await import('./live-synth.js')
        // Without permission, browsers never settle the promise.
        await Promise.race([allowed, new Promise(resolve => setTimeout(resolve, ALLOWED_MS))])
        return await createLiveSynth(audio, options)
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
  // Use the capture phase, so that no handler can stop the event.
  for (const type of TOUCHES) window.addEventListener(type, run, { capture: true })
  return disposable(() => {
    for (const type of TOUCHES) window.removeEventListener(type, run, { capture: true })
  })
}

/** Fetches the core instruments, which the service worker then caches. */
async function keepOffline(): Promise<void> {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (!serviceWorker || connection?.saveData || !import.meta.env.PROD) return
  await serviceWorker.ready
  await new Promise(resolve => setTimeout(resolve, QUIET_MS))
  const patches = [...CORE_PROGRAMS.map(program => ({ program })), { program: 0, isDrums: true }]
  for (const patch of patches) {
    await new Promise(resolve =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve) : resolve(0),
    )
    const answer = await fetch(`/${bankFile(patch)}`, { priority: 'low' }).catch(() => undefined)
    if (!answer?.ok) return
    await answer.blob()
  }
}
