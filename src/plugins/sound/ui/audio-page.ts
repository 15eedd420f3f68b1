import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { callWorker, proxy } from '../../../core/platform/worker-call.js'
import type { AudioPage } from '../song-audio.js'
import type { Arrangement } from '../synthesis/arrangement.js'
import { fetchBank, idOf } from './bank-loader.js'
import type { RenderWork } from './render.worker.js'

const SENTENCES = phrases({
  audio_instrument_missing: 'Couldn’t load an instrument ({{reason}}). Check your connection and try again.',
})

const startWorker = () =>
  new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module', name: 'song renderer' })

export function browserAudioPage(): AudioPage {
  return {
    async level(arrangement, control) {
      const banks = await loadBanks(arrangement, control)
      return await callWorker(
        startWorker,
        (worker: RenderWork) => worker.level({ arrangement, banks }),
        control,
      )
    },
    async render(arrangement, { sampleRate, write, onProgress, ...control }) {
      const banks = await loadBanks(arrangement, control)
      const job = { arrangement, banks, sampleRate }
      const call = (worker: RenderWork) => worker.render(job, proxy(write), proxy(onProgress))
      await callWorker(startWorker, call, control)
    },
  }
}

async function loadBanks(
  { patches }: Arrangement,
  { signal, ownInstrument }: Parameters<AudioPage['level']>[1],
): Promise<[string, Blob][]> {
  const files = new Map(patches.map(patch => [idOf(patch), patch]))
  return await Promise.all(
    Array.from(files, async ([id, patch]): Promise<[string, Blob]> => {
      try {
        return [id, await (ownInstrument(patch) ?? fetchBank(patch, signal))]
      } catch (cause) {
        signal.throwIfAborted()
        const code = 'audio_instrument_missing'
        throw new SentenceError(
          code,
          SENTENCES[code],
          { reason: messageOf(cause) },
          { source: 'sound', cause },
        )
      }
    }),
  )
}
