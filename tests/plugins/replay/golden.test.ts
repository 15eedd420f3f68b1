import { describe, expect, it } from 'vitest'
import { noteName } from '../../../src/core/music/guitar/note-name.js'
import type { MidiEvent, NoteEvent } from '../../../src/core/music/midi/midi-event.js'
import { timeOfDay } from '../../../src/core/music/song/time-of-day.js'
import { compareLogs } from '../../../src/plugins/replay/golden.js'

function note(number: number, at: number, more: Partial<NoteEvent> = {}): NoteEvent {
  return {
    ...{ key: at, time: timeOfDay(at), at, portId: 'file', channel: 1, kind: 'note', on: true },
    ...{
      ...noteName(number),
      note: `file:1:${number}`,
      number,
      attack: 0.5,
      release: 0,
      raw: [0x90, number, 64],
    },
    ...more,
  }
}

const controller: MidiEvent = {
  ...{ key: 9, time: timeOfDay(10), at: 10, portId: 'file', channel: 1, kind: 'controller', on: null },
  ...{ controller: 7, value: 100, note: 'CC-7', number: 100, raw: [0xb0, 7, 100] },
}

const scale = [60, 62, 64, 65, 67].map((number, index) => note(number, index * 100))

describe('a comparison with a golden log', () => {
  it('finds nothing where both say the same', () => {
    expect(compareLogs(scale, structuredClone(scale))).toBeUndefined()
  })

  it('names the first difference with the events around it', () => {
    const heard = scale.map((event, index) => (index === 2 ? { ...event, attack: 0.75 } : event))
    const difference = compareLogs(scale, heard)
    expect(difference).toMatchObject({ number: 3, fields: ['attack'] })
    expect(difference?.lines).toEqual([
      '      1  00:00:00:000  file  ch 1   on   C4     60  0.50',
      '      2  00:00:00:100  file  ch 1   on   D4     62  0.50',
      '-     3  00:00:00:200  file  ch 1   on   E4     64  0.50',
      '+     3  00:00:00:200  file  ch 1   on   E4     64  0.75',
      '         attack: 0.5 was expected, not 0.75',
      '      4  00:00:00:300  file  ch 1   on   F4     65  0.50',
      '      5  00:00:00:400  file  ch 1   on   G4     67  0.50',
    ])
  })

  it('finds what is missing at the end, and what is too much', () => {
    expect(compareLogs(scale, scale.slice(0, 4))?.lines.at(-1)).toBe('+        (nothing more was heard)')
    expect(compareLogs(scale.slice(0, 4), scale)).toMatchObject({ number: 5, actual: scale[4] })
  })

  it('allows as much as the tolerance, and says by how much it was missed', () => {
    const late = scale.map(event => ({ ...event, at: event.at + 5, time: timeOfDay(event.at + 5), key: 1 }))
    expect(compareLogs(scale, late)).toBeDefined()
    expect(compareLogs(scale, late, { toleranceMs: 5 })).toBeUndefined()
    expect(compareLogs(scale, late, { toleranceMs: 4 })?.lines).toContain(
      '         5 ms too late, 4 ms are allowed',
    )
  })

  it('lets a chord come in another order within the tolerance, but no note twice', () => {
    const chord = [note(60, 0), note(64, 1), note(67, 2), note(72, 500)]
    const [a, b, c, d] = chord
    if (!a || !b || !c || !d) throw new Error('a chord has four notes')
    expect(compareLogs(chord, [c, a, b, d], { toleranceMs: 5 })).toBeUndefined()
    expect(compareLogs(chord, [c, a, a, d], { toleranceMs: 5 })).toMatchObject({ number: 2 })
  })

  it.each([
    [['velocity'], { attack: 1, raw: [0x90, 60, 127] }],
    [['port'], { portId: 'GK-3', note: 'GK-3:1:60' }],
    [['channel'], { channel: 2, note: 'file:2:60', raw: [0x91, 60, 64] }],
    [['key'], { key: 77 }],
    [['time'], { at: 9, time: timeOfDay(9) }],
    [['string'], { string: 3 }],
    [['name'], { name: 'C5', octave: 5 }],
  ] as const)('leaves out %o where it is asked to', (ignore, more) => {
    expect(compareLogs([note(60, 0)], [note(60, 0, more)])).toBeDefined()
    expect(compareLogs([note(60, 0)], [note(60, 0, more)], { ignore })).toBeUndefined()
  })

  it('leaves out whole kinds of events', () => {
    expect(compareLogs(scale, [...scale, controller], { ignore: ['controllers'] })).toBeUndefined()
    expect(compareLogs(scale, [...scale, controller], { ignore: ['bends'] })).toBeDefined()
  })
})
