import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { callWorker, proxy } from '../../../core/platform/worker-call.js'
import type { AudioControl, AudioPage } from '../song-export.js'
import type { Arrangement } from '../synthesis/arrangement.js'
import { CODECS, type CodecFormat } from './audio-encoders.js'
import { fetchBank, idOf } from './bank-loader.js'
import type { ExportWork } from './export.worker.js'

const SENTENCES = phrases({
  audio_instrument_missing: 'Couldn’t load an instrument ({{reason}}). Check your connection and try again.',
  audio_failed: 'Couldn’t export the song: {{reason}}',
})

const startWorker = () =>
  new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'audio export' })

export function browserAudioPage(): AudioPage {
  return {
    async formats() {
      const codecs = Object.keys(CODECS) as CodecFormat[]
      const supported = await Promise.all(codecs.map(isSupported))
      return ['wav', ...codecs.filter((_, index) => supported[index]).slice(0, 1)]
    },
    level: (arrangement, control) =>
      inWorker(arrangement, control, (worker, banks) => worker.level({ arrangement, banks })),
    render: (arrangement, format, control) =>
      inWorker(arrangement, control, (worker, banks) =>
        worker.render({ arrangement, banks, format }, proxy(control.onProgress)),
      ),
  }
}

async function inWorker<Result>(
  { patches }: Arrangement,
  { signal, ownInstrument }: Omit<AudioControl, 'onProgress'>,
  work: (worker: ExportWork, banks: [string, Blob][]) => Promise<Result>,
): Promise<Result> {
  const banks = await loadBanks(patches, ownInstrument, signal)
  return await callWorker(startWorker, (worker: ExportWork) => work(worker, banks), { signal }).catch(
    error => {
      if (signal.aborted || error instanceof SentenceError) throw error
      throw failed('audio_failed', error)
    },
  )
}

async function isSupported(format: CodecFormat): Promise<boolean> {
  if (!('AudioEncoder' in globalThis)) return false
  const { supported } = await AudioEncoder.isConfigSupported(CODECS[format]).catch(() => ({
    supported: false,
  }))
  return supported === true
}

async function loadBanks(
  patches: Arrangement['patches'],
  ownInstrument: AudioControl['ownInstrument'],
  signal: AbortSignal,
): Promise<[string, Blob][]> {
  const files = new Map(patches.map(patch => [idOf(patch), patch]))
  return await Promise.all(
    Array.from(files, async ([id, patch]): Promise<[string, Blob]> => {
      try {
        return [id, await (ownInstrument(patch) ?? fetchBank(patch, signal))]
      } catch (error) {
        signal.throwIfAborted()
        throw failed('audio_instrument_missing', error)
      }
    }),
  )
}

function failed(code: keyof typeof SENTENCES, cause: unknown): SentenceError {
  const values = { reason: messageOf(cause) }
  return new SentenceError(code, SENTENCES[code], values, { source: 'sound', cause })
}
