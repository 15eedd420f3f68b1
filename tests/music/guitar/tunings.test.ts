import { describe, expect, it } from 'vitest'
import { pitchAt, positionsOf } from '../../../src/music/guitar/position.js'
import { INSTRUMENTS, openStringNames, stringNames, TUNINGS } from '../../../src/music/guitar/tunings.js'

/** MIDI notes from books and manufacturers' pages, converted by hand, string 1 first. */
const KNOWN: readonly [name: string, strings: readonly number[]][] = [
  ['DADGAD', [62, 57, 55, 50, 45, 38]],
  ['Drop B', [61, 56, 52, 47, 42, 35]],
  ['Open C6', [64, 60, 55, 48, 45, 36]],
  ['New standard tuning', [67, 64, 57, 50, 43, 36]],
  ['Nashville (high-strung)', [64, 59, 67, 62, 57, 52]],
  ['7-string, Russian', [62, 59, 55, 50, 47, 43, 38]],
  ['8-string', [64, 59, 55, 50, 45, 40, 35, 30]],
  ['9-string', [64, 59, 55, 50, 45, 40, 35, 30, 25]],
  ['Baritone guitar', [59, 54, 50, 45, 40, 35]],
  ['Lap steel, C6', [64, 60, 57, 55, 52, 48]],
  ['Guitarrón', [45, 52, 48, 43, 38, 33]],
  ['Bass, 4 strings', [43, 38, 33, 28]],
  ['Bass, 6 strings', [48, 43, 38, 33, 28, 23]],
  ['Bass VI', [52, 47, 43, 38, 33, 28]],
  ['Ukulele, low G', [69, 64, 60, 55]],
  ['Baritone ukulele', [64, 59, 55, 50]],
  ['Cuatro, Venezuelan', [59, 66, 62, 57]],
  ['Mandola', [69, 62, 55, 48]],
  ['Mandocello', [57, 50, 43, 36]],
  ['Irish bouzouki', [62, 57, 50, 43]],
  ['Banjo, double C', [62, 60, 55, 48, 67]],
  ['Tenor banjo', [69, 62, 55, 48]],
  ['Charango', [76, 69, 76, 72, 67]],
  ['Balalaika, prima', [69, 64, 64]],
]

/** Names in ID order. Settings, links and profiles already store these IDs. */
const FIRST =
  'Standard|Drop D|DADGAD|Open G|Open D|Open E|Half step down|Drop C|7-string|Bass, 4 strings|Bass, 5 strings|Ukulele|Mandolin|Banjo, open G|Whole step down|Double drop D|Open C|Open A|All fourths|8-string|Baritone guitar|Violin'

it('the tuning table has over a hundred tunings with distinct names and covers all instruments', () => {
  expect(TUNINGS.length).toBeGreaterThanOrEqual(100)
  expect(new Set(TUNINGS.map(({ name }) => name)).size).toBe(TUNINGS.length)
  expect(new Set(TUNINGS.map(({ instrument }) => instrument))).toEqual(new Set(INSTRUMENTS))
  expect(new Set(TUNINGS.map(({ strings }) => strings.length))).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]))
})

it('published tuning IDs never change', () => {
  expect(
    TUNINGS.slice(0, 22)
      .map(({ name }) => name)
      .join('|'),
  ).toBe(FIRST)
})

it('an instrument has no duplicate tunings', () => {
  const keys = TUNINGS.map(({ instrument, strings, begins }) => `${instrument} ${strings} ${begins}`)
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([])
})

for (const [name, strings] of KNOWN)
  it(`the tuning ${name} has the right pitches`, () => {
    expect(TUNINGS.find(tuning => tuning.name === name)?.strings).toEqual(strings)
  })

it('only five-string banjos have a fifth string that starts at the fifth fret', () => {
  for (const { instrument, strings, begins } of TUNINGS) {
    const isShort = instrument === 'banjo' && strings.length === 5
    expect(begins).toEqual(isShort ? [0, 0, 0, 0, 5] : undefined)
  }
})

describe('short strings', () => {
  const banjo = TUNINGS.find(({ name }) => name === 'Banjo, open G') ?? { strings: [] }

  it('a short string has an open note but no frets below its peg', () => {
    const frets = [0, 1, 5, 6, 7, 12]
    expect(frets.map(fret => pitchAt(banjo, 0, 5, fret))).toEqual([67, undefined, undefined, 68, 69, 74])
  })

  it('a short string is found by its pitch and ignores a capo below its peg', () => {
    expect(positionsOf(67, banjo)).toContainEqual({ string: 5, fret: 0 })
    expect(positionsOf(69, banjo)).toContainEqual({ string: 5, fret: 7 })
    expect(positionsOf(66, banjo).some(({ string }) => string === 5)).toBe(false)
    expect(pitchAt(banjo, 2, 5, 0)).toBe(67)
    expect(positionsOf(67, banjo, { capo: 2 })).toContainEqual({ string: 5, fret: 0 })
    expect(pitchAt(banjo, 7, 5, 0)).toBe(69)
    expect(positionsOf(70, banjo, { capo: 7 })).toContainEqual({ string: 5, fret: 1 })
  })
})

it('open strings use flats if the tuning has flats', () => {
  const letters = (name: string) =>
    openStringNames(TUNINGS.find(tuning => tuning.name === name)?.strings ?? [])
      .toReversed()
      .join(' ')
  expect(letters('Half step down')).toBe('Eb2 Ab2 Db3 Gb3 Bb3 Eb4')
  expect(letters('Open G minor')).toBe('D2 G2 D3 G3 Bb3 D4')
  expect(letters('Terz guitar')).toBe('G2 C3 F3 Bb3 D4 G4')
  expect(letters('Bass, half step down')).toBe('Eb1 Ab1 Db2 Gb2')
  expect(letters('Drop C♯')).toBe('C#2 G#2 C#3 F#3 A#3 D#4')
  expect(letters('Open E')).toBe('E2 B2 E3 G#3 B3 E4')
})

it('open strings of a custom tuning use flats if they are more common there', () => {
  expect(openStringNames([63, 58, 53, 48, 43, 36])).toEqual(['Eb4', 'Bb3', 'F3', 'C3', 'G2', 'C2'])
  expect(openStringNames([66, 61, 57, 52, 47, 40])).toEqual(['F#4', 'C#4', 'A3', 'E3', 'B2', 'E2'])
})

it('string names in tablature are short, and the first is lowercase if it equals the last', () => {
  expect(stringNames([63, 58, 54, 49, 44, 39])).toEqual(['eb', 'Bb', 'Gb', 'Db', 'Ab', 'Eb'])
  expect(stringNames([64, 59, 55, 50, 45, 40])).toEqual(['e', 'B', 'G', 'D', 'A', 'E'])
})
