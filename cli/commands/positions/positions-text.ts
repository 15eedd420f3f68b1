import type { FingeredNote, PositionNote } from '../../../src/music/fingering/fingering.js'
import { openStringNames } from '../../../src/music/guitar/tunings.js'
import { CHORD_SPREAD } from '../../../src/music/song/song-time.js'

const WIDTH = 96
const PER_BEAT = 4
const MOST_DASHES = 8

/** @param strings MIDI notes of the open strings, starting with string 1 */
export function tabText(
  notes: readonly PositionNote[],
  positions: readonly FingeredNote[],
  strings: readonly number[],
): string {
  const names = openStringNames(strings)
  const indent = Math.max(...names.map(name => name.length))
  const systems: string[] = []
  let lines = strings.map(() => '')
  const flush = () => {
    if (lines.some(line => line !== ''))
      systems.push(lines.map((line, at) => `${(names[at] ?? '').padEnd(indent)}|${line}|`).join('\n'))
    lines = strings.map(() => '')
  }
  for (const { column, dashes } of columnsOf(notes, positions)) {
    const width = Math.max(1, ...[...column.values()].map(fret => String(fret).length))
    if ((lines[0]?.length ?? 0) + width + dashes > WIDTH) flush()
    lines = lines.map((line, at) => {
      const fret = column.get(at + 1)
      return line + (fret === undefined ? '' : String(fret)).padEnd(width, '-') + '-'.repeat(dashes)
    })
  }
  flush()
  return systems.join('\n\n')
}

function columnsOf(notes: readonly PositionNote[], positions: readonly FingeredNote[]) {
  const onsetOf = (index: number) => notes[index]?.onset ?? 0
  const order = [...notes.keys()]
    .filter(index => positions[index]?.position)
    .sort((a, b) => onsetOf(a) - onsetOf(b))
  const columns: { at: number; column: Map<number, number> }[] = []
  for (const index of order) {
    const position = positions[index]?.position
    const at = onsetOf(index)
    let last = columns[columns.length - 1]
    if (!position) continue
    // If the string is already used in this column, start a new one, so that every note is printed.
    if (!last || at - last.at >= CHORD_SPREAD || last.column.has(position.string)) {
      last = { at, column: new Map() }
      columns.push(last)
    }
    last.column.set(position.string, position.fret)
  }
  return columns.map(({ at, column }, index) => {
    const beats = (columns[index + 1]?.at ?? at + 1) - at
    return { column, dashes: Math.max(1, Math.min(MOST_DASHES, Math.round(beats * PER_BEAT) - 1)) }
  })
}
