/** Areas around the fret numbers, for selecting frets by dragging. */
import type { Box, NeckGeometry } from './neck-geometry.js'

export interface FretSpace extends Box {
  readonly fret: number
}

/** Width of the strip between board and edge, in drawing units. */
const ACROSS = 32
/** From the baseline of a number to its center. */
const RAISED = 6

/** One box per number, each reaching halfway to the next. */
export function fretSpaces({ numbers, vertical }: Pick<NeckGeometry, 'numbers' | 'vertical'>): FretSpace[] {
  const along = numbers.map(({ x, y }) => (vertical ? y - RAISED : x))
  return numbers.map(({ fret, x, y }, index) => {
    const at = along[index] ?? 0
    const before = along[index - 1]
    const after = along[index + 1]
    const toBefore = Math.abs(at - (before ?? after ?? at)) / 2
    const toAfter = Math.abs(at - (after ?? before ?? at)) / 2
    // Numbers run the other way if the nut is on the right.
    const falls = (after ?? at) < at || (before ?? at) > at
    const start = at - (falls ? toAfter : toBefore)
    const length = toBefore + toAfter
    return vertical
      ? { fret, x: x - ACROSS / 2, y: start, width: ACROSS, height: length }
      : { fret, x: start, y: y - RAISED - ACROSS / 2, width: length, height: ACROSS }
  })
}

/** The fret closest to a point in the same units; `undefined` without spaces. */
export function nearestFret(
  spaces: readonly FretSpace[],
  point: { readonly x: number; readonly y: number },
): number | undefined {
  let nearest: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { fret, x, y, width, height } of spaces) {
    const away = Math.hypot(
      Math.max(x - point.x, 0, point.x - x - width),
      Math.max(y - point.y, 0, point.y - y - height),
    )
    if (away >= least) continue
    least = away
    nearest = fret
  }
  return nearest
}
