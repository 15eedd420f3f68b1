import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'
import { type DrawnNeck, neckRows, type PlacedNote, placedAfter } from './drawn-neck.js'
import type { ReplayPrinter } from './format.js'

const DRUMS = 10
const CLEAR_LINE = '\u001b[2K'
const BRIGHT = ['\u001b[1;32m', '\u001b[0m'] as const

export interface NeckDrawingOptions {
  readonly live: boolean
  readonly color: boolean
  /** Terminal width. By default, 17 frets are drawn, which fit into 80 columns. */
  readonly columns?: number
}

export function neckPrinter(neck: DrawnNeck, { live, color }: NeckDrawingOptions): ReplayPrinter {
  const sounding = new Map<string, PlacedNote>()
  let moment: MidiEvent | undefined
  let drawn = 0

  const picture = (event: MidiEvent): string => {
    const notes = [...sounding.values()]
    const names = notes.map(({ note, string }) => (string ? note.name : `(${note.name})`))
    const rows = neckRows(neck, notes, { dot: color ? BRIGHT.join('●') : '●' })
    const lines = [`${event.time}  ${names.join(' ')}`.trimEnd(), ...rows]
    if (!live) return [...lines, ''].join('\n')
    const over = drawn > 0 ? `\u001b[${drawn}A` : ''
    drawn = lines.length
    return over + lines.map(line => CLEAR_LINE + line).join('\n')
  }

  const apply = (event: NoteEvent) => {
    if (!event.on) {
      sounding.delete(event.note)
      return
    }
    sounding.set(event.note, placedAfter(neck, sounding.values(), event))
  }

  return {
    event(event) {
      if (event.kind !== 'note' || event.channel === DRUMS) return undefined
      const before = moment
      const isNewMoment = before !== undefined && before.at !== event.at
      const done = isNewMoment && !live ? picture(before) : undefined
      apply(event)
      moment = event
      return live ? picture(event) : done
    },
    end: () => (live || moment === undefined ? undefined : picture(moment).replace(/\n$/, '')),
  }
}
