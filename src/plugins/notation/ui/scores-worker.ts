/** The worker in which alphaTab runs, so that the page stays free and never loads it: one order, one answer. */
import { failureOf, type WorkerFailure } from '../../../core/platform/worker-answer.js'
import { drawScore, readChecked, writeScore } from '../engine-room.js'
import type { ScoreOrders, ScoreResults } from '../score-orders.js'

export type ScoreOrder = {
  [Kind in keyof ScoreOrders]: { readonly kind: Kind; readonly order: ScoreOrders[Kind] }
}[keyof ScoreOrders]

export type ScoreAnswer =
  | { readonly kind: 'done'; readonly result: ScoreResults[keyof ScoreResults] }
  | WorkerFailure

/** What is used here of the worker's own types, which do not go together with those of pages. */
interface WorkerScope {
  postMessage(answer: ScoreAnswer): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ScoreOrder>) => void): void
}

const worker = self as unknown as WorkerScope

worker.addEventListener('message', async ({ data }) => {
  try {
    worker.postMessage({ kind: 'done', result: await resultOf(data) })
  } catch (thrown) {
    worker.postMessage(failureOf(thrown))
  }
})

async function resultOf({ kind, order }: ScoreOrder): Promise<ScoreResults[keyof ScoreResults]> {
  if (kind === 'read') return readChecked(order.bytes)
  if (kind === 'draw') return drawScore(order.song, order.grid, order.options)
  return writeScore(order.song, order.format, order.grid)
}
