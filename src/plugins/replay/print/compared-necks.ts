/** Two necks at one moment: what should sound there, and what did. */
import type { NoteEvent } from '../../../core/music/midi/midi-event.js'
import type { GoldenDifference } from '../golden.js'
import { type DrawnNeck, fretOf, type PlacedNote, placedAfter } from './drawn-neck.js'
import { printable } from './format.js'
import { neckRows } from './neck-rows.js'
import { neckSvg } from './neck-svg.js'

/** A neck with its sounding notes. */
export interface NeckDrawing {
  /** Names of the notes, those in parentheses that are off the neck. */
  readonly notes: string
  /** As text. */
  readonly rows: readonly string[]
  /** For a page of HTML. */
  readonly svg: string
}

/** Of one drawing with wide and with narrow frets; then two fit in 80 columns. */
const [WIDE, NARROW] = [8, 17]
const FEWEST_FRETS = 5

/** @returns undefined where the same notes sound in the same positions */
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

/** Several necks with the same frets: those that are needed, so that two fit next to each other. */
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

/** One after the other, as they began: what both have in common is in the same positions. */
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
