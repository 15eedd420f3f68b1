import { type Endpoint, type TransferHandler, transferHandlers, wrap } from 'comlink'
import { messageOf } from './fretwork-error.js'
import { SentenceError } from './phrases.js'

export { expose, proxy } from 'comlink'

type Failure = Pick<SentenceError, 'code' | 'sentence' | 'values' | 'source'> | { readonly message: string }

const { canHandle } = transferHandlers.get('throw') as TransferHandler<unknown, unknown>

/** On both sides: comlink drops the code and words of errors. */
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

interface CallControl {
  readonly signal?: AbortSignal | undefined
  readonly limit?: { readonly seconds: number; readonly error: () => Error }
}

/**
 * @throws what the worker threw: a `SentenceError`, or an error with the message alone
 * @throws NoWorker, the reason of the signal, or the error of the limit
 */
export async function callWorker<Work, Result>(
  start: () => WorkerOfPage,
  call: (work: Work) => Promise<Result>,
  { signal, limit }: CallControl = {},
): Promise<Result> {
  signal?.throwIfAborted()
  const worker = started(start)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (limit) timer = setTimeout(() => reject(limit.error()), limit.seconds * 1000)
      worker.addEventListener('error', event => {
        event.preventDefault()
        reject(event.message ? new Error(event.message) : new NoWorker('The worker could not be loaded.'))
      })
      call(wrap(worker as unknown as Endpoint) as Work).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

function started(start: () => WorkerOfPage): WorkerOfPage {
  try {
    return start()
  } catch (cause) {
    throw new NoWorker('The browser starts no worker.', { cause })
  }
}
