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
 * The order of rows, without moving them: `order[0]` is the index of the row that comes first. Rows that are equal stay as
 * they were.
 *
 * @param compare of two indices: negative where the first row comes first
 */
export function* sortSteps(count: number, compare: (a: number, b: number) => number): Steps<Uint32Array> {
  let order = new Uint32Array(count)
  for (let index = 0; index < count; index += 1) order[index] = index
  const passes = Math.max(1, Math.ceil(Math.log2(count / ROWS_AT_ONCE))) + 1
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    if (from > 0) yield from / count / passes
    order.subarray(from, from + ROWS_AT_ONCE).sort(compare)
  }
  let merged = new Uint32Array(count)
  let pass = 1
  for (let width = ROWS_AT_ONCE; width < count; width *= 2, pass += 1) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count)
      const end = Math.min(from + 2 * width, count)
      for (const at of mergeSteps(order, merged, { from, middle, end }, compare))
        yield (pass + at / count) / passes
    }
    const before = order
    order = merged
    merged = before
  }
  return order
}

interface Halves {
  readonly from: number
  readonly middle: number
  readonly end: number
}

/** Yields how far it is, as an index. */
function* mergeSteps(
  source: Uint32Array,
  target: Uint32Array,
  { from, middle, end }: Halves,
  compare: (a: number, b: number) => number,
): Generator<number, void, void> {
  if (middle >= end || compare(source[middle - 1] ?? 0, source[middle] ?? 0) <= 0) {
    target.set(source.subarray(from, end), from)
    yield end
    return
  }
  let left = from
  let right = middle
  for (let at = from; at < end; at += 1) {
    const a = source[left] ?? 0
    const b = source[right] ?? 0
    const takesLeft = left < middle && (right >= end || compare(a, b) <= 0)
    target[at] = takesLeft ? a : b
    if (takesLeft) left += 1
    else right += 1
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield at
  }
}
