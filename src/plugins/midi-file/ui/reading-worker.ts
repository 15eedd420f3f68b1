/** The worker that reads a song, so that the page stays free: one order, then answers until the song is there. */
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { buffersOf, packSong } from '../reading/packed-song.js'
import { readSongFile } from '../reading/read-song-file.js'
import type { ReadOrder, WorkerAnswer } from '../reading/worker-words.js'
import { summaryOf } from '../song-summary.js'

/** Of the worker's own types, which do not go together with those of pages, what is used here. */
interface WorkerScope {
  postMessage(answer: WorkerAnswer, handedOver?: readonly ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ReadOrder>) => void): void
}

const worker = self as unknown as WorkerScope

worker.addEventListener('message', async ({ data: { bytes, name } }) => {
  try {
    const onProgress = (portion: number) => worker.postMessage({ kind: 'progress', portion })
    const reading = await readSongFile(bytes, name, { onProgress })
    const song = packSong(reading.song)
    const summary = summaryOf(reading, name)
    worker.postMessage({ kind: 'song', song, summary }, buffersOf(song))
  } catch (thrown) {
    worker.postMessage(answerTo(thrown))
  }
})

function answerTo(thrown: unknown): WorkerAnswer {
  if (!(thrown instanceof SentenceError)) return { kind: 'failed', message: messageOf(thrown) }
  const { code, sentence, values, source } = thrown
  return { kind: 'refused', refusal: { code, sentence, values, source } }
}
