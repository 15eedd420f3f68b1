import { expect, it } from 'vitest'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'
import type { MidiEvent, NoteEvent } from '../../../src/music/midi/midi-event.js'
import { timeOfDay } from '../../../src/music/midi/midi-event.js'
import { comparedNecks } from '../../../src/plugins/diagnostics/print/compared-necks.js'
import { compareLogs } from '../../../src/plugins/diagnostics/replay/golden.js'

const note = (number: number, at: number, more: Partial<NoteEvent> = {}): NoteEvent => ({
  ...{ key: at, time: timeOfDay(at), at, portId: 'file', channel: 1, kind: 'note', on: true },
  ...{ ...noteName(number), note: `file:1:${number}`, number },
  ...{ attack: 0.5, release: 0, raw: [0x90, number, 64] },
  ...more,
})

const scale = [60, 62, 64, 65, 67].map((number, index) => note(number, index * 100))

it('equal logs have no difference', () => {
  expect(compareLogs(scale, structuredClone(scale))).toBeUndefined()
})

it('the first difference is shown with the surrounding events', () => {
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

it('missing and extra events at the end are found', () => {
  expect(compareLogs(scale, scale.slice(0, 4))?.lines.at(-1)).toBe('+        (nothing more was heard)')
  expect(compareLogs(scale.slice(0, 4), scale)).toMatchObject({ number: 5, actual: scale[4] })
})

it('times may differ by the tolerance, and larger offsets are reported', () => {
  const late = scale.map(event => ({ ...event, at: event.at + 5, time: timeOfDay(event.at + 5), key: 1 }))
  expect(compareLogs(scale, late)).toBeDefined()
  expect(compareLogs(scale, late, { toleranceMs: 5 })).toBeUndefined()
  expect(compareLogs(scale, late, { toleranceMs: 4 })?.lines).toContain(
    '         5 ms too late, 4 ms are allowed',
  )
})

it('chord notes may be reordered within the tolerance', () => {
  const chord = [note(60, 0), note(64, 1), note(67, 2), note(72, 500)]
  const [a, b, c, d] = chord
  if (!a || !b || !c || !d) throw new Error('The chord must have four notes.')
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
] as const)('differences in %o can be ignored', (ignore, more) => {
  const golden = [note(60, 0, { string: 2 })]
  const heard = [note(60, 0, { string: 2, ...more })]
  expect(compareLogs(golden, heard)).toBeDefined()
  expect(compareLogs(golden, heard, { ignore })).toBeUndefined()
})

it('chord names are compared within the tolerance, but not which note of a chord comes last', () => {
  const named = (names: readonly (string | undefined)[], numbers = [60, 64, 67, 72]) =>
    numbers.map((number, index) => {
      const chord = names[index]
      return { ...note(number, [0, 1, 2, 500][index] ?? 0), neck: '', ...(chord && { chord }) }
    })
  const golden = named([undefined, undefined, 'C', 'C/G'])
  const options = { toleranceMs: 5 }
  expect(compareLogs(golden, named([undefined, 'C5', 'C', 'C/G'], [67, 60, 64, 72]), options)).toBeUndefined()
  const wrong = compareLogs(golden, named([undefined, undefined, 'Cm', 'C/G']), options)
  expect(wrong).toMatchObject({ number: 3, fields: ['chord'] })
  expect(wrong?.lines).toContain('         chord: "C" was expected, not "Cm"')
  expect(compareLogs(golden, named([undefined, undefined, 'C']), options)).toMatchObject({ number: 4 })
  // Two tracks on one channel: only the chord of the first differs.
  const tracks = (chord: string) => named([undefined, chord, 'C', 'C/G'])
  expect(compareLogs(tracks('Bm'), tracks('Cm'), options)).toMatchObject({ number: 2, fields: ['chord'] })
})

it('a log of an earlier version is compared without strings and neck', () => {
  const shown = { ...note(60, 0, { string: 2 }), neck: '2/1', chord: 'C' }
  expect(compareLogs([note(60, 0)], [shown])).toBeUndefined()
  const bent = { ...shown, neck: '2/1+0.5' }
  expect(compareLogs([shown], [bent])).toMatchObject({ fields: ['neck'] })
  expect(compareLogs([shown], [bent], { ignore: ['neck'] })).toBeUndefined()
})

/** Scale of eighth notes in which every event has a distinct time. */
const long = Array.from({ length: 200 }, (_, index) =>
  note(60 + (index % 12), index * 100, { key: index + 1 }),
)
const numbered = (events: readonly MidiEvent[]) =>
  events.map((event, index) => ({ ...event, key: index + 1 }))
const louder = (...indices: number[]) =>
  long.map((event, index) => (indices.includes(index) ? { ...event, attack: 0.75 } : event))

it('the comparison continues after the first difference and lists all later differences', () => {
  const difference = compareLogs(long, louder(2, 3, 90, 199))
  expect(difference).toMatchObject({ number: 3, time: '00:00:00:200', more: 0 })
  expect(difference?.later.map(({ number, time }) => [number, time])).toEqual([
    [91, '00:00:09:000'],
    [200, '00:00:19:900'],
  ])
  expect(difference?.later[0]?.lines).toEqual([
    '-    91  00:00:09:000  file  ch 1   on   F#4    66  0.50',
    '+    91  00:00:09:000  file  ch 1   on   F#4    66  0.75',
    '         attack: 0.5 was expected, not 0.75',
  ])
})

it('the comparison resynchronizes after a missing or extra event', () => {
  const missing = numbered(long.toSpliced(50, 1))
  expect(compareLogs(long, missing)).toMatchObject({ number: 51, later: [], more: 0 })
  expect(compareLogs(missing, long)).toMatchObject({ number: 51, later: [], more: 0 })
  const both = compareLogs(long, numbered(long.toSpliced(150, 2).toSpliced(50, 1)))
  expect(both?.later).toMatchObject([{ number: 151 }])
  const louderLater = compareLogs(long, numbered(louder(120).toSpliced(50, 1)))
  expect(louderLater?.later[0]?.lines.slice(2)).toEqual(['         attack: 0.5 was expected, not 0.75'])
  expect(both?.lines.filter(line => /^[-+]/.test(line))).toEqual([
    '-    51  00:00:05:000  file  ch 1   on   D4     62  0.50',
  ])
})

const chord = [note(48, 0), note(52, 0), note(55, 0), note(60, 500)]

it('the result lists the expected and actual notes sounding at the first difference', () => {
  const heard = chord.map(event => (event.number === 55 ? note(56, 0) : event))
  const { sounding } = compareLogs(chord, heard) ?? {}
  expect(sounding?.expected.map(({ number }) => number)).toEqual([48, 52, 55])
  expect(sounding?.actual.map(({ number }) => number)).toEqual([48, 52, 56])
})

const GUITAR = { strings: STANDARD_TUNING.strings, capo: 0, frets: 24 }
const TIME = '00:00:01:250'
const sounds = (number: number, more: Partial<NoteEvent> = {}) => note(number, 1250, more)

const necks = (expected: readonly NoteEvent[], actual: readonly NoteEvent[], neck = GUITAR) =>
  comparedNecks(neck, { time: TIME, sounding: { expected, actual } })

it('the diagrams show expected and actual notes, with open strings at the nut', () => {
  const drawn = necks([sounds(48), sounds(52), sounds(55)], [sounds(48), sounds(52), sounds(56)])
  expect(drawn?.expected.rows.join('\n')).toBe(
    `
e  ‖---|---|---|---|---|
B  ‖---|---|---|---|---|
G ●‖---|---|---|---|---|
D  ‖---|-●-|---|---|---|
A  ‖---|---|-●-|---|---|
E  ‖---|---|---|---|---|
             3       5`.slice(1),
  )
  expect(drawn?.actual.rows[2]).toBe('G  ‖-●-|---|---|---|---|')
  expect([drawn?.expected.notes, drawn?.actual.notes]).toEqual(['C3 E3 G3', 'C3 E3 G#3'])
})

it('diagrams of high notes start near the played frets, so that two diagrams fit into 80 columns', () => {
  const drawn = necks([sounds(80, { string: 1 })], [sounds(81, { string: 1 })])
  expect(drawn?.expected.rows[0]).toBe('e  |-●-|---|---|---|---|')
  expect(drawn?.expected.rows.at(-1)).toBe('    16  17      19')
  expect(drawn?.actual.rows[0]).toBe('e  |---|-●-|---|---|---|')
})

it('the diagrams are labeled SVG images in which log content is escaped', () => {
  const bad = sounds(60, { name: '"><script>\u001b' })
  const drawn = necks([bad], [])
  expect(drawn?.expected.svg).toMatch(
    /^<svg viewBox="0 0 \d+ \d+" width="\d+" role="img" aria-label="Expected at /,
  )
  expect(drawn?.expected.svg.match(/<circle /g)).toHaveLength(1)
  expect(drawn?.actual.svg).toContain('aria-label="Actual at 00:00:01:250: no note"')
  expect(drawn?.actual.svg).not.toContain('<circle')
  expect(drawn?.expected.svg).not.toContain('<script')
  expect(drawn?.expected.svg).not.toContain('\u001b')
})
