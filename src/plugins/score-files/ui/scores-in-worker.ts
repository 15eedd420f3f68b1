// Separate from the runtime, because Node.js has no `Worker`.
import { callWorker } from '../../../core/platform/worker-call.js'
import { ScoreError } from '../score-error.js'
import type { ScoreWork } from '../score-work.js'

/** Time limit; the longest known song takes less than one second. */
const LIMIT_SECONDS = 30

const start = () =>
  new Worker(new URL('./scores-worker.ts', import.meta.url), { type: 'module', name: 'scores' })

export function inWorker<Result>(
  call: (work: ScoreWork) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const error = () => new ScoreError('score_slow', { limit: LIMIT_SECONDS })
  return callWorker(start, call, { signal, limit: { seconds: LIMIT_SECONDS, error }, idleMs: 5000 })
}
