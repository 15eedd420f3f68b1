/** A neck with its sounding notes as SVG, to be part of a page: it takes the color of the text around it. */
import { stringNames } from '../../../core/music/guitar/tunings.js'
import { escapeHtml } from '../../../core/platform/html-page.js'
import { type DrawnNeck, fretOf, type PlacedNote } from './drawn-neck.js'
import { printable } from './format.js'

const INLAYS = [3, 5, 7, 9, 12, 15, 17, 19, 21, 24]
/** Width of a fret, height of a string, and room for names and open strings, in pixels. */
const [FRET, STRING, LEFT, TOP] = [40, 26, 52, 16]
const RADIUS = 12
/** Longer names come from logs that were not made by an instrument. */
const LONGEST_NAME = 4

/** @param first fret that is drawn; the nut is in front of fret 1 @param label accessible name */
export function neckSvg(
  neck: DrawnNeck,
  notes: readonly PlacedNote[],
  { first = 1, label }: { readonly first?: number; readonly label: string },
): string {
  const frets = Array.from({ length: neck.frets - neck.capo - first + 1 }, (_, at) => first + at)
  const [right, bottom] = [LEFT + frets.length * FRET, TOP + (neck.strings.length - 1) * STRING]
  const y = (string: number) => TOP + (string - 1) * STRING
  const middle = (fret: number) => LEFT + (fret - first + 0.5) * FRET
  const lines = [
    ...neck.strings.map((_, index) => `M${LEFT} ${y(index + 1)}H${right}`),
    ...frets.map((_, at) => `M${LEFT + (at + 1) * FRET} ${TOP}V${bottom}`),
  ]
  const text = (x: number, at: number, content: string, size = 12) =>
    `<text x="${x}" y="${at + 4}" font-size="${size}">${escapeHtml(content)}</text>`
  const dots = notes.flatMap(placed => {
    const fret = fretOf(neck, placed)
    if (placed.string === undefined || fret === undefined) return []
    const [x, at] = [fret === 0 ? LEFT - RADIUS - 5 : middle(fret), y(placed.string)]
    const name = printable(placed.note.name).slice(0, LONGEST_NAME)
    return `<g><title>${escapeHtml(`${name}, string ${placed.string}, fret ${fret}`)}</title><circle cx="${x}" cy="${at}" r="${RADIUS}" fill="Canvas" stroke="currentColor" stroke-width="2"/>${text(x, at, name, 9)}</g>`
  })
  const numbers = frets.flatMap(fret =>
    INLAYS.includes(fret) || fret === first ? [text(middle(fret), bottom + 20, String(fret))] : [],
  )
  const names = stringNames(neck.strings).map((name, index) => text(10, y(index + 1), name.trim()))
  return `<svg viewBox="0 0 ${right + 4} ${bottom + 32}" width="${right + 4}" role="img" aria-label="${escapeHtml(label)}" font-family="system-ui, sans-serif" text-anchor="middle" fill="currentColor">
<path d="${lines.join('')}" stroke="currentColor" stroke-opacity="0.5"/><path d="M${LEFT} ${TOP}V${bottom}" stroke="currentColor" stroke-width="${first === 1 ? 5 : 1}"/>
${[...names, ...numbers, ...dots].join('')}
</svg>`
}
