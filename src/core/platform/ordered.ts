/** Binary search. Returns the number of items that satisfy the condition. Those must come first. */
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

/** Binary search for the first value that is not less than `value`. Uses no callback, for speed. */
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

export function median(values: readonly number[]): number | undefined {
  const sorted = values.length <= 2 ? values : values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted.length % 2 === 1 ? upper : sorted[middle - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}
