import { describe, expect, it } from 'vitest'
import { readLogFile } from '../../../src/core/music/midi/log-file.js'
import { editSource, later } from '../../../src/plugins/replay/edit-source.js'
import { fromLog, fromSong, type ReplaySource } from '../../../src/plugins/replay/replay-source.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'

/** A lead of four notes, one a second, over a drum and a pad that sounds all the time. */
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

describe('a source as it is to be heard', () => {
  it.each([
    [{ solo: ['lead'] }, [60, 61, 62, 63]],
    [{ solo: ['1', '3'] }, [40, 60, 61, 62, 63]],
    [{ mute: ['ch10', 'Pad'] }, [60, 61, 62, 63]],
    [{ solo: ['Lead', 'Drums'], mute: ['2'] }, [60, 61, 62, 63]],
  ])('has the tracks, names or channels of %o', (edits, expected) => {
    const pitches = notesOn(editSource(source, edits)).map(([pitch]) => pitch)
    expect(pitches.toSorted((a, b) => Number(a) - Number(b))).toEqual(expected)
  })

  it('says which parts there are, where one is asked for that is not', () => {
    expect(() => editSource(source, { solo: ['Bass'] })).toThrow(
      'There’s no “Bass” to solo or mute. Available: 1 (Lead), 2 (Drums), 3 (Pad), ch1, ch2, ch10.',
    )
  })

  it('goes up and down by semitones, but for drums, and says what falls off the end', () => {
    const up = editSource(source, { transpose: 2 })
    expect(notesOn(up).map(([pitch]) => pitch)).toEqual([62, 42, 63, 36, 64, 65])
    const high = editSource(source, { transpose: 65 })
    expect(notesOn(high).map(([pitch]) => pitch)).toEqual([125, 105, 126, 36, 127])
    expect(high.notes).toEqual(['1 note is out of range in that key and left out.'])
  })

  it('begins in the middle with what held there, and ends every note at its end', () => {
    const part = editSource(source, { fromMs: 900, toMs: 2200 })
    expect(notesOn(part)).toEqual(rows('61 1000, 36 1000, 62 2000'))
    // Programs of all three and the volume; the pad began before and is not heard.
    expect(part.state.map(({ raw }) => raw)).toEqual(expect.arrayContaining(midiBytes('c0 25, b0 7 127')))
    expect(part.events.at(-1)).toMatchObject({ raw: [0x80, 62, 64], at: 2200, time: '00:00:02:200' })
    expect([part.startMs, part.lengthMs]).toEqual([900, 1300])
  })

  const LEFT_BEFORE: readonly (readonly [string, number[][], number[][]])[] = [
    [
      'a bend range, and no parameter behind it',
      midiBytes('b0 101 0, b0 100 0, b0 6 12, b0 38 0, b0 101 127, b0 100 127'),
      midiBytes('b0 101 0, b0 100 0, b0 6 12, b0 38 0, b0 101 127, b0 100 127'),
    ],
    [
      'nothing that was reset, and the volume, which is not',
      midiBytes('b0 1 90, b0 7 80, b0 11 40, b0 64 127, d0 99, e0 0 96, b0 121 0'),
      [[0xb0, 7, 80]],
    ],
    [
      'a bank before the program that took it',
      midiBytes('b3 7 80, b3 0 8, b3 32 1, c3 24'),
      midiBytes('b3 0 8, b3 32 1, c3 24, b3 7 80'),
    ],
    [
      'pedal, bend and pressure as they were set last',
      midiBytes('b0 64 127, e0 0 96, d0 50, d0 99'),
      midiBytes('b0 64 127, e0 0 96, d0 99'),
    ],
  ]

  it.each(LEFT_BEFORE)('begins in the middle with %s', (_, before, expected) => {
    const log = {
      kind: 'log',
      name: '',
      state: [],
      startMs: 0,
      lengthMs: 100,
      tracks: [],
      notes: [],
    } as const
    const time = '00:00:00:000'
    const events = [...before, [0x90, 60, 90]].map((raw, at) => ({ raw, portId: 'GK-3', at, time }))
    const { state } = editSource({ ...log, events }, { fromMs: before.length })
    expect(state.map(({ raw }) => raw)).toEqual(expected)
  })

  it('shrinks every time alike when it is faster', () => {
    const fast = editSource(source, { speed: 2, fromMs: 1000 })
    expect(notesOn(fast)).toEqual(rows('61 500, 36 500, 62 1000, 63 1500'))
    expect([fast.events[0]?.time, [fast.startMs, fast.lengthMs]]).toEqual(['00:00:00:500', [500, 1500]])
  })

  it('keeps a log on its own clock, over midnight too', () => {
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
})
