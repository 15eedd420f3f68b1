import { openStringNames, stringNames } from '../../../music/guitar/tunings.js'
import { CHORD_SPREAD } from '../../../music/song/song-time.js'
import type { NeckView } from '../../fretboard/tokens.js'
import type { OpenSong, SongFingering } from '../../player/tokens.js'
import { tabTime } from './tab-time.js'
import { writtenNotes } from './written-notes.js'

export interface TabNote {
  /** Onset in quarter notes. */
  readonly onset: number
  readonly string: number
  /** Fret counted from the capo. */
  readonly fret: number
}

interface TabTextParts {
  readonly heading: readonly string[]
  /** MIDI notes of the open strings, string 1 first. */
  readonly strings: readonly number[]
  /** Bar starts in quarter notes, plus the end of the last bar. */
  readonly starts: ArrayLike<number>
  /** Number of the first bar; default: 1. */
  readonly firstBar?: number
  readonly notes: readonly TabNote[]
  readonly width?: number
}

const USUAL_WIDTH = 80
const STEP = 2
/** Shortest step of a column pair, in quarter notes. Shorter notes share columns. */
const SHORTEST = 0.25
const LONGEST = 1
const EMPTY_BAR = 4

/**
 * Writes text tablature with proportional spacing: two columns per shortest common step.
 *
 * @example tabText({ heading: [], strings: [64, 59, 55], starts: [0, 1], notes: [{ onset: 0, string: 1, fret:
 * 3 }] })
 * // ' 1\ne|-3--|\nB|----|\nG|----|\n'
 */
export function tabText({
  heading,
  strings,
  starts,
  firstBar = 1,
  notes,
  width = USUAL_WIDTH,
}: TabTextParts): string {
  const names = stringNames(strings)
  const room = Math.max(8, width - (names[0]?.length ?? 1) - 2)
  const rows: Cell[][] = []
  let wide = Number.POSITIVE_INFINITY
  for (const cell of cellsOf(strings.length, starts, firstBar, notes)) {
    for (const part of parts(cell, room)) {
      const width = (part.lines[0]?.length ?? 0) + 1
      if (wide + width > room + 1) {
        rows.push([])
        wide = 0
      }
      rows.at(-1)?.push(part)
      wide += width
    }
  }
  const blocks = [heading, ...rows.map(row => written(row, names))]
  const text = blocks.filter(block => block.length > 0).map(block => block.join('\n'))
  return `${text.join('\n\n')}\n`
}

interface Cell {
  /** `undefined` if the cell continues a split bar. */
  readonly number: number | undefined
  readonly lines: readonly string[]
  readonly closed: boolean
}

function written(cells: readonly Cell[], names: readonly string[]): string[] {
  let numbers = ' '.repeat((names[0]?.length ?? 1) + 1)
  let column = numbers.length
  for (const { number, lines } of cells) {
    if (number !== undefined && numbers.length <= column) numbers = `${numbers.padEnd(column)}${number}`
    column += (lines[0]?.length ?? 0) + 1
  }
  const rows = names.map(
    (name, string) =>
      `${name}|${cells.map(({ lines, closed }) => `${lines[string]}${closed ? '|' : '-'}`).join('')}`,
  )
  return [numbers.trimEnd(), ...rows]
}

function* cellsOf(
  strings: number,
  starts: ArrayLike<number>,
  firstBar: number,
  notes: readonly TabNote[],
): Generator<Cell> {
  const sorted = notes.toSorted((a, b) => a.onset - b.onset)
  const unit = stepOf(sorted)
  let next = 0
  for (let bar = 0; bar + 1 < starts.length; bar += 1) {
    const start = starts[bar] ?? 0
    const end = starts[bar + 1] ?? start
    const last = bar + 2 >= starts.length
    const own: TabNote[] = []
    for (let note = sorted[next]; note && (last || note.onset < end); note = sorted[next]) {
      own.push(note)
      next += 1
    }
    yield { number: bar + firstBar, closed: true, lines: barLines(strings, own, start, end, unit) }
  }
}

/** Returns the shortest common step in quarter notes. A single grace note must not widen all bars. */
function stepOf(notes: readonly TabNote[]): number {
  const gaps = notes.flatMap((note, index) => {
    const gap = index === 0 ? 0 : note.onset - (notes[index - 1]?.onset ?? 0)
    return gap >= CHORD_SPREAD ? [gap] : []
  })
  gaps.sort((a, b) => a - b)
  const usual = gaps[Math.floor(gaps.length / 10)] ?? LONGEST
  return Math.min(LONGEST, Math.max(SHORTEST, usual))
}

function barLines(
  strings: number,
  notes: readonly TabNote[],
  start: number,
  end: number,
  unit: number,
): string[] {
  const columnAt = (quarter: number) => Math.round((quarter - start) / unit) * STEP
  let lines = Array.from({ length: strings }, () => '-')
  const wide = () => lines[0]?.length ?? 0
  for (let first = 0; first < notes.length; ) {
    const onset = notes[first]?.onset ?? start
    const frets = new Map<number, string>()
    let behind = first
    for (let note = notes[behind]; note && note.onset - onset < CHORD_SPREAD; note = notes[behind]) {
      const fret = String(note.fret)
      // Striking a string again starts a new column. Two voices on the same note share a number.
      const isSame = note.onset === onset && frets.get(note.string - 1) === fret
      if (frets.has(note.string - 1) && !isSame) break
      frets.set(note.string - 1, fret)
      behind += 1
    }
    const size = Math.max(...[...frets.values()].map(({ length }) => length))
    const from = Math.max(1 + columnAt(onset), first === 0 ? 1 : wide() + 1)
    lines = lines.map((line, string) => line.padEnd(from, '-') + (frets.get(string) ?? '').padEnd(size, '-'))
    first = behind
  }
  const full = notes.length === 0 ? EMPTY_BAR : 1 + columnAt(end)
  const size = Math.max(full, wide() + 1)
  return lines.map(line => line.padEnd(size, '-'))
}

/** Splits a bar that is wider than a row, but never within a number. */
function parts(cell: Cell, room: number): readonly Cell[] {
  const cut: Cell[] = []
  let { lines, number } = cell
  const isNumber = (line: string, column: number) => /\d/.test(line[column] ?? '')
  while ((lines[0]?.length ?? 0) > room) {
    let at = room
    while (at > 1 && lines.some(line => isNumber(line, at - 1) && isNumber(line, at))) at -= 1
    cut.push({ number, closed: false, lines: lines.map(line => line.slice(0, at)) })
    lines = lines.map(line => line.slice(at))
    number = undefined
  }
  return [...cut, { number, closed: cell.closed, lines }]
}

export function songText(
  song: OpenSong,
  fingering: Pick<SongFingering, 'view' | 'positionOf'>,
  { tuning }: Pick<NeckView, 'tuning'>,
) {
  const { notes: shown } = fingering.view.getState()
  const time = tabTime(song)
  const notes = writtenNotes(shown, time, song.song.header.ppq).flatMap(({ onset }, index) => {
    const position = fingering.positionOf(index)
    return position ? [{ onset, ...position }] : []
  })
  return {
    strings: openStringNames(tuning.strings).toReversed().join(' '),
    outside: shown.length - notes.length,
    write: (heading: readonly string[]) =>
      tabText({ heading, strings: tuning.strings, starts: time.starts, firstBar: time.firstBar, notes }),
  }
}
