/** The neck drawn with letters: a picture for each moment, or one picture that a terminal keeps up to date. */

import { stringNames } from '../../../core/music/guitar/tunings.js'
import type { MidiEvent, NoteEvent } from '../../../core/music/midi/midi-event.js'
import { type DrawnNeck, positionsOn } from './drawn-neck.js'
import type { ReplayPrinter } from './format.js'

const INLAYS = [3, 5, 7, 9, 12, 15, 17, 19, 21, 24]
const DRUMS = 10
const UP = (lines: number) => `\u001b[${lines}A`
const CLEAR_LINE = '\u001b[2K'
const BRIGHT = ['\u001b[1;32m', '\u001b[0m'] as const

export interface NeckDrawingOptions {
  /** Draws at once, over the picture before. */
  readonly live: boolean
  readonly color: boolean
  /** How many characters fit in a line; unless given, 17 frets are drawn, which fit in 80. */
  readonly columns?: number
}

export function neckPrinter(neck: DrawnNeck, { live, color }: NeckDrawingOptions): ReplayPrinter {
  const names = stringNames(neck.strings)
  const sounding = new Map<string, { readonly note: NoteEvent; readonly string: number | undefined }>()
  let moment: MidiEvent | undefined
  let drawn = 0

  const picture = (event: MidiEvent): string => {
    const notes = [...sounding.values()]
    const dots = new Map(
      notes.flatMap(({ note, string }) =>
        string === undefined ? [] : [[string, note.number - (neck.strings[string - 1] ?? 0) - neck.capo]],
      ),
    )
    const dot = color ? BRIGHT.join('●') : '●'
    const lines = [
      `${event.time}  ${notes.map(({ note, string }) => (string ? note.name : `(${note.name})`)).join(' ')}`,
      ...names.map((name, index) => {
        const fret = dots.get(index + 1)
        const cells = Array.from({ length: neck.frets - neck.capo }, (_, at) =>
          fret === at + 1 ? `-${dot}-|` : '---|',
        )
        return `${name} ${fret === 0 ? dot : ' '}‖${cells.join('')}`
      }),
      `${' '.repeat((names[0]?.length ?? 1) + 3)}${Array.from({ length: neck.frets - neck.capo }, (_, at) =>
        (INLAYS.includes(at + 1) ? String(at + 1) : '').padStart(2).padEnd(4),
      ).join('')}`,
    ].map(line => line.trimEnd())
    if (!live) return [...lines, ''].join('\n')
    const over = drawn > 0 ? UP(drawn) : ''
    drawn = lines.length
    return over + lines.map(line => CLEAR_LINE + line).join('\n')
  }

  const apply = (event: NoteEvent) => {
    if (!event.on) {
      sounding.delete(event.note)
      return
    }
    const taken = [...sounding.values()].reduce(
      (bits, { string }) => (string === undefined ? bits : bits | (1 << (string - 1))),
      0,
    )
    const [position] = positionsOn(neck, [event], taken)
    sounding.set(event.note, { note: event, string: position?.string })
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
