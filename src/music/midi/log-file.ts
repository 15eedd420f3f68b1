import * as z from 'zod/mini'
import { isJsonObject, parsedJson } from '../../core/platform/json.js'
import { fillSentence, phrases, type SentenceValues } from '../../core/platform/phrases.js'
import { STANDARD_TUNING } from '../guitar/tunings.js'
import {
  badFieldOfMidiEvent,
  isMidiEvent,
  type MidiEvent,
  midiEventJson,
  type NoteEvent,
} from './midi-event.js'
import { controlChange, pitchBend } from './midi-message.js'

export const LOG_FORMAT = 'fretwork-midi-log'
export const LOG_VERSION = 1
/** Start of the lines at the end of a golden log that describe the sound. */
export const SOUND_LINE = '{"sound":'

const channel = z.int().check(z.gte(1), z.lte(16))
const byte7 = z.int().check(z.gte(0), z.lte(127))

const tuningSchema = z.object({
  id: z._default(z.union([z.number(), z.string()]), STANDARD_TUNING.id),
  name: z._default(z.string(), STANDARD_TUNING.name),
  strings: z._default(z.array(byte7).check(z.minLength(1)), () => [...STANDARD_TUNING.strings]),
})

const settingsSchema = z.object({
  midi: z.prefault(z.looseObject({ midiOctaveOffset: z._default(z.int(), 0) }), {}),
  tuning: z.prefault(tuningSchema, {}),
  capo: z._default(z.int().check(z.gte(0), z.lte(24)), 0),
  /** Visible frets, counted from the capo; default: all. */
  frets: z.optional(z.object({ from: z.int(), to: z.int() })),
})

const stateSchema = z.object({
  held: z._default(
    z.array(z.custom<NoteEvent>(value => isMidiEvent(value) && value.kind === 'note' && value.on)),
    [],
  ),
  controllers: z._default(
    z.array(z.object({ portId: z.string(), channel, controller: byte7, value: byte7 })),
    [],
  ),
  bends: z._default(
    z.array(z.object({ portId: z.string(), channel, value: z.int().check(z.gte(0), z.lte(16383)) })),
    [],
  ),
})

const headerSchema = z.object({
  format: z.literal(LOG_FORMAT),
  version: z.literal(LOG_VERSION),
  app: z._default(z.string(), ''),
  exportedAt: z._default(z.string(), ''),
  settings: z.prefault(settingsSchema, {}),
  state: z.prefault(stateSchema, {}),
})

export type LogSettings = z.output<typeof settingsSchema>
export type LogState = z.output<typeof stateSchema>
export type LogHeader = z.output<typeof headerSchema>
export interface LogFile extends LogHeader {
  events: MidiEvent[]
}

const ERRORS = phrases({
  log_broken_json: 'The log isn’t valid JSON, so the file may be truncated. Export it again.',
  log_broken_line:
    'Line {{line}} of the log isn’t valid JSON, so the file may be truncated. Export it again.',
  not_a_log: 'This isn’t an exported MIDI log (the header is missing). Choose another file.',
  log_without_events: 'This log has no event list. Export it again.',
  log_newer:
    'This log is version {{version}}, but this version of Fretwork reads up to version {{known}}. Update Fretwork.',
  log_bad_header: 'The log’s header is damaged at {{path}}. Export the log again.',
  log_bad_event: 'The log is damaged: event {{number}} has no valid “{{field}}”. Export it again.',
  log_no_event: 'The log is damaged: entry {{number}} isn’t an event. Export it again.',
})

export class LogFileError extends Error {
  override readonly name = 'LogFileError'
  readonly sentence: string
  constructor(
    readonly code: keyof typeof ERRORS,
    readonly path: string,
    readonly values: SentenceValues = {},
  ) {
    super(fillSentence(ERRORS[code], values))
    this.sentence = ERRORS[code]
  }
}

/**
 * Parses NDJSON. The header line is optional, because `fretwork replay` prints none.
 * @throws LogFileError
 */
export function readLogFile(source: string): LogFile {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  const end = text.indexOf('\n')
  const first = parsedJson(end < 0 ? text : text.slice(0, end))
  if (isJsonObject(first) && !('events' in first)) return readLines(text, first)
  const whole = end < 0 ? first : parsedJson(text)
  if (whole === undefined)
    throw new LogFileError(text.trimStart().startsWith('{') ? 'log_broken_json' : 'not_a_log', '')
  const header = readHeader(whole)
  const { events } = whole as { events?: unknown }
  if (!Array.isArray(events)) throw new LogFileError('log_without_events', 'events')
  for (const [index, event] of events.entries()) checkEvent(event, index)
  return { ...header, events }
}

function readLines(text: string, first: Readonly<Record<string, unknown>>): LogFile {
  const hasHeader = !('kind' in first)
  const header = readHeader(hasHeader ? first : { format: LOG_FORMAT, version: LOG_VERSION })
  const events: MidiEvent[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if ((hasHeader && index === 0) || content.trim() === '' || content.startsWith(SOUND_LINE)) continue
    const event = parsedJson(content)
    if (event === undefined) {
      throw new LogFileError('log_broken_line', `events.${events.length}`, { line: index + 1 })
    }
    events.push(checkEvent(event, events.length))
  }
  return { ...header, events }
}

function readHeader(value: unknown): LogHeader {
  if (!isJsonObject(value) || value.format !== LOG_FORMAT) throw new LogFileError('not_a_log', '')
  const { version } = value
  if (typeof version === 'number' && version > LOG_VERSION) {
    throw new LogFileError('log_newer', 'version', { version, known: LOG_VERSION })
  }
  const checked = headerSchema.safeParse(value)
  if (checked.success) return checked.data
  const path = checked.error.issues[0]?.path.map(String).join('.') ?? ''
  throw new LogFileError('log_bad_header', path, { path })
}

function checkEvent(value: unknown, index: number): MidiEvent {
  if (isMidiEvent(value)) return value
  const field = badFieldOfMidiEvent(value)
  const number = index + 1
  if (!field) throw new LogFileError('log_no_event', `events.${index}`, { number })
  throw new LogFileError('log_bad_event', `events.${index}.${field}`, { number, field })
}

export function writeLogFile(log: LogFile, format: 'json' | 'ndjson' = 'json'): string {
  const { events, ...header } = log
  const lines = events.map(midiEventJson)
  if (format === 'ndjson') return `${[JSON.stringify(header), ...lines].join('\n')}\n`
  const head = JSON.stringify(header, null, 2).replace(/\n}$/, '')
  if (lines.length === 0) return `${head},\n  "events": []\n}\n`
  return `${head},\n  "events": [\n    ${lines.join(',\n    ')}\n  ]\n}\n`
}

export function addToLogState(state: LogState, portId: string, bytes: readonly number[]): void {
  const [status = 0, first = 0, second = 0] = bytes
  const channel = (status & 15) + 1
  if (status >> 4 === 0xb) state.controllers.push({ portId, channel, controller: first, value: second })
  if (status >> 4 === 0xe) state.bends.push({ portId, channel, value: (second << 7) | first })
}

export function logStateMessages({ bends, controllers }: LogState): { portId: string; raw: number[] }[] {
  return [
    ...bends.map(({ portId, channel, value }) => ({ portId, raw: pitchBend(channel, value) })),
    ...controllers.map(({ portId, channel, controller, value }) => ({
      portId,
      raw: controlChange(channel, controller, value),
    })),
  ]
}
