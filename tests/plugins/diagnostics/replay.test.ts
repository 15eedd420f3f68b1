import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { HandClock } from '../../../src/core/platform/memory-platform.js'
import { type LogFile, readLogFile, writeLogFile } from '../../../src/music/midi/log-file.js'
import type { MidiEvent } from '../../../src/music/midi/midi-event.js'
import { PortState } from '../../../src/music/midi/port-state.js'
import { messagesBetween } from '../../../src/music/midi/state-messages.js'
import { formatEvent } from '../../../src/plugins/diagnostics/print/format.js'
import { editSource, later } from '../../../src/plugins/diagnostics/replay/edit-source.js'
import { type ReplayInput, replay } from '../../../src/plugins/diagnostics/replay/replay.js'
import {
  fromLog,
  fromSong,
  openReplay,
  type ReplayEvent,
  type ReplaySource,
} from '../../../src/plugins/diagnostics/replay/replay-source.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { rounds } from '../../support/rounds.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'
import { oneNote } from '../midi-file/midi-bytes.js'
import { makeInput } from '../midi-io/support/make-input.js'
import { songOf } from '../player/playback/played-song.js'

type Received = Parameters<ReplayInput['receive']>

/** Real input that records its messages. */
function createInput(clock = new HandClock()) {
  const received: { bytes: readonly number[]; at: number; clock: number; options: Received[1] }[] = []
  const real = makeInput().input
  const input: ReplayInput = {
    receive(bytes, options) {
      received.push({ bytes, at: options.at, clock: clock.now(), options })
      return real.receive(bytes, options)
    },
  }
  return { input, received, clock }
}

async function playedFast(source: ReplaySource, onEvent: (event: MidiEvent) => void) {
  const { input, received, clock } = createInput()
  const sent: (readonly number[])[] = []
  const target = { aheadMs: 0, send: (bytes: readonly number[]) => void sent.push(bytes) }
  return { received, sent, result: await replay({ source, input, clock, fast: true, onEvent, target }) }
}

const twoNotes = songOf([{ notes: rows('64 0 0.5, 67 0.5 0.5') }])

/** Log of 40 events that starts and ends while a note is held. */
function log(): LogFile {
  const { input } = createInput()
  const receive = (bytes: number[], at: number, key: number, string?: number): MidiEvent => {
    const event = input.receive(bytes, { portId: 'guitar', at, time: '23:59:59:999', key, string })
    if (!event) throw new Error('The event was not logged.')
    return event
  }
  const held = receive([0x90, 40, 64], 900, 9)
  if (held.kind !== 'note') throw new Error('The event is not a note.')
  const events = Array.from({ length: 39 }, (_, index) =>
    receive(
      index % 3 === 2 ? [0xb0, 1, index] : [index % 3 === 0 ? 0x90 : 0x80, 60, 64],
      1000.5 + index * 10,
      10 + index,
      1,
    ),
  )
  return {
    ...{ format: 'fretwork-midi-log', version: 1, app: '1.1.0', exportedAt: '2026-11-21T12:00:00.000Z' },
    settings: {
      midi: { midiOctaveOffset: 0 },
      tuning: { id: 0, name: 'Standard', strings: [64, 59, 55, 50, 45, 40] },
      capo: 0,
    },
    state: {
      held: [held],
      controllers: [{ portId: 'guitar', channel: 1, controller: 64, value: 127 }],
      bends: [{ portId: 'guitar', channel: 2, value: 9000 }],
    },
    events: [...events, receive([0x90, 72, 64], 1400, 60)],
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

it('openReplay detects MIDI files, songs and logs by content', async () => {
  const json = JSON.stringify(twoNotes)
  expect((await openReplay(oneNote, readSongFile)).kind).toBe('song')
  expect((await openReplay(bytesOf(json), readSongFile)).kind).toBe('song')
  expect((await openReplay(bytesOf(writeLogFile(log(), 'json')), readSongFile)).kind).toBe('log')
  expect((await openReplay(bytesOf(writeLogFile(log(), 'ndjson')), readSongFile)).kind).toBe('log')
  expect((await openReplay(bytesOf(JSON.stringify(log().events[0])), readSongFile)).kind).toBe('log')
})

it('a song starts at 00:00:00:000, and every event is sent on time', async () => {
  const { input, received, clock } = createInput()
  await clock.advance(777)
  const lines: string[] = []
  const onEvent = (event: MidiEvent) => void lines.push(event.time)
  const running = replay({ source: fromSong(twoNotes), input, clock, onEvent })
  await clock.advance(2000)
  expect(await running).toEqual({ ending: 'end', sent: 5, silenced: 0 })
  expect(received.map(({ clock: when, at }) => [when - 777, at])).toEqual(
    rows('0 0, 0 0, 500 500, 500 500, 1000 1000'),
  )
  expect(lines).toEqual([...['00:00:00:000', '00:00:00:000', '00:00:00:500', '00:00:00:500', '00:00:01:000']])
})

it('a stall delays events without dropping any, and later events are on time again', async () => {
  const { input, received, clock } = createInput()
  const running = replay({
    source: fromSong(twoNotes),
    input,
    clock,
    // Handling the first note takes 700 ms.
    onEvent: event => {
      if (event.kind === 'note' && event.at === 0) Object.assign(clock, { time: clock.now() + 700 })
    },
  })
  await clock.advance(2000)
  await running
  expect(received.map(({ clock: when }) => when)).toEqual([0, 0, 700, 700, 1000])
})

it('aborting stops a waiting replay and ends sounding notes', async () => {
  const { input, received, clock } = createInput()
  const stop = new AbortController()
  const running = replay({ source: fromSong(twoNotes), input, clock, signal: stop.signal })
  await clock.advance(100)
  stop.abort()
  expect(await running).toEqual({ ending: 'aborted', sent: 2, silenced: 1 })
  expect([received.at(-1)?.bytes, clock.pending]).toEqual([[0x80, 64, 64], 0])
})

it.each(['json', 'ndjson'] as const)(
  'replaying a log exported as %s prints identical events',
  async format => {
    const exported = log()
    const source = await openReplay(bytesOf(writeLogFile(exported, format)), readSongFile)
    const lines: string[] = []
    await playedFast(source, event => void lines.push(formatEvent(event, 'ndjson')))
    expect(readLogFile(lines.join('\n')).events).toEqual(exported.events)
  },
)

it('bends, pedals and held notes are restored before the first event but not printed', async () => {
  const printed: number[] = []
  const { received } = await playedFast(fromLog(log()), event => void printed.push(event.key))
  expect(received.slice(0, 3).map(({ bytes, options }) => [options.key, ...bytes])).toEqual([
    [-1, 0xe1, 40, 70],
    [-2, 0xb0, 64, 127],
    [9, 0x90, 40, 64],
  ])
  expect([printed.length, printed[0]]).toEqual([40, 10])
})

it('notes still sounding at the end of the log are ended but not printed', async () => {
  const printed: MidiEvent[] = []
  const { received, sent, result } = await playedFast(fromLog(log()), event => void printed.push(event))
  expect(result).toEqual({ ending: 'end', sent: 40, silenced: 5 })
  const ends = midiBytes('80 40 64, 80 72 64, b0 64 0, b0 1 0, e1 0 64')
  expect(received.slice(-5).map(({ bytes }) => bytes)).toEqual(ends)
  expect(sent.slice(-5)).toEqual(ends)
  expect(printed.at(-1)?.key).toBe(60)
})

it('an error in onEvent ends sounding notes and rejects the replay', async () => {
  const { input, received, clock } = createInput()
  const gone = new Error('EPIPE')
  const onEvent = ({ kind }: MidiEvent) => {
    if (kind === 'note') throw gone
  }
  const running = replay({ source: fromSong(twoNotes), input, clock, fast: true, onEvent })
  await expect(running).rejects.toBe(gone)
  expect(received.at(-1)?.bytes).toEqual([0x80, 64, 64])
})

const { input } = createInput()
const line = (bytes: number[], portId = 'guitar', string?: number) => {
  const event = input.receive(bytes, { portId, at: 0, time: '00:00:01:250', key: 1, string })
  return event ? formatEvent(event, 'text') : ''
}

it('formatEvent aligns events in columns', () => {
  expect(line([0x90, 64, 127], 'guitar', 1)).toBe(
    '00:00:01:250  guitar  ch 1   on   E4     64  1.00  string 1',
  )
  expect(line([0x8f, 61, 0])).toBe('00:00:01:250  guitar  ch 16  off  C#4    61  0.00')
  expect(line([0xb0, 64, 127])).toBe('00:00:01:250  guitar  ch 1   CC-64  Sustain Pedal  127')
  expect(line([0xe0, 0, 0])).toBe('00:00:01:250  guitar  ch 1   bend  -8192')
})

it('control characters in port names are escaped for the terminal', () => {
  expect(line([0x90, 64, 127], 'a\u001b[2J\n')).toContain('a·[2J·')
})

const time = '00:00:00:000'

/** Source with one event per millisecond, all on one port. */
function sourceOf(messages: readonly (readonly number[])[], state: readonly (readonly number[])[] = []) {
  const event = (raw: readonly number[], at: number): ReplayEvent => ({ raw, portId: 'guitar', at, time })
  const source: ReplaySource = {
    ...{ kind: 'log', name: '', startMs: 0, lengthMs: messages.length, tracks: [], notes: [] },
    state: state.map(raw => event(raw, 0)),
    events: messages.map(event),
  }
  return source
}

/** Returns the messages sent in each loop pass. */
async function roundsOf(source: ReplaySource, rounds = 3) {
  const sent: (readonly number[])[][] = Array.from({ length: rounds }, () => [])
  await replay({
    ...{ source, clock: new HandClock(), fast: true, rounds },
    input: {
      receive(bytes, { at }) {
        sent[Math.min(rounds - 1, Math.floor(at / source.lengthMs))]?.push(bytes)
        return undefined
      },
    },
  })
  return sent
}

it('each loop pass first ends notes left over from the previous pass', async () => {
  const [, second] = await roundsOf(sourceOf(midiBytes('90 60 90, d0 50')), 2)
  expect(second?.slice(0, 2)).toEqual(midiBytes('80 60 64, d0 0'))
})

it('each loop pass is identical if all state is set before the first note', async () => {
  const note = midiBytes('90 60 90, 80 60 64')
  const head = midiBytes('b0 0 1, c0 24, b0 7 90, b0 101 0, b0 100 0, b0 6 12')
  const [first, second] = await roundsOf(sourceOf([...head, ...note, [0xb0, 7, 20], ...note]))
  expect(second).toEqual(first)
})

it('every note has the same channel state in each loop pass', async () => {
  const [value, channel] = [fc.integer({ min: 0, max: 127 }), fc.integer({ min: 0, max: 1 })]
  const message = fc.oneof(
    fc.tuple(channel, fc.constantFrom(60, 61)).map(([on, note]) => [[0x90 | on, note, 90]]),
    fc.tuple(channel, fc.constantFrom(60, 61)).map(([on, note]) => [[0x80 | on, note, 64]]),
    fc
      .tuple(channel, fc.constantFrom(0, 1, 7, 10, 11, 32, 64, 74, 121), value)
      .map(([on, controller, to]) => [[0xb0 | on, controller, to]]),
    fc.tuple(channel, value).map(([on, to]) => [[0xc0 | on, to]]),
    fc.tuple(channel, value).map(([on, to]) => [[0xd0 | on, to]]),
    fc.tuple(channel, value).map(([on, to]) => [[0xe0 | on, 0, to]]),
    fc.tuple(channel, value).map(([on, to]) => [
      [0xb0 | on, 101, 0],
      [0xb0 | on, 100, 0],
      [0xb0 | on, 6, to],
    ]),
  )
  const some = fc.array(message, { maxLength: 14 }).map(all => all.flat())
  await fc.assert(
    fc.asyncProperty(some, some, async (before, messages) => {
      fc.pre(messages.length > 0)
      // In a log, channel state comes before sounding notes.
      const isNote = ([status = 0]: readonly number[]) => status >> 4 === 9
      const state = [...before.filter(each => !isNote(each)), ...before.filter(isNote)]
      const instrument = new PortState()
      const atNotes = (await roundsOf(sourceOf(messages, state))).map(sent =>
        sent.flatMap(bytes => {
          instrument.apply(bytes)
          return isNote(bytes) ? [{ bytes, holds: new PortState(instrument) }] : []
        }),
      )
      const [first = [], ...others] = atNotes
      for (const notes of others) {
        expect(notes.map(({ bytes }) => bytes)).toEqual(first.map(({ bytes }) => bytes))
        for (const [index, { bytes, holds }] of notes.entries()) {
          const on = (bytes[0] ?? 0) & 15
          const wanted = first[index]?.holds
          const differs =
            wanted && messagesBetween(holds, wanted).filter(([status = 0]) => (status & 15) === on)
          expect(differs).toEqual([])
        }
      }
    }),
    rounds(500),
  )
})

/** Lead with one note per second, plus a drum and a sustained pad. */
const source = fromSong(
  songFrom({
    tracks: [
      {
        name: 'Lead',
        channel: 0,
        instrument: { number: 25 },
        notes: [0, 1, 2, 3].map(time => ({ midi: 60 + time, time, duration: 0.5 })),
        controlChanges: { 7: [{ number: 7, time: 0.5, value: 1 }] },
      },
      { name: 'Drums', channel: 9, notes: [{ midi: 36, time: 1, duration: 0.1 }] },
      { name: 'Pad', channel: 1, notes: [{ midi: 40, time: 0, duration: 4 }] },
    ],
  }),
)

const notesOn = ({ events }: ReplaySource) =>
  events.filter(({ raw }) => (raw[0] ?? 0) >> 4 === 9).map(({ raw, at }) => [raw[1], at])

it.each([
  [{ solo: ['lead'] }, [60, 61, 62, 63]],
  [{ solo: ['1', '3'] }, [40, 60, 61, 62, 63]],
  [{ mute: ['ch10', 'Pad'] }, [60, 61, 62, 63]],
  [{ solo: ['Lead', 'Drums'], mute: ['2'] }, [60, 61, 62, 63]],
])('editing with %o keeps only the selected parts', (edits, expected) => {
  const pitches = notesOn(editSource(source, edits)).map(([pitch]) => pitch)
  expect(pitches.toSorted((a, b) => Number(a) - Number(b))).toEqual(expected)
})

it('an unknown part is rejected with a list of available parts', () => {
  expect(() => editSource(source, { solo: ['Bass'] })).toThrow(
    'There’s no “Bass” to solo or mute. Available: 1 (Lead), 2 (Drums), 3 (Pad), ch1, ch2, ch10.',
  )
})

it('transposing moves all notes except drums and reports notes out of range', () => {
  const up = editSource(source, { transpose: 2 })
  expect(notesOn(up).map(([pitch]) => pitch)).toEqual([62, 42, 63, 36, 64, 65])
  const high = editSource(source, { transpose: 65 })
  expect(notesOn(high).map(([pitch]) => pitch)).toEqual([125, 105, 126, 36, 127])
  expect(high.notes).toEqual(['1 note is out of range in that key and omitted.'])
})

it('a section starts with the current channel state, and its last notes end with it', () => {
  const part = editSource(source, { fromMs: 900, toMs: 2200 })
  expect(notesOn(part)).toEqual(rows('61 1000, 36 1000, 62 2000'))
  // Programs and volume are restored. The pad started before the section and is not heard.
  expect(part.state.map(({ raw }) => raw)).toEqual(expect.arrayContaining(midiBytes('c0 25, b0 7 127')))
  expect(part.events.at(-1)).toMatchObject({ raw: [0x80, 62, 64], at: 2200, time: '00:00:02:200' })
  expect([part.startMs, part.lengthMs]).toEqual([900, 1300])
})

it('a higher speed scales all times equally', () => {
  const fast = editSource(source, { speed: 2, fromMs: 1000 })
  expect(notesOn(fast)).toEqual(rows('61 500, 36 500, 62 1000, 63 1500'))
  expect([fast.events[0]?.time, [fast.startMs, fast.lengthMs]]).toEqual(['00:00:00:500', [500, 1500]])
})

it('a log keeps its own time of day, even across midnight', () => {
  const lines = [0, 2000].map((at, index) =>
    JSON.stringify({
      ...{ key: index + 5, time: later('23:59:59:000', at), at: at + 777, portId: 'GK-3', channel: 1 },
      ...{ kind: 'note', on: index === 0, name: 'E4', note: 'GK-3:1:64', octave: 4, number: 64 },
      ...{ attack: index === 0 ? 1 : 0, release: 0, raw: [index === 0 ? 0x90 : 0x80, 64, 127] },
    }),
  )
  const slow = editSource(fromLog(readLogFile(lines.join('\n'))), { speed: 0.5, solo: ['gk-3'] })
  expect(slow.events.map(({ key, time, at }) => [key, time, at])).toEqual([
    [5, '23:59:59:000', 777],
    [6, '00:00:03:000', 4777],
  ])
})
