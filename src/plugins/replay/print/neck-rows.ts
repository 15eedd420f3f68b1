import { stringNames } from '../../../core/music/guitar/tunings.js'
import { type DrawnNeck, fretOf, type PlacedNote } from './drawn-neck.js'

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
  // Without a nut, the first fret needs its number.
  const numbers = frets.map(fret =>
    INLAYS.includes(fret) || (first > 1 && fret === first) ? String(fret) : '',
  )
  const margin = ' '.repeat((names[0]?.length ?? 1) + 3)
  return [...rows, margin + numbers.map(number => number.padStart(2).padEnd(narrow ? 2 : 4)).join('')].map(
    row => row.trimEnd(),
  )
}
