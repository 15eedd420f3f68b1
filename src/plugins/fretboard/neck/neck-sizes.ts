export interface NeckRoom {
  readonly width: number
  readonly height: number
}

export const DOT_RADIUS = 21
const STRING_SPACING = 54
const SHORTEST_LENGTH = 1180
const UPRIGHT_FRET = 84
const NARROWEST_FRET = 2 * DOT_RADIUS + 4
export const EDGE = 24
export const TOP = 14
export const NUMBERS_HEIGHT = 34
export const NAMES_WIDTH = 24

const LARGEST_RADIUS = 24
const SPACINGS = { least: 24, most: 62 }
const NARROW_ROOM = 600
const LEAST_FRET = { mouse: 27, finger: 42 }
const MOST_RADII = 3.4

const openColumn = (radius: number, capo: number) => 2 * radius + (capo > 0 ? 34 : 24)

interface Sized {
  readonly strings: readonly number[]
  readonly fretMin: number
  readonly capo: number
  readonly vertical?: boolean
  readonly room?: NeckRoom | undefined
}

export function sizesOf({ room, vertical, strings, fretMin, capo }: Sized, frets: number, narrowest: number) {
  const around = (radius: number) => NAMES_WIDTH + (fretMin === 0 ? openColumn(radius, capo) : 0) + EDGE
  const upright = frets * UPRIGHT_FRET
  if (!room) {
    const length = vertical ? upright : SHORTEST_LENGTH - around(DOT_RADIUS)
    return {
      spacing: STRING_SPACING,
      radius: DOT_RADIUS,
      length: Math.max(length, NARROWEST_FRET / narrowest),
      column: openColumn(DOT_RADIUS, capo),
    }
  }
  const [along, across] = vertical ? [room.height, room.width] : [room.width, room.height]
  const roomy = clamp((across - TOP - NUMBERS_HEIGHT) / strings.length, SPACINGS.least, SPACINGS.most)
  const largest = Math.min(LARGEST_RADIUS, roomy / 2 - (roomy < 32 ? 2 : 4))
  const free = along - around(largest)
  const least = room.width < NARROW_ROOM ? LEAST_FRET.finger : LEAST_FRET.mouse
  const length = Math.max(vertical ? Math.min(free, upright) : free, least / narrowest)
  const radius = Math.min(largest, (length * narrowest) / 2 - 1.5)
  const spacing = Math.max(SPACINGS.least, Math.min(roomy, MOST_RADII * radius))
  return { spacing, radius, length, column: openColumn(largest, capo) }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

const LINES = {
  alone: { size: 19, y: 6.5 },
  above: { size: 16, y: -1 },
  below: { size: 13.5, y: 13.5 },
} as const

export type DotLine = keyof typeof LINES

export function dotLine(line: DotLine, radius: number): { readonly size: number; readonly y: number } {
  const scale = radius / DOT_RADIUS
  const { size, y } = LINES[line]
  return { size: size * scale, y: y * scale }
}

const FULL_SIZE_LETTERS = 3
const SMALLEST_FIT = 0.55

export function fitOf(text: string): number {
  return Math.max(SMALLEST_FIT, Math.min(1, (FULL_SIZE_LETTERS + 0.4) / text.length))
}
