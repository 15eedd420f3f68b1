import type { Box, NeckGeometry, Point } from './neck-geometry.js'

interface FretSpace extends Box {
  readonly fret: number
}

const ACROSS = 32
const RAISED = 6

/** Each box reaches halfway to the next number. */
export function fretSpaces({ numbers, vertical }: Pick<NeckGeometry, 'numbers' | 'vertical'>): FretSpace[] {
  const along = numbers.map(({ x, y }) => (vertical ? y - RAISED : x))
  return numbers.map(({ fret, x, y }, index) => {
    const at = along[index] ?? 0
    // At the ends, as far as on the other side. Numbers run the other way if the nut is on the right.
    const before = along[index - 1] ?? 2 * at - (along[index + 1] ?? at)
    const after = along[index + 1] ?? 2 * at - before
    const start = (at + Math.min(before, after)) / 2
    const length = Math.abs(after - before) / 2
    return vertical
      ? { fret, x: x - ACROSS / 2, y: start, width: ACROSS, height: length }
      : { fret, x: start, y: y - RAISED - ACROSS / 2, width: length, height: ACROSS }
  })
}

export function nearestFret(spaces: readonly FretSpace[], point: Point): number | undefined {
  const distance = ({ x, y, width, height }: Box) =>
    Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height))
  return spaces.toSorted((a, b) => distance(a) - distance(b))[0]?.fret
}
