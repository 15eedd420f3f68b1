/** How a worker says that it failed: an error itself would lose its code and its words on the way. */
import { messageOf } from './fretwork-error.js'
import { SentenceError, type SentenceValues } from './sentence-error.js'

export type WorkerFailure =
  /** A reason for the user, as `SentenceError` has it. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly sentence: string
      readonly values: SentenceValues
      readonly source: string | undefined
    }
  /** Nothing that the user can change: a bug, or no memory left. */
  | { readonly kind: 'failed'; readonly message: string }

/** In the worker. */
export function failureOf(thrown: unknown): WorkerFailure {
  if (!(thrown instanceof SentenceError)) return { kind: 'failed', message: messageOf(thrown) }
  const { code, sentence, values, source } = thrown
  return { kind: 'refused', code, sentence, values, source }
}

/** In the page. */
export function errorOf(failure: WorkerFailure): Error {
  if (failure.kind === 'failed') return new Error(failure.message)
  const { code, sentence, values, source } = failure
  return new SentenceError(code, sentence, values, { source })
}

/** What is used here of a worker, whose own type only pages have. */
interface WorkerOfPage {
  postMessage(order: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error', listener: (event: WorkerTrouble) => void): void
  terminate(): void
}

interface WorkerTrouble {
  readonly message: string
  preventDefault(): void
}

type WorkerAnswer = { readonly kind: 'done'; readonly result: unknown } | WorkerFailure

interface OrderLimit {
  readonly seconds: number
  /** The error that says so. */
  readonly error: () => Error
}

/**
 * In the page: gives a worker its one order, and ends it with the answer, or when it takes too long.
 * @param signal ends the worker, whatever it is doing
 * @throws what the worker refused, or the error of the limit
 */
export async function oneOrder<Result>(
  worker: WorkerOfPage,
  order: unknown,
  limit: OrderLimit,
  signal?: AbortSignal,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      timer = setTimeout(() => reject(limit.error()), limit.seconds * 1000)
      worker.addEventListener('message', ({ data }) => {
        const answer = data as WorkerAnswer
        if (answer.kind === 'done') resolve(answer.result as Result)
        else reject(errorOf(answer))
      })
      worker.addEventListener('error', event => {
        event.preventDefault()
        reject(new Error(event.message || 'The worker could not be loaded.'))
      })
      worker.postMessage(order)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
