/** Sorting in steps: a million rows keep a page busy for a second where they are sorted in one piece. */
import { ROWS_AT_ONCE, type Steps } from './steps.js'

/**
 * The order of rows that nobody moves: `order[0]` is the index of the row that comes first. Rows that are equal stay as
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
