import { phrases } from '../../platform/phrases.js'
import { parseNoteName, pitchClassName } from './note-name.js'
import { INSTRUMENTS, TUNING_ROWS, type TuningRow } from './tuning-rows.js'

export { INSTRUMENTS }

export const INSTRUMENT_NAMES: Readonly<Record<Tuning['instrument'], string>> = phrases({
  guitar: 'Guitar',
  bass: 'Bass',
  ukulele: 'Ukulele',
  mandolin: 'Mandolin',
  banjo: 'Banjo',
  violin: 'Violin',
  lute: 'Lute',
})

export interface Tuning {
  readonly id: number
  readonly name: string
  readonly instrument: (typeof INSTRUMENTS)[number]
  /** MIDI notes, string 1 first: the highest on a guitar. */
  readonly strings: readonly number[]
  readonly begins?: readonly number[]
}

/**
 * @throws RangeError
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

export const STANDARD_TUNING = TUNINGS[0] as Tuning

export function tuningById(id: number): Tuning | undefined {
  return TUNINGS[id]
}

const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map(
  TUNING_ROWS.map(([, , lowToHigh]) => [openStrings(lowToHigh).join(), lowToHigh.split(' ').reverse()]),
)

const FLATS: Readonly<Record<string, string>> = { 'C#': 'Db', 'D#': 'Eb', 'F#': 'Gb', 'G#': 'Ab', 'A#': 'Bb' }

/**
 * As players of the tuning spell them; else flats if Bb and Eb are more than F# and C#.
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

export function stringLetters(strings: readonly number[]): readonly string[] {
  return openStringNames(strings).map(name => name.replace(/-?\d+$/, ''))
}

/** @example stringNames([64, 59, 55, 50, 45, 40]) // ['e', 'B', 'G', 'D', 'A', 'E'] */
export function stringNames(strings: readonly number[]): string[] {
  const names = stringLetters(strings)
  const doubled = names.length > 1 && names[0] === names.at(-1)
  const wide = Math.max(1, ...names.map(name => name.length))
  return names.map((name, index) => (index === 0 && doubled ? name.toLowerCase() : name).padEnd(wide))
}
