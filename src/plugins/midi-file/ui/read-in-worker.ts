/** Reads a song in a worker of its own, which ends with it: cancelling is ending it, whatever it is doing. */
import { errorOf } from '../../../core/platform/worker-answer.js'
import type { Readings } from '../song-summary.js'
import type { ReadingControl } from '../tokens.js'
import type { ReadOrder, WorkerAnswer } from './reading-worker.js'

/** Why there was no reading by a worker, which says nothing about the file. */
export class NoWorker extends Error {
  override readonly name = 'NoWorker'
}

/**
 * @throws SentenceError why the file is not a song
 * @throws NoWorker where the browser could not start one
 * @throws DOMException `AbortError` once the signal is aborted
 */
export async function readInWorker<W extends keyof Readings>(
  wanted: W,
  file: Omit<ReadOrder, 'wanted'>,
  { signal, onProgress }: ReadingControl,
): Promise<Readings[W]> {
  signal?.throwIfAborted()
  const worker = startWorker()
  try {
    return await new Promise((resolve, reject) => {
      let hasAnswered = false
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
        hasAnswered = true
        if (data.kind === 'progress') onProgress?.(data.portion)
        else if (data.kind === 'read') resolve(data.result as Readings[W])
        else reject(errorOf(data))
      })
      worker.addEventListener('error', event => {
        event.preventDefault()
        // One that never answered was not loaded, as with a new version on the server while offline.
        const Kind = hasAnswered ? Error : NoWorker
        reject(new Kind(event.message || 'The worker could not be loaded.'))
      })
      // Copied: where there is no worker after all, the bytes are needed again.
      worker.postMessage({ wanted, ...file } satisfies ReadOrder)
    })
  } finally {
    worker.terminate()
  }
}

function startWorker(): Worker {
  try {
    return new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module', name: 'songs' })
  } catch (cause) {
    throw new NoWorker('The browser starts no worker.', { cause })
  }
}
