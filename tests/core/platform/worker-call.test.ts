import { expect, it, vi } from 'vitest'
import { SentenceError } from '../../../src/core/platform/phrases.js'
import { callWorker, expose, NoWorker, proxy } from '../../../src/core/platform/worker-call.js'

const work = {
  double: async (number: number, onProgress: (portion: number) => void) => {
    await onProgress(0.5)
    return 2 * number
  },
  refuse: async () => {
    throw new SentenceError('bad_line', 'Line {{line}} names no note.', { line: 3 }, { source: 'tunes' })
  },
  never: () => new Promise<never>(() => undefined),
}

/** Simulates a worker with one port of a message channel. */
function workerOf(exposed: object) {
  const { port1, port2 } = new MessageChannel()
  expose(exposed, port2 as never)
  const events = new EventTarget()
  const worker = {
    ended: false,
    postMessage: (message: unknown, transfer: never[] = []) => port1.postMessage(message, transfer),
    addEventListener: (type: string, listener: never) =>
      (type === 'message' ? port1 : events).addEventListener(type, listener),
    start: () => port1.start(),
    fail: (message?: string) => events.dispatchEvent(Object.assign(new Event('error'), { message })),
    terminate: () => {
      worker.ended = true
      port1.close()
    },
  }
  return worker
}

function called<Result>(call: (remote: typeof work) => Promise<Result>, control = {}) {
  const worker = workerOf(work)
  return { worker, answer: callWorker<typeof work, Result>(() => worker, call, control) }
}

it('a call reports progress, returns its result and terminates the worker', async () => {
  const portions: number[] = []
  const { worker, answer } = called(remote =>
    remote.double(
      21,
      proxy(portion => void portions.push(portion)),
    ),
  )
  expect([await answer, portions, worker.ended]).toEqual([42, [0.5], true])
})

it('an idle worker is reused by the next call', async () => {
  const workers: ReturnType<typeof workerOf>[] = []
  const start = () => workers[workers.push(workerOf(work)) - 1] as ReturnType<typeof workerOf>
  const double = (remote: typeof work) =>
    remote.double(
      1,
      proxy(() => undefined),
    )
  for (const _call of [1, 2]) await callWorker(start, double, { idleMs: 20 })
  expect(workers.map(({ ended }) => ended)).toEqual([false])
  await vi.waitFor(() => expect(workers[0]?.ended).toBe(true))
  await callWorker(start, double)
  expect(workers.map(({ ended }) => ended)).toEqual([true, true])
})

it('an error thrown in a worker keeps its message and values', async () => {
  const thrown = await called(remote => remote.refuse()).answer.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(SentenceError)
  expect(thrown).toMatchObject({ code: 'bad_line', values: { line: 3 }, source: 'tunes' })
})

it('canceling a worker call terminates the busy worker', async () => {
  const cancelled = new AbortController()
  const { worker, answer } = called(remote => remote.never(), { signal: cancelled.signal })
  cancelled.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
  expect(worker.ended).toBe(true)
})

it('a worker crash and a failed start are reported as different errors', async () => {
  const failed = called(remote => remote.never())
  failed.worker.fail('out of memory')
  await expect(failed.answer).rejects.toThrow('out of memory')
  const missing = called(remote => remote.never())
  missing.worker.fail()
  await expect(missing.answer).rejects.toThrow(NoWorker)
  const start = () => {
    throw new Error('forbidden')
  }
  await expect(callWorker(start, async () => undefined)).rejects.toThrow(NoWorker)
})
