/** The tuning table. An id is a tuning's place for good: settings store it, so rows are only ever added. */
import { parseNoteName, pitchClassName } from './note-name.js'
import { INSTRUMENTS, TUNING_ROWS, type TuningRow } from './tuning-rows.js'

export { INSTRUMENTS }

export interface Tuning {
  readonly id: number
  /** English name, translated where it is shown. */
  readonly name: string
  readonly instrument: (typeof INSTRUMENTS)[number]
  /** MIDI note of each open string, string 1 first: the one nearest the floor, the highest on a guitar. */
  readonly strings: readonly number[]
  /**
   * The fret at which each string begins, string 1 first: 5 for the short string of a banjo, 0 for the others. Not
   * there where all strings begin at the nut.
   */
  readonly begins?: readonly number[]
}

/**
 * The open strings of a tuning, string 1 first.
 *
 * @param lowToHigh as players say it, from the lowest string: `E2 A2 D3 G3 B3 E4`
 * @throws RangeError naming what is not a note, or is outside MIDI's 0–127
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
        throw new RangeError(`"${note}" is not a note; write it like Eb2`)
      return number
    })
}

function toTuning([name, instrument, lowToHigh, short]: TuningRow, id: number): Tuning {
  const strings = openStrings(lowToHigh)
  if (!short) return { id, name, instrument, strings }
  return { id, name, instrument, strings, begins: strings.map((_, index) => short[index + 1] ?? 0) }
}

export const TUNINGS: readonly Tuning[] = TUNING_ROWS.map(toTuning)

/** Id of EADGBE, the default (specification, section 3). */
const STANDARD_TUNING_ID = 0

/** EADGBE, until another tuning is chosen. */
export const STANDARD_TUNING: Tuning = toTuning(
  ['Standard', 'guitar', 'E2 A2 D3 G3 B3 E4'],
  STANDARD_TUNING_ID,
)

/** The tuning of an id, or `undefined` where the table has none: ids of users' own tunings lie elsewhere. */
export function tuningById(id: number): Tuning | undefined {
  return TUNINGS[id]
}

/** Names of the open strings as the table writes them, by their notes. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map(
  TUNING_ROWS.map(([, , lowToHigh]) => [openStrings(lowToHigh).join(), lowToHigh.split(' ').reverse()]),
)

const FLATS: Readonly<Record<string, string>> = { 'C#': 'Db', 'D#': 'Eb', 'F#': 'Gb', 'G#': 'Ab', 'A#': 'Bb' }

/**
 * Names of the open strings with their octaves, spelled as players of the tuning do: half a step down from standard
 * they are flats. Of a tuning that isn't in the table, Bb and Eb make flats, F# and C# sharps, whichever are more.
 *
 * @param strings MIDI notes, string 1 first
 * @example openStringNames([63, 58, 54, 49, 44, 39]) // ['Eb4', 'Bb3', 'Gb3', 'Db3', 'Ab2', 'Eb2']
 */
export function openStringNames(strings: readonly number[]): readonly string[] {
  const written = WRITTEN.get(strings.join())
  if (written) return written
  const count = (...classes: readonly number[]) => strings.filter(note => classes.includes(note % 12)).length
  const isFlat = count(10, 3) > count(6, 1)
  return strings.map(note => {
    const name = pitchClassName(note)
    return `${(isFlat && FLATS[name]) || name}${Math.floor(note / 12) - 1}`
  })
}

/** Their letters alone: `Eb`. */
export function stringLetters(strings: readonly number[]): readonly string[] {
  return openStringNames(strings).map(name => name.replace(/-?\d+$/, ''))
}

/**
 * Letters of the open strings, the first one small where the last has the same, all equally wide.
 *
 * @param strings MIDI notes, string 1 first
 * @example stringNames([64, 59, 55, 50, 45, 40]) // ['e', 'B', 'G', 'D', 'A', 'E']
 */
export function stringNames(strings: readonly number[]): string[] {
  const names = stringLetters(strings)
  const doubled = names.length > 1 && names[0] === names.at(-1)
  const wide = Math.max(1, ...names.map(name => name.length))
  return names.map((name, index) => (index === 0 && doubled ? name.toLowerCase() : name).padEnd(wide))
}
