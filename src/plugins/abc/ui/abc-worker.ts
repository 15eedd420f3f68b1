/** The worker in which abcjs runs, so that the page stays free and never loads it: one order, one answer. */
import { failureOf, type WorkerFailure } from '../../../core/platform/worker-answer.js'
import { abcToMidi, type PlayedTune } from '../abc-to-midi.js'

/** What is used here of the worker's own types, which do not go together with those of pages. */
interface WorkerScope {
  postMessage(answer: { readonly kind: 'done'; readonly result: PlayedTune } | WorkerFailure): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Uint8Array>) => void): void
}

const worker = self as unknown as WorkerScope

worker.addEventListener('message', ({ data }) => {
  try {
    worker.postMessage({ kind: 'done', result: abcToMidi(data) })
  } catch (thrown) {
    worker.postMessage(failureOf(thrown))
  }
})
