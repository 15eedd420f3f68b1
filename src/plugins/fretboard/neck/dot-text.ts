import { DOT_RADIUS } from './neck-sizes.js'

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

const FITTING = 3 // letters that fit into a dot at full size: `C♯4`
const SMALLEST_FIT = 0.55

export function fitOf(text: string): number {
  return Math.max(SMALLEST_FIT, Math.min(1, (FITTING + 0.4) / text.length))
}
