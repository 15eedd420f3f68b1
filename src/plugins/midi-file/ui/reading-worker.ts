/** The worker that reads a song, so that the page stays free: one order, then answers until the song is there. */
import { failureOf, type WorkerFailure } from '../../../core/platform/worker-answer.js'
import { readSongFile } from '../reading/read-song-file.js'
import { type Readings, readingsOf } from '../song-summary.js'

export interface ReadOrder {
  readonly wanted: keyof Readings
  readonly bytes: Uint8Array
  /** Of the file. */
  readonly name: string
}

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly portion: number }
  | { readonly kind: 'read'; readonly result: Readings[keyof Readings] }
  | WorkerFailure

/** What is used here of the worker's own types, which do not go together with those of pages. */
interface WorkerScope {
  postMessage(answer: WorkerAnswer): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ReadOrder>) => void): void
}

const worker = self as unknown as WorkerScope

worker.addEventListener('message', async ({ data: { wanted, bytes, name } }) => {
  try {
    const onProgress = (portion: number) => worker.postMessage({ kind: 'progress', portion })
    const reading = await readSongFile(bytes, name, { onProgress })
    worker.postMessage({ kind: 'read', result: readingsOf(reading, name)[wanted] })
  } catch (thrown) {
    worker.postMessage(failureOf(thrown))
  }
})
