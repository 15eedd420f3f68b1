import type { ClockPort } from './ports.js'

export type Steps<T> = Generator<number, T, void>

/** Rows processed between clock checks (1–2 ms on a slow device). */
export const ROWS_AT_ONCE = 4096

const BUSY_AT_MOST_MS = 8

interface SlicesOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((portion: number) => void) | undefined
}

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Runs long work in time slices, and small jobs synchronously.
 * @throws errors thrown by the work, or the signal's abort reason
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

export function* partOf<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}

/** Stable sort; returns row indices. */
export function orderOf(count: number, compare: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index).sort(compare)
}
