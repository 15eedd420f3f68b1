/** Time range when a note is expected, in seconds. */
export interface Expected {
  readonly from: number
  readonly to: number
}

/**
 * Pairs written and played notes of the same pitch, minimizing the total time difference.
 *
 * @param expected expected time ranges, ascending
 * @param played times in seconds, ascending
 * @param reach maximum time difference of a pair, in seconds
 * @returns pairs of indices into both lists
 */
export function matchTimes(
  expected: readonly Expected[],
  played: readonly number[],
  reach: number,
): readonly (readonly [expected: number, played: number])[] {
  const rows = expected.length + 1
  const columns = played.length + 1
  const alone = ALONE * reach
  const { cost, step } = tableFor(rows * columns)
  cost[0] = 0
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (row === 0 && column === 0) continue
      const at = row * columns + column
      let least = Number.POSITIVE_INFINITY
      if (row > 0) {
        least = (cost[at - columns] ?? 0) + alone
        step[at] = WRITTEN_ALONE
      }
      if (column > 0) {
        const value = (cost[at - 1] ?? 0) + alone
        if (value < least) {
          least = value
          step[at] = PLAYED_ALONE
        }
      }
      if (row > 0 && column > 0) {
        const apart = distance(expected[row - 1], played[column - 1] ?? 0)
        const value = (cost[at - columns - 1] ?? 0) + apart
        if (apart <= reach && value < least - EQUAL) {
          least = value
          step[at] = PAIRED
        }
      }
      cost[at] = least
    }
  }
  const pairs: [number, number][] = []
  let row = rows - 1
  let column = columns - 1
  while (row > 0 && column > 0) {
    const taken = step[row * columns + column]
    if (taken === PAIRED) pairs.push([row - 1, column - 1])
    if (taken !== PLAYED_ALONE) row -= 1
    if (taken !== WRITTEN_ALONE) column -= 1
  }
  return pairs.reverse()
}

/** Reused to avoid allocating a dozen tables per played note. */
let table = { cost: new Float64Array(256), step: new Uint8Array(256) }

function tableFor(size: number): typeof table {
  if (table.cost.length < size) {
    const larger = Math.max(size, 2 * table.cost.length)
    table = { cost: new Float64Array(larger), step: new Uint8Array(larger) }
  }
  return table
}

function distance(expected: Expected | undefined, played: number): number {
  if (!expected) return Number.POSITIVE_INFINITY
  return Math.max(0, expected.from - played, played - expected.to)
}

/** Cost of an unpaired note, as a fraction of `reach`. */
const ALONE = 0.65
/** Tolerance for rounding errors, in seconds. */
const EQUAL = 1e-9
const WRITTEN_ALONE = 0
const PLAYED_ALONE = 1
const PAIRED = 2
