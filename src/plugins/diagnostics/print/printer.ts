import { STANDARD_TUNING, stringNames } from '../../../music/guitar/tunings.js'
import {
  addToLogState,
  LOG_FORMAT,
  LOG_VERSION,
  type LogHeader,
  type LogState,
  writeLogFile,
} from '../../../music/midi/log-file.js'
import {
  isMidiEvent,
  type MidiEvent,
  midiEventJson,
  type NoteEvent,
  timeOfDay,
  timeOfDayMs,
} from '../../../music/midi/midi-event.js'
import type { ReplayEvent, ReplaySource } from '../replay/replay-source.js'
import { type DrawnNeck, positionsOn } from './drawn-neck.js'
import { formatEvent, type ReplayFormat, type ReplayPrinter } from './format.js'
import { type NeckDrawingOptions, neckPrinter } from './neck-drawing.js'

/** Default number of frets; fits into 80 columns. */
const USUAL_FRETS = 17
const MOST_FRETS = 24
const LEAST_FRETS = 4
/** In characters: a fret, and the space, dot and nut before the first fret. */
const FRET_COLUMNS = 4
const NUT_COLUMNS = 3

export function createPrinter(
  format: ReplayFormat,
  source: ReplaySource,
  drawing: NeckDrawingOptions,
): ReplayPrinter {
  switch (format) {
    case 'ndjson':
      return { event: midiEventJson, end: () => undefined }
    case 'json':
      return jsonPrinter(headerOf(source))
    case 'tab':
      return tabPrinter(neckOf(source))
    case 'neck':
      return neckPrinter(neckThatFits(source, drawing.columns), drawing)
    default:
      return { event: event => formatEvent(event, 'text'), end: () => undefined }
  }
}

/** Streams events. The output is identical to `writeLogFile`. */
function jsonPrinter(header: LogHeader): ReplayPrinter {
  const empty = writeLogFile({ ...header, events: [] })
  const head = empty.slice(0, empty.lastIndexOf('[]'))
  let last: string | undefined
  return {
    event(event) {
      const line = last === undefined ? `${head}[` : `${last},`
      last = `    ${midiEventJson(event)}`
      return line
    },
    end: () => (last === undefined ? `${head}[]\n}` : `${last}\n  ]\n}`),
  }
}

/** Omits date and app version, so that output is reproducible. */
function headerOf({ header, state, settings, edited }: ReplaySource): LogHeader {
  if (header && !edited) return header
  return {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    app: '',
    exportedAt: '',
    settings: settings ?? {
      midi: { midiOctaveOffset: 0 },
      tuning: { id: STANDARD_TUNING.id, name: STANDARD_TUNING.name, strings: [...STANDARD_TUNING.strings] },
      capo: 0,
    },
    state: stateOf(state),
  }
}

function stateOf(events: readonly ReplayEvent[]): LogState {
  const state: LogState = { held: [], controllers: [], bends: [] }
  for (const event of events) {
    addToLogState(state, event.portId, event.raw)
    if (isHeld(event)) state.held.push(event)
  }
  return state
}

function isHeld(event: unknown): event is NoteEvent {
  return isMidiEvent(event) && event.kind === 'note' && event.on
}

/** Draws a capo as the nut and omits the frets below it. */
function neckThatFits(source: ReplaySource, columns: number | undefined): DrawnNeck {
  const neck = neckOf(source)
  if (columns === undefined) return { ...neck, frets: USUAL_FRETS }
  const [name = ''] = stringNames(neck.strings)
  const room = Math.floor((columns - name.length - NUT_COLUMNS) / FRET_COLUMNS)
  return { ...neck, frets: Math.min(MOST_FRETS, Math.max(LEAST_FRETS, room) + neck.capo) }
}

export function neckOf({ settings }: ReplaySource, frets = MOST_FRETS): DrawnNeck {
  return { strings: settings?.tuning.strings ?? STANDARD_TUNING.strings, capo: settings?.capo ?? 0, frets }
}

const ROW_WIDTH = 76
const TOGETHER_MS = 30
const DASH_MS = 200
const DASHES_AT_MOST = 4
const DRUMS = 10

function tabPrinter(neck: DrawnNeck): ReplayPrinter {
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
