/** Reads a song in a worker of its own, which ends with it: cancelling is ending it, whatever it is at. */
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { unpackSong } from '../reading/packed-song.js'
import type { ReadOrder, WorkerAnswer } from '../reading/worker-words.js'
import type { ReadingControl, SongArrival } from '../tokens.js'

/** Longer than this the page is not kept busy at a time: half of a frame. */
const BUSY_AT_MOST_MS = 8

/** Why there was no reading by a worker, which says nothing about the file. */
export class NoWorker extends Error {
  override readonly name = 'NoWorker'
}

/**
 * @throws SentenceError why the file is no song
 * @throws NoWorker where the browser could not start one
 * @throws DOMException `AbortError` once the signal is aborted
 */
export async function readInWorker(
  bytes: Uint8Array,
  name: string,
  { signal, onProgress }: ReadingControl,
): Promise<SongArrival> {
  signal?.throwIfAborted()
  const worker = startWorker()
  try {
    const { song, summary } = await answerOf(worker, { bytes, name }, { signal, onProgress })
    return {
      summary,
      reading: async () => ({ song: await unpackSong(song, breather(signal)), notes: summary.notes }),
    }
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

type SongAnswer = Extract<WorkerAnswer, { kind: 'song' }>

function answerOf(
  worker: Worker,
  order: ReadOrder,
  { signal, onProgress }: ReadingControl,
): Promise<SongAnswer> {
  return new Promise((resolve, reject) => {
    let hasSpoken = false
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      hasSpoken = true
      if (data.kind === 'progress') onProgress?.(data.portion)
      else if (data.kind === 'song') resolve(data)
      else if (data.kind === 'failed') reject(new Error(data.message))
      else {
        const { code, sentence, values, source } = data.refusal
        reject(new SentenceError(code, sentence, values, { source }))
      }
    })
    worker.addEventListener('error', event => {
      event.preventDefault()
      // One that never said anything was not loaded, as with a new version on the server while offline.
      const Kind = hasSpoken ? Error : NoWorker
      reject(new Kind(event.message || 'The worker could not be loaded.'))
    })
    // Copied: where there is no worker after all, the bytes are needed again.
    worker.postMessage(order)
  })
}

/** Lets the page do something else when it has been busy for long enough. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < BUSY_AT_MOST_MS) return
    await new Promise(resolve => setTimeout(resolve))
    signal?.throwIfAborted()
    since = performance.now()
  }
}
