/** Long work in steps: the same code runs at once, or in slices between which a page can answer. */
import type { ClockPort } from './ports.js'

/**
 * Work that stops now and then and says how much of it is done, 0–1. It returns what comes of it. What has fewer rows
 * than are gone through at once does not stop at all.
 */
export type Steps<T> = Generator<number, T, void>

/** Rows that work goes through between two looks at the clock: a millisecond or two on a slow device. */
export const ROWS_AT_ONCE = 4096

/** Half of a frame: longer than this a page is not kept busy at a time. */
const BUSY_AT_MOST_MS = 8

interface SlicesOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Once it is aborted the work is left where it is. */
  readonly signal?: AbortSignal | undefined
  /** Called after each slice with the finished portion, 0–1; never for work that fits into one slice. */
  readonly onProgress?: ((portion: number) => void) | undefined
}

/** Does all of it at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Does it in slices of a few milliseconds. What fits into the first one is done when the call returns, so that small
 * work is over at once.
 *
 * @param done called with what came of it, in the same turn in which the last step ended
 * @throws what the work throws, and the reason of the signal
 */
export async function inSlices<T, R>(
  steps: Steps<T>,
  { clock, signal, onProgress }: SlicesOptions,
  done: (result: T) => R,
): Promise<R> {
  signal?.throwIfAborted()
  let since = clock.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return done(step.value)
    if (clock.now() - since < BUSY_AT_MOST_MS) continue
    onProgress?.(step.value)
    await new Promise<void>(resolve => clock.after(0, resolve))
    signal?.throwIfAborted()
    since = clock.now()
  }
}

/** Work as a part of a larger one, which it leads from one portion to another. */
export function* partOf<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}

/**
 * The order of rows, without moving them: `order[0]` is the index of the row that comes first. Rows that are equal stay
 * as they were. At once, not in steps: the largest song that is opened takes a tenth of a second.
 * @param compare of two indices: negative where the first row comes first
 */
export function orderOf(count: number, compare: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index).sort(compare)
}
