import { stringNames } from '../../../core/music/guitar/tunings.js'
import type { MidiEvent, NoteEvent } from '../../../core/music/midi/midi-event.js'
import { timeOfDay, timeOfDayMs } from '../../../core/music/song/time-of-day.js'
import { type DrawnNeck, positionsOn } from './drawn-neck.js'
import type { ReplayPrinter } from './format.js'

const ROW_WIDTH = 76
const TOGETHER_MS = 30
const DASH_MS = 200
const DASHES_AT_MOST = 4
const DRUMS = 10

export function tabPrinter(neck: DrawnNeck): ReplayPrinter {
  const names = stringNames(neck.strings)
  const empty = () => names.map(name => `${name}|`)
  let rows = empty()
  let began: string | undefined
  let column: NoteEvent[] = []
  let lastAt: number | undefined
  let outside = 0

  const takeRow = (): string[] => {
    if (began === undefined) return []
    const lines = [began, ...rows.map(row => `${row}-|`), '']
    rows = empty()
    began = undefined
    return lines
  }
  const takeColumn = (): string[] => {
    const [first] = column
    if (!first) return []
    const positions = positionsOn(neck, column)
    const frets = new Map(
      positions.flatMap(position => (position ? [[position.string, String(position.fret)]] : [])),
    )
    outside += positions.filter(position => position === undefined).length
    const wide = Math.max(1, ...[...frets.values()].map(fret => fret.length))
    const gap = lastAt === undefined || began === undefined ? 0 : Math.floor((first.at - lastAt) / DASH_MS)
    const dashes = '-'.repeat(1 + Math.min(DASHES_AT_MOST, gap))
    const done = (rows[0]?.length ?? 0) + dashes.length + wide + 2 > ROW_WIDTH ? takeRow() : []
    began ??= timeOfDay(timeOfDayMs(first.time)).slice(0, 8)
    rows = rows.map((row, index) => `${row}${dashes}${(frets.get(index + 1) ?? '').padEnd(wide, '-')}`)
    lastAt = first.at
    column = []
    return done
  }

  return {
    event(event: MidiEvent) {
      if (event.kind !== 'note' || !event.on || event.channel === DRUMS) return undefined
      const lines = column[0] && event.at - column[0].at > TOGETHER_MS ? takeColumn() : []
      column.push(event)
      return lines.length === 0 ? undefined : lines.join('\n')
    },
    end() {
      const lines = [...takeColumn(), ...takeRow()]
      if (outside > 0)
        lines.push(`${outside} ${outside === 1 ? 'note has' : 'notes have'} no position on the neck.`)
      return lines.length === 0 ? undefined : lines.join('\n').replace(/\n$/, '')
    },
  }
}
