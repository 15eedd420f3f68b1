import { escapeHtml } from '../../../core/platform/html-page.js'
import { stringNames } from '../../../music/guitar/tunings.js'
import type { NoteEvent } from '../../../music/midi/midi-event.js'
import type { GoldenDifference } from '../replay/golden.js'
import { type DrawnNeck, fretOf, INLAYS, neckRows, type PlacedNote, placedAfter } from './drawn-neck.js'
import { printable } from './format.js'

export interface NeckDrawing {
  /** Notes off the neck are in parentheses. */
  readonly notes: string
  readonly rows: readonly string[]
  readonly svg: string
}

/** Maximum number of wide and narrow frets. Two drawings must fit into 80 columns. */
const [WIDE, NARROW] = [8, 17]
const FEWEST_FRETS = 5

/** Returns `undefined` if the same notes sound at the same positions. */
export function comparedNecks(
  neck: DrawnNeck,
  { sounding, time }: Pick<GoldenDifference, 'sounding' | 'time'>,
): { readonly expected: NeckDrawing; readonly actual: NeckDrawing } | undefined {
  const expected = placed(neck, sounding.expected)
  const actual = placed(neck, sounding.actual)
  if (known(expected) === known(actual)) return undefined
  const at = printable(time)
  const [first, second] = drawTogether(neck, [
    { label: `Expected at ${at}`, notes: expected },
    { label: `Actual at ${at}`, notes: actual },
  ])
  return first && second && { expected: first, actual: second }
}

export function drawTogether(
  neck: DrawnNeck,
  necks: readonly { readonly label: string; readonly notes: readonly PlacedNote[] }[],
): NeckDrawing[] {
  const fretted = necks
    .flatMap(({ notes }) => notes.map(note => fretOf(neck, note) ?? 0))
    .filter(fret => fret > 0)
  const last = Math.max(FEWEST_FRETS, ...fretted)
  const lowest = Math.max(1, Math.min(...fretted))
  const isHigh = last > WIDE && (last - lowest < WIDE || last > NARROW)
  const first = isHigh ? lowest : 1
  const shown = { ...neck, frets: neck.capo + Math.max(last, first + FEWEST_FRETS - 1) }
  const narrow = shown.frets - neck.capo - first >= WIDE
  return necks.map(({ label, notes }) => {
    const names = notes.map(({ note, string }) => {
      const name = printable(note.name)
      return string === undefined ? `(${name})` : name
    })
    return {
      notes: names.join(' '),
      rows: neckRows(shown, notes, { dot: '●', first, narrow }),
      svg: neckSvg(shown, notes, { first, label: `${label}: ${names.join(' ') || 'no note'}` }),
    }
  })
}

function placed(neck: DrawnNeck, notes: readonly NoteEvent[]): PlacedNote[] {
  const before: PlacedNote[] = []
  for (const note of notes) before.push(placedAfter(neck, before, note))
  return before
}

const known = (notes: readonly PlacedNote[]) =>
  notes
    .map(({ note, string }) => `${note.number}:${string}`)
    .sort()
    .join(' ')

/** Fret and string spacing, and margins for names and open strings, in pixels. */
const [FRET, STRING, LEFT, TOP] = [40, 26, 52, 16]
const RADIUS = 12
const LONGEST_NAME = 4

/**
 * Uses the surrounding text color.
 * @param label accessible name
 */
function neckSvg(
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
