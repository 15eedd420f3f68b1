/** Plays a tune into a MIDI file in a worker, which ends with it, or when it takes too long. */
import { oneOrder } from '../../../core/platform/worker-answer.js'
import { AbcError } from '../abc-error.js'
import type { PlayedTune } from '../abc-to-midi.js'

/** A tune takes a tenth of one. */
const LIMIT_SECONDS = 20

/** @throws SentenceError */
export function abcInWorker(bytes: Uint8Array): Promise<PlayedTune> {
  const worker = new Worker(new URL('./abc-worker.ts', import.meta.url), { type: 'module', name: 'abc' })
  const error = () => new AbcError('abc_slow', { limit: LIMIT_SECONDS })
  return oneOrder(worker, bytes, { seconds: LIMIT_SECONDS, error })
}
