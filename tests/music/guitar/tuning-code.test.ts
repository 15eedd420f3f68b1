import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  readTuningCode,
  stringsCode,
  TUNING_IGNORED,
  tuningCode,
} from '../../../src/music/guitar/tuning-code.js'
import { TUNINGS } from '../../../src/music/guitar/tunings.js'

const BANJO = { name: 'My banjo', strings: [62, 59, 55, 50, 67], begins: [0, 0, 0, 0, 5] }

it('tuning codes are short and use note names', () => {
  expect(tuningCode({ name: 'Mine', strings: [64, 59, 55, 50, 45, 40] })).toBe('E2.A2.D3.G3.B3.E4_Mine')
  expect(tuningCode(BANJO)).toBe('G4*5.D3.G3.B3.D4_My banjo')
  // Players can type spaces, sharps and flats.
  expect(readTuningCode('F#2 b2, E♭3 g3').tuning?.strings).toEqual([55, 51, 47, 42])
  expect(readTuningCode('Fis2 H2 Es3 B3', 'german').tuning?.strings).toEqual([58, 51, 47, 42])
  expect(stringsCode({ strings: [58, 51, 47] }, 'german')).toBe('H2.Es3.B3')
})

it('any tuning survives encoding and decoding', () => {
  const strings = fc.array(fc.integer({ min: 0, max: 127 }), { minLength: 3, maxLength: 10 })
  fc.assert(
    fc.property(strings, fc.stringMatching(/^[a-z_ä]{1,20}$/), (notes, name) => {
      expect(readTuningCode(tuningCode({ name, strings: notes }))).toEqual({
        tuning: { name, strings: notes },
        ignored: [],
      })
    }),
  )
  expect(readTuningCode(tuningCode(BANJO)).tuning).toEqual(BANJO)
  for (const tuning of TUNINGS)
    expect(readTuningCode(tuningCode(tuning)).tuning?.strings).toEqual(tuning.strings)
})

it('decoding keeps valid notes and reports invalid ones', () => {
  const read = readTuningCode('E2.A2.H3.G3.B3.E4.G10_Half')
  expect(read.tuning).toEqual({ name: 'Half', strings: [64, 59, 55, 45, 40] })
  expect(read.ignored).toEqual([{ sentence: TUNING_IGNORED.notes, values: { notes: 'H3 G10' } }])
})

it('a tuning code with 99 strings is limited to ten', () => {
  const read = readTuningCode(Array.from({ length: 99 }, (_, index) => `C${index % 9}`).join('.'))
  expect(read.tuning?.strings).toHaveLength(10)
  expect(read.ignored).toEqual([{ sentence: TUNING_IGNORED.tooMany, values: { number: 99, limit: 10 } }])
})

it('a tuning requires at least three strings', () => {
  for (const code of ['', '_', 'E2.A2', 'E2.A2.x', '....', '_Name', '<script>']) {
    const { tuning, ignored } = readTuningCode(code)
    expect(tuning, code).toBeUndefined()
    expect(ignored.length, code).toBeGreaterThan(0)
  }
})

it('decoding any text returns valid pitches and a short name', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), text => {
      const { tuning } = readTuningCode(text)
      for (const note of tuning?.strings ?? []) expect(note >= 0 && note <= 127).toBe(true)
      expect([...(tuning?.name ?? '')].length).toBeLessThanOrEqual(60)
    }),
  )
  expect(readTuningCode(`E2.A2.D3_${'x\u202e\n'.repeat(9999)}`).tuning?.name).not.toMatch(/[\u202e\n]/)
})
