import { type Endpoint, type TransferHandler, transferHandlers, wrap } from 'comlink'
import { messageOf } from './fretwork-error.js'
import { SentenceError } from './phrases.js'

export { expose, proxy, transfer } from 'comlink'

type Failure = Pick<SentenceError, 'code' | 'sentence' | 'values' | 'source'> | { readonly message: string }

const { canHandle } = transferHandlers.get('throw') as TransferHandler<unknown, unknown>

/** By default, comlink drops the error code and message template. */
transferHandlers.set('throw', {
  canHandle,
  serialize({ value }: { readonly value: unknown }): [Failure, never[]] {
    if (!(value instanceof SentenceError)) return [{ message: messageOf(value) }, []]
    const { code, sentence, values, source } = value
    return [{ code, sentence, values, source }, []]
  },
  deserialize(failure: Failure): never {
    if ('message' in failure) throw new Error(failure.message)
    const { code, sentence, values, source } = failure
    throw new SentenceError(code, sentence, values, source === undefined ? {} : { source })
  },
})

export class NoWorker extends Error {
  override readonly name = 'NoWorker'
}

interface WorkerOfPage {
  addEventListener(
    type: 'error',
    listener: (event: { message: string; preventDefault(): void }) => void,
  ): void
  terminate(): void
}

/** The browser's `Worker`. Declare it in the caller, where the build needs `new Worker`. */
export type WorkerClass = new (
  script: URL,
  options: { readonly type: 'module'; readonly name: string },
) => WorkerOfPage

interface CallControl {
  readonly signal?: AbortSignal | undefined
  readonly limit?: { readonly seconds: number; readonly error: () => Error }
  /** Idle time before a worker is terminated, ms. */
  readonly idleMs?: number
}

interface Started {
  readonly worker: WorkerOfPage
  /** Comlink proxy, released together with its worker. */
  readonly remote: unknown
}

/** Idle workers to reuse. Starting a worker takes longer than reading most songs. */
const idle = new Map<() => WorkerOfPage, Started & { readonly ending: ReturnType<typeof setTimeout> }>()

/**
 * @throws the worker's error: a `SentenceError`, or an `Error` with only a message
 * @throws NoWorker, the signal's abort reason, or a timeout error
 */
export async function callWorker<Work, Result>(
  start: () => WorkerOfPage,
  call: (work: Work) => Promise<Result>,
  { signal, limit, idleMs = 0 }: CallControl = {},
): Promise<Result> {
  signal?.throwIfAborted()
  const { worker, remote } = waiting(start) ?? started(start)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  try {
    const answer = await new Promise<Result>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (limit) timer = setTimeout(() => reject(limit.error()), limit.seconds * 1000)
      worker.addEventListener('error', event => {
        event.preventDefault()
        reject(event.message ? new Error(event.message) : new NoWorker('The worker could not be loaded.'))
      })
      call(remote as Work).then(resolve, reject)
    })
    isWaiting = idleMs > 0 && !idle.has(start)
    return answer
  } finally {
    clearTimeout(timer)
    if (isWaiting) idle.set(start, { worker, remote, ending: setTimeout(() => end(start), idleMs) })
    else worker.terminate()
  }
}

function waiting(start: () => WorkerOfPage): Started | undefined {
  const found = idle.get(start)
  if (found) clearTimeout(found.ending)
  idle.delete(start)
  return found
}

function end(start: () => WorkerOfPage): void {
  waiting(start)?.worker.terminate()
}

function started(start: () => WorkerOfPage): Started {
  try {
    const worker = start()
    return { worker, remote: wrap(worker as unknown as Endpoint) }
  } catch (cause) {
    throw new NoWorker('The browser couldn’t start a worker.', { cause })
  }
}
