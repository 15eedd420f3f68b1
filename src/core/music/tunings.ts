/** The tuning table. An id is a tuning's place for good: settings store it, so rows are only ever added. */

import { parseNoteName } from './note-name.js'

/** What has strings enough for a neck of its own. */
export const INSTRUMENTS = ['guitar', 'bass', 'ukulele', 'mandolin', 'banjo', 'violin'] as const

export interface Tuning {
  readonly id: number
  /** English name, translated where it is shown. */
  readonly name: string
  readonly instrument: (typeof INSTRUMENTS)[number]
  /** MIDI note of each open string, string 1 first: the one nearest the floor, the highest on a guitar. */
  readonly strings: readonly number[]
}

type Row = readonly [name: string, instrument: Tuning['instrument'], lowToHigh: string]

/** Strings are written from string N to string 1, as players say them: EADGBE. */
const ROWS: readonly Row[] = [
  ['Standard', 'guitar', 'E2 A2 D3 G3 B3 E4'],
  ['Drop D', 'guitar', 'D2 A2 D3 G3 B3 E4'],
  ['DADGAD', 'guitar', 'D2 A2 D3 G3 A3 D4'],
  ['Open G', 'guitar', 'D2 G2 D3 G3 B3 D4'],
  ['Open D', 'guitar', 'D2 A2 D3 F#3 A3 D4'],
  ['Open E', 'guitar', 'E2 B2 E3 G#3 B3 E4'],
  ['Half-step down', 'guitar', 'Eb2 Ab2 Db3 Gb3 Bb3 Eb4'],
  ['Drop C', 'guitar', 'C2 G2 C3 F3 A3 D4'],
  ['7-string', 'guitar', 'B1 E2 A2 D3 G3 B3 E4'],
  ['Bass, 4 strings', 'bass', 'E1 A1 D2 G2'],
  ['Bass, 5 strings', 'bass', 'B0 E1 A1 D2 G2'],
  ['Ukulele', 'ukulele', 'G4 C4 E4 A4'],
  ['Mandolin', 'mandolin', 'G3 D4 A4 E5'],
  ['Banjo, open G', 'banjo', 'G4 D3 G3 B3 D4'],
  ['Whole step down', 'guitar', 'D2 G2 C3 F3 A3 D4'],
  ['Double drop D', 'guitar', 'D2 A2 D3 G3 B3 D4'],
  ['Open C', 'guitar', 'C2 G2 C3 G3 C4 E4'],
  ['Open A', 'guitar', 'E2 A2 E3 A3 C#4 E4'],
  ['All fourths', 'guitar', 'E2 A2 D3 G3 C4 F4'],
  ['8-string', 'guitar', 'F#1 B1 E2 A2 D3 G3 B3 E4'],
  ['Baritone guitar', 'guitar', 'B1 E2 A2 D3 F#3 B3'],
  ['Violin', 'violin', 'G3 D4 A4 E5'],
]

/**
 * The open strings of a tuning, string 1 first.
 *
 * @param lowToHigh as players say it, from the lowest string: `E2 A2 D3 G3 B3 E4`
 * @throws RangeError naming what is no note, or lies outside MIDI's 0–127
 * @example openStrings('E1 A1 D2 G2') // [43, 38, 33, 28]: a bass
 */
export function openStrings(lowToHigh: string): number[] {
  return lowToHigh
    .trim()
    .split(/\s+/)
    .reverse()
    .map(note => {
      const number = parseNoteName(note)
      if (number === undefined || number < 0 || number > 127)
        throw new RangeError(`"${note}" is no note; write it like Eb2`)
      return number
    })
}

function toTuning([name, instrument, lowToHigh]: Row, id: number): Tuning {
  return { id, name, instrument, strings: openStrings(lowToHigh) }
}

export const TUNINGS: readonly Tuning[] = ROWS.map(toTuning)

/** Id of EADGBE, the default (specification, section 3). */
export const STANDARD_TUNING_ID = 0

/** EADGBE, for whoever needs a tuning before anything was chosen. */
export const STANDARD_TUNING: Tuning = toTuning(
  ['Standard', 'guitar', 'E2 A2 D3 G3 B3 E4'],
  STANDARD_TUNING_ID,
)

/** The tuning of an id, or `undefined` where the table has none: ids of users' own tunings lie elsewhere. */
export function tuningById(id: number): Tuning | undefined {
  return TUNINGS[id]
}
