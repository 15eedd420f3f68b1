import { type Disposable, disposable } from '../../../core/platform/store.js'
import type { LiveSynth, SoundPage, SynthOptions } from '../synth.js'
import { bankFile, CORE_PROGRAMS } from '../synthesis/bank-files.js'
import { canChooseDevice, listDevices, onDevices } from './audio-devices.js'

/** Activation triggering input events (HTML Standard). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

const ALLOWED_MS = 300

/** Delay before background downloads start, ms. */
const QUIET_MS = 5000

interface OpenAudio {
  readonly audio: AudioContext
  readonly latency: SynthOptions['latency']
  readonly start: Promise<(options: SynthOptions) => LiveSynth>
}

export function browserSoundPage(): SoundPage {
  /** Audio for the first click: loading the synthesizer would delay its sound by more than 0.1 s. */
  let prepared: OpenAudio | undefined
  let isStarted = false
  const open = (latency: SynthOptions['latency']): OpenAudio => {
    const found = prepared
    prepared = undefined
    if (found?.latency === latency) return found
    void found?.audio.close()
    const audio = new AudioContext({ latencyHint: latency })
    Object.assign(globalThis, { TONE_SILENCE_LOGGING: true })
    return { audio, latency, start: import('./live-synth.js').then(({ loadSynth }) => loadSynth(audio)) }
  }
  return {
    touched: () => navigator.userActivation?.hasBeenActive ?? true,
    onTouch,
    ...{ canChooseDevice, devices: listDevices, onDevices },
    async prepare(latency) {
      const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
      if (!serviceWorker || connection?.saveData || !import.meta.env.PROD) return
      // It has stored the synthesizer’s code.
      await serviceWorker.ready
      await idle()
      if (!isStarted) {
        const audio = open(latency)
        prepared = audio
        // Some browsers start audio immediately, which uses power.
        audio.audio.suspend().catch(() => undefined)
        // The first click tries again.
        audio.start.catch(() => {
          if (prepared === audio) prepared = undefined
        })
      }
      await keepOffline()
    },
    async createSynth(options) {
      isStarted = true
      // Safari on iOS requires a user gesture, so do this before loading anything.
      const { audio, start } = open(options.latency)
      // If the browser refuses, audio stays `suspended`. A later event of the same gesture retries.
      const resume = () => audio.resume().catch(() => undefined)
      const allowed = resume()
      const touching = onTouch(() => void resume())
      try {
        const startSynth = await start
        // Without permission, browsers never settle the promise.
        await Promise.race([allowed, new Promise(resolve => setTimeout(resolve, ALLOWED_MS))])
        return startSynth(options)
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

const idle = () =>
  new Promise(resolve => ('requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : resolve(0)))

/** Fetches the core instruments, which the service worker then caches. */
async function keepOffline(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, QUIET_MS))
  const patches = [...CORE_PROGRAMS.map(program => ({ program })), { program: 0, isDrums: true }]
  for (const patch of patches) {
    await idle()
    const answer = await fetch(`/${bankFile(patch)}`, { priority: 'low' }).catch(() => undefined)
    if (!answer?.ok) return
    await answer.blob()
  }
}
