/** The worker that reads a song, so that the page stays free: one order, then answers until the song is there. */
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { SentenceError, type SentenceValues } from '../../../core/platform/sentence-error.js'
import { readSongFile } from '../reading/read-song-file.js'
import { type Readings, readingsOf } from '../song-summary.js'

export interface ReadOrder {
  readonly wanted: keyof Readings
  readonly bytes: Uint8Array
  /** Of the file. */
  readonly name: string
}

/** A reason for the user, as `SentenceError` has it; an error itself would lose it on its way. */
interface Refusal {
  readonly code: string
  readonly sentence: string
  readonly values: SentenceValues
  readonly source: string | undefined
}

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly portion: number }
  | { readonly kind: 'read'; readonly result: Readings[keyof Readings] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Nothing that the user can change: a bug, or no memory left. */
  | { readonly kind: 'failed'; readonly message: string }

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
    worker.postMessage(answerTo(thrown))
  }
})

function answerTo(thrown: unknown): WorkerAnswer {
  if (!(thrown instanceof SentenceError)) return { kind: 'failed', message: messageOf(thrown) }
  const { code, sentence, values, source } = thrown
  return { kind: 'refused', refusal: { code, sentence, values, source } }
}
