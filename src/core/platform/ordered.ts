/** Searching what is in order, by halves; and the middle of what is not. */

/** How many items, from the first, satisfy a condition that no later item satisfies. */
export function countWhile(length: number, isSo: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Index of the first of ascending values that is at least as large. Without a function for each search: following a
 * player asks a thousand times a note.
 */
export function firstNotBelow(ascending: ArrayLike<number>, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The middle of the values, the mean of the two middle ones; `undefined` where there is none. */
export function median(values: readonly number[]): number | undefined {
  // One or two are in order as they are.
  const sorted = values.length <= 2 ? values : values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted.length % 2 === 1 ? upper : sorted[middle - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}
