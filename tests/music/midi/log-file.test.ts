import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LogFile, LogFileError, readLogFile, writeLogFile } from '../../../src/music/midi/log-file.js'
import type { MidiEvent, NoteEvent } from '../../../src/music/midi/midi-event.js'
import { midiEventJson } from '../../../src/music/midi/midi-event.js'
import { anyCharacter } from '../../support/any-character.js'

const base = { time: '12:00:00:000', portId: 'guitar "A"', channel: 1 }
const noteOn: NoteEvent = {
  ...base,
  ...{ kind: 'note', key: 7, at: 12.5, on: true, name: 'E4', note: 'guitar "A":1:64', octave: 4 },
  ...{ number: 64, attack: 100 / 127, release: 0, string: 1, raw: [0x90, 64, 100] },
}
const silent = (kind: string, key: number, more: object) =>
  ({ ...base, kind, key, at: key + 5, on: null, ...more }) as MidiEvent
const events: MidiEvent[] = [
  noteOn,
  silent('controller', 8, { controller: 64, value: 127, note: 'CC-64', number: 127, raw: [0xb0, 64, 127] }),
  silent('bend', 9, { value: 8192, note: 'PB', number: 8192, raw: [0xe0, 0, 64] }),
  silent('other', 10, { message: 'programchange', note: 'PC', number: 3, raw: [0xc0, 3] }),
  { ...noteOn, key: 11, at: 16, on: false, attack: 0, release: 0.5, string: undefined, raw: [0x80, 64, 64] },
]
const log: LogFile = {
  ...{ format: 'fretwork-midi-log', version: 1, app: '1.1.0', exportedAt: '2026-11-21T12:00:00.000Z' },
  settings: {
    midi: { midiOctaveOffset: -1, velocity: 0.5 },
    tuning: { id: 1, name: 'Drop D', strings: [64, 59, 55, 50, 45, 38] },
    capo: 2,
  },
  state: {
    held: [{ ...noteOn, key: 3 }],
    controllers: [{ portId: 'p', channel: 16, controller: 7, value: 100 }],
    bends: [{ portId: 'p', channel: 1, value: 16383 }],
  },
  events,
}

function errorOf(text: string): LogFileError {
  try {
    readLogFile(text)
  } catch (thrown) {
    if (thrown instanceof LogFileError) return thrown
    throw thrown
  }
  throw new Error('The damaged log was read without an error.')
}

it('a MIDI event is written like JSON.stringify but with a fixed key order', () => {
  for (const event of events) {
    const line = midiEventJson(event)
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(event)))
  }
  expect(Object.keys(JSON.parse(midiEventJson(noteOn))).join(' ')).toBe(
    'key time at portId channel kind on name note octave number attack release string raw',
  )
})

it('port names in JSON are escaped', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      portId => JSON.parse(midiEventJson({ ...noteOn, portId })).portId === portId,
    ),
  )
})

it.each(['json', 'ndjson'] as const)('a log exported as %s is read back unchanged', format => {
  expect(readLogFile(writeLogFile(log, format))).toEqual(log)
  const empty = { ...log, events: [] }
  expect(readLogFile(writeLogFile(empty, format))).toEqual(empty)
})

it('a log may be single-line JSON, start with a byte order mark or have Windows line endings', () => {
  expect(readLogFile(JSON.stringify(log))).toEqual(log)
  expect(readLogFile(`\ufeff${writeLogFile(log)}`)).toEqual(log)
  expect(readLogFile(writeLogFile(log, 'ndjson').replaceAll('\n', '\r\n'))).toEqual(log)
})

it('an NDJSON log without a header line, as printed by the replay, is accepted', () => {
  const read = readLogFile(events.map(midiEventJson).join('\n'))
  expect(read.events).toEqual(events)
  expect(read.settings).toEqual({
    midi: { midiOctaveOffset: 0 },
    ...{ tuning: { id: 0, name: 'Standard', strings: [64, 59, 55, 50, 45, 40] }, capo: 0 },
  })
})

it.each([
  ['an empty text', ''],
  ['prose', 'Dear diary'],
  ['a list', '[]'],
  ['a song', '{"header":{},"tracks":[]}'],
])('text that is not a MIDI log is rejected: %s', (_, text) => expect(errorOf(text).code).toBe('not_a_log'))

it('a MIDI log without an event list is rejected', () => {
  expect(errorOf('{"format":"fretwork-midi-log","version":1,"events":{}}').code).toBe('log_without_events')
})

it('the error locates the log entry that is not an event', () => {
  const error = errorOf(JSON.stringify({ ...log, events: [noteOn, 5] }))
  expect(error).toMatchObject({ code: 'log_no_event', path: 'events.1', values: { number: 2 } })
})

it('truncated JSON is rejected at any length', () => {
  const text = writeLogFile(log)
  for (let end = 2; end < text.trimEnd().length; end += 1)
    expect(errorOf(text.slice(0, end)).code).toBe('log_broken_json')
})

it('the error locates the invalid NDJSON line', () => {
  const text = writeLogFile(log, 'ndjson').slice(0, -20)
  expect(errorOf(text)).toMatchObject({ code: 'log_broken_line', path: 'events.4' })
  expect(errorOf(text).message).toContain('Line 6')
})

it('a log from a newer version is reported in both formats', () => {
  for (const format of ['json', 'ndjson'] as const) {
    const error = errorOf(writeLogFile(log, format).replace(/"version": ?1/, '"version":2'))
    expect(error.code).toBe('log_newer')
    expect(error.message).toContain('version 2')
  }
})

it('the error locates an invalid log header', () => {
  expect(errorOf(JSON.stringify({ ...log, version: 0 }))).toMatchObject({
    code: 'log_bad_header',
    path: 'version',
  })
  expect(errorOf(JSON.stringify({ ...log, settings: { midi: { midiOctaveOffset: 0.5 } } }))).toMatchObject({
    code: 'log_bad_header',
    path: 'settings.midi.midiOctaveOffset',
  })
  expect(errorOf(JSON.stringify({ ...log, state: { held: [events[4]] } }))).toMatchObject({
    path: 'state.held.0',
  })
})

it.each([
  ['number', { ...noteOn, number: 128 }],
  ['channel', { ...noteOn, channel: 0 }],
  ['time', { ...noteOn, time: 'noon' }],
  ['at', { ...noteOn, at: null }],
  ['raw', { ...noteOn, raw: [144, 64, 300] }],
  ['kind', { ...noteOn, kind: 'song' }],
  ['kind', { ...noteOn, kind: 'toString' }],
  ['attack', { ...noteOn, attack: 64 }],
  ['string', { ...noteOn, string: 17 }],
  ['on', { ...events[1], on: true }],
  ['value', { ...events[2], value: 16384 }],
])('the error locates a log event whose %s is invalid', (field, damaged) => {
  const error = errorOf(JSON.stringify({ ...log, events: [events[0], damaged] }))
  expect(error).toMatchObject({ code: 'log_bad_event', path: `events.1.${field}` })
  expect(error.message).toContain('event 2')
})
