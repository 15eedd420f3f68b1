import { bitOf, lowestFretPositions, type Position } from '../../../music/guitar/position.js'
import { stringNames } from '../../../music/guitar/tunings.js'
import type { NoteEvent } from '../../../music/midi/midi-event.js'

export interface DrawnNeck {
  /** MIDI notes of the open strings, string 1 first. */
  readonly strings: readonly number[]
  readonly capo: number
  readonly frets: number
}

/** Uses the notes' strings if known, otherwise the lowest frets. Returns `undefined` for unplayable notes. */
export function positionsOn(
  neck: DrawnNeck,
  notes: readonly NoteEvent[],
  taken = 0,
): (Position | undefined)[] {
  const own = notes.map(note => notePosition(neck, note))
  const used = own.reduce((bits, position) => bits | bitOf(position), taken)
  const open = notes.filter((_, index) => own[index] === undefined)
  const reach = { capo: neck.capo, fretMax: neck.frets - neck.capo }
  const found = lowestFretPositions(
    open.map(({ number }) => number),
    neck,
    reach,
    used,
  )
  let next = 0
  return own.map(position => position ?? found[next++])
}

export interface PlacedNote {
  readonly note: Pick<NoteEvent, 'name' | 'number'>
  readonly string: number | undefined
}

export function placedAfter(neck: DrawnNeck, before: Iterable<PlacedNote>, note: NoteEvent): PlacedNote {
  let taken = 0
  for (const { string } of before) if (string !== undefined) taken |= 1 << (string - 1)
  return { note, string: positionsOn(neck, [note], taken)[0]?.string }
}

export function fretOf({ strings, capo }: DrawnNeck, { note, string }: PlacedNote): number | undefined {
  return string === undefined ? undefined : note.number - (strings[string - 1] ?? 0) - capo
}

function notePosition(
  { strings, capo, frets }: DrawnNeck,
  { string, number }: NoteEvent,
): Position | undefined {
  const open = string === undefined ? undefined : strings[string - 1]
  if (string === undefined || open === undefined) return undefined
  const fret = number - open - capo
  return fret >= 0 && fret <= frets - capo ? { string, fret } : undefined
}

export const INLAYS = [3, 5, 7, 9, 12, 15, 17, 19, 21, 24]

export function neckRows(
  neck: DrawnNeck,
  notes: readonly PlacedNote[],
  { dot, first = 1, narrow = false }: { dot: string; first?: number; narrow?: boolean },
): string[] {
  const names = stringNames(neck.strings)
  const dots = new Set(notes.map(placed => `${placed.string}/${fretOf(neck, placed)}`))
  const frets = Array.from({ length: neck.frets - neck.capo - first + 1 }, (_, at) => first + at)
  const rows = names.map((name, index) => {
    const isPlayed = (fret: number) => dots.has(`${index + 1}/${fret}`)
    const cells = frets.map(fret => {
      const sign = isPlayed(fret) ? dot : '-'
      return narrow ? `${sign}|` : `-${sign}-|`
    })
    return `${name} ${isPlayed(0) ? dot : ' '}${first === 1 ? '‖' : '|'}${cells.join('')}`
  })
  // If the nut isn't visible, number the first fret.
  const numbers = frets.map(fret =>
    INLAYS.includes(fret) || (first > 1 && fret === first) ? String(fret) : '',
  )
  const margin = ' '.repeat((names[0]?.length ?? 1) + 3)
  return [...rows, margin + numbers.map(number => number.padStart(2).padEnd(narrow ? 2 : 4)).join('')].map(
    row => row.trimEnd(),
  )
}
