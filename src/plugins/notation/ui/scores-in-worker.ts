/** Reads or writes a score in a worker of its own, which ends with it, or when it takes too long. */
import { oneOrder } from '../../../core/platform/worker-answer.js'
import { NotationError } from '../notation-error.js'
import type { ScoreOrders, ScoreResults } from '../score-orders.js'

/** The longest given song takes less than one. */
const LIMIT_SECONDS = 30

/**
 * @param signal ends the worker, whatever it is doing
 * @throws SentenceError
 */
export function inWorker<K extends keyof ScoreOrders>(
  kind: K,
  order: ScoreOrders[K],
  signal?: AbortSignal,
): Promise<ScoreResults[K]> {
  const worker = new Worker(new URL('./scores-worker.ts', import.meta.url), {
    type: 'module',
    name: 'scores',
  })
  const error = () => new NotationError('score_slow', { limit: LIMIT_SECONDS })
  return oneOrder(worker, { kind, order }, { seconds: LIMIT_SECONDS, error }, signal)
}
