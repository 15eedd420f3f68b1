import { phrase, phrases } from '../../core/platform/phrases.js'
import { parseNoteName, pitchClassName } from './note-name.js'

/**
 * Tunings. Settings and links store a tuning's row number, so add new rows only at the end. Strings are
 * listed from the lowest up, at sounding pitch: guitars and basses sound an octave lower than written.
 */
const INSTRUMENTS = ['guitar', 'bass', 'ukulele', 'mandolin', 'banjo', 'violin', 'lute'] as const

type TuningRow = readonly [
  name: string,
  instrument: (typeof INSTRUMENTS)[number],
  lowToHigh: string,
  begins?: Readonly<Record<number, number>>,
]

const FIFTH_PEG = { 5: 5 }

const TUNING_ROWS: readonly TuningRow[] = [
  [phrase('Standard'), 'guitar', 'E2 A2 D3 G3 B3 E4'],
  [phrase('Drop D'), 'guitar', 'D2 A2 D3 G3 B3 E4'],
  [phrase('DADGAD'), 'guitar', 'D2 A2 D3 G3 A3 D4'],
  [phrase('Open G'), 'guitar', 'D2 G2 D3 G3 B3 D4'],
  [phrase('Open D'), 'guitar', 'D2 A2 D3 F#3 A3 D4'],
  [phrase('Open E'), 'guitar', 'E2 B2 E3 G#3 B3 E4'],
  [phrase('Half step down'), 'guitar', 'Eb2 Ab2 Db3 Gb3 Bb3 Eb4'],
  [phrase('Drop C'), 'guitar', 'C2 G2 C3 F3 A3 D4'],
  [phrase('7-string'), 'guitar', 'B1 E2 A2 D3 G3 B3 E4'],
  [phrase('Bass, 4 strings'), 'bass', 'E1 A1 D2 G2'],
  [phrase('Bass, 5 strings'), 'bass', 'B0 E1 A1 D2 G2'],
  [phrase('Ukulele'), 'ukulele', 'G4 C4 E4 A4'],
  [phrase('Mandolin'), 'mandolin', 'G3 D4 A4 E5'],
  [phrase('Banjo, open G'), 'banjo', 'G4 D3 G3 B3 D4', FIFTH_PEG],
  [phrase('Whole step down'), 'guitar', 'D2 G2 C3 F3 A3 D4'],
  [phrase('Double drop D'), 'guitar', 'D2 A2 D3 G3 B3 D4'],
  [phrase('Open C'), 'guitar', 'C2 G2 C3 G3 C4 E4'],
  [phrase('Open A'), 'guitar', 'E2 A2 E3 A3 C#4 E4'],
  [phrase('All fourths'), 'guitar', 'E2 A2 D3 G3 C4 F4'],
  [phrase('8-string'), 'guitar', 'F#1 B1 E2 A2 D3 G3 B3 E4'],
  [phrase('Baritone guitar'), 'guitar', 'B1 E2 A2 D3 F#3 B3'],
  [phrase('Violin'), 'violin', 'G3 D4 A4 E5'],
  [phrase('Drop C♯'), 'guitar', 'C#2 G#2 C#3 F#3 A#3 D#4'],
  [phrase('Drop B'), 'guitar', 'B1 F#2 B2 E3 G#3 C#4'],
  [phrase('Drop A'), 'guitar', 'A1 E2 A2 D3 F#3 B3'],
  [phrase('Half step up'), 'guitar', 'F2 Bb2 Eb3 Ab3 C4 F4'],
  [phrase('C♯ standard (1½ steps down)'), 'guitar', 'C#2 F#2 B2 E3 G#3 C#4'],
  [phrase('C standard (2 steps down)'), 'guitar', 'C2 F2 Bb2 Eb3 G3 C4'],
  [phrase('Open D minor'), 'guitar', 'D2 A2 D3 F3 A3 D4'],
  [phrase('Open E minor'), 'guitar', 'E2 B2 E3 G3 B3 E4'],
  [phrase('Open G minor'), 'guitar', 'D2 G2 D3 G3 Bb3 D4'],
  [phrase('Open A minor'), 'guitar', 'E2 A2 E3 A3 C4 E4'],
  [phrase('Open C minor'), 'guitar', 'C2 G2 C3 G3 C4 Eb4'],
  [phrase('Open F'), 'guitar', 'C2 F2 C3 F3 A3 F4'],
  [phrase('Open B'), 'guitar', 'B1 F#2 B2 F#3 B3 D#4'],
  [phrase('Open C6'), 'guitar', 'C2 A2 C3 G3 C4 E4'],
  [phrase('Orkney tuning'), 'guitar', 'C2 G2 D3 G3 C4 D4'],
  [phrase('CGCGCD'), 'guitar', 'C2 G2 C3 G3 C4 D4'],
  [phrase('DGCGCD'), 'guitar', 'D2 G2 C3 G3 C4 D4'],
  [phrase('DADEAD'), 'guitar', 'D2 A2 D3 E3 A3 D4'],
  [phrase('G Wahine (slack key)'), 'guitar', 'D2 G2 D3 F#3 B3 D4'],
  [phrase('C Wahine (slack key)'), 'guitar', 'C2 G2 D3 G3 B3 D4'],
  [phrase('New standard tuning'), 'guitar', 'C2 G2 D3 A3 E4 G4'],
  [phrase('All fifths'), 'guitar', 'C2 G2 D3 A3 E4 B4'],
  [phrase('Major thirds'), 'guitar', 'E2 G#2 C3 E3 G#3 C4'],
  [phrase('Augmented fourths'), 'guitar', 'C2 F#2 C3 F#3 C4 F#4'],
  [phrase('Lute tuning (3rd string F♯)'), 'guitar', 'E2 A2 D3 F#3 B3 E4'],
  [phrase('Nashville (high-strung)'), 'guitar', 'E3 A3 D4 G4 B3 E4'],
  [phrase('7-string, half step down'), 'guitar', 'Bb1 Eb2 Ab2 Db3 Gb3 Bb3 Eb4'],
  [phrase('7-string, whole step down'), 'guitar', 'A1 D2 G2 C3 F3 A3 D4'],
  [phrase('7-string, drop A'), 'guitar', 'A1 E2 A2 D3 G3 B3 E4'],
  [phrase('7-string, high A'), 'guitar', 'E2 A2 D3 G3 B3 E4 A4'],
  [phrase('7-string, choro'), 'guitar', 'C2 E2 A2 D3 G3 B3 E4'],
  [phrase('7-string, Russian'), 'guitar', 'D2 G2 B2 D3 G3 B3 D4'],
  [phrase('8-string, half step down'), 'guitar', 'F1 Bb1 Eb2 Ab2 Db3 Gb3 Bb3 Eb4'],
  [phrase('8-string, drop E'), 'guitar', 'E1 B1 E2 A2 D3 G3 B3 E4'],
  [phrase('8-string, high A'), 'guitar', 'B1 E2 A2 D3 G3 B3 E4 A4'],
  [phrase('9-string'), 'guitar', 'C#1 F#1 B1 E2 A2 D3 G3 B3 E4'],
  [phrase('Baritone guitar, A'), 'guitar', 'A1 D2 G2 C3 E3 A3'],
  [phrase('Terz guitar'), 'guitar', 'G2 C3 F3 Bb3 D4 G4'],
  [phrase('Requinto'), 'guitar', 'A2 D3 G3 C4 E4 A4'],
  [phrase('Tenor guitar, fifths'), 'guitar', 'C3 G3 D4 A4'],
  [phrase('Tenor guitar, Chicago'), 'guitar', 'D3 G3 B3 E4'],
  [phrase('Tenor guitar, Irish'), 'guitar', 'G2 D3 A3 E4'],
  [phrase('Dobro, open G'), 'guitar', 'G2 B2 D3 G3 B3 D4'],
  [phrase('Lap steel, C6'), 'guitar', 'C3 E3 G3 A3 C4 E4'],
  [phrase('Mexican vihuela'), 'guitar', 'A3 D4 G4 B3 E4'],
  [phrase('Guitarrón'), 'bass', 'A1 D2 G2 C3 E3 A2'],
  [phrase('Bass, half step down'), 'bass', 'Eb1 Ab1 Db2 Gb2'],
  [phrase('Bass, whole step down'), 'bass', 'D1 G1 C2 F2'],
  [phrase('Bass, drop D'), 'bass', 'D1 A1 D2 G2'],
  [phrase('Bass, drop C'), 'bass', 'C1 G1 C2 F2'],
  [phrase('Bass, low B'), 'bass', 'B0 E1 A1 D2'],
  [phrase('Bass, fifths'), 'bass', 'C1 G1 D2 A2'],
  [phrase('Tenor bass'), 'bass', 'A1 D2 G2 C3'],
  [phrase('Piccolo bass'), 'bass', 'E2 A2 D3 G3'],
  [phrase('Bass, 5 strings, drop A'), 'bass', 'A0 E1 A1 D2 G2'],
  [phrase('Bass, 5 strings, high C'), 'bass', 'E1 A1 D2 G2 C3'],
  [phrase('Bass, 6 strings'), 'bass', 'B0 E1 A1 D2 G2 C3'],
  [phrase('Bass VI'), 'bass', 'E1 A1 D2 G2 B2 E3'],
  [phrase('Ukulele, low G'), 'ukulele', 'G3 C4 E4 A4'],
  [phrase('Ukulele, D tuning'), 'ukulele', 'A4 D4 F#4 B4'],
  [phrase('Ukulele, slack key'), 'ukulele', 'G4 C4 E4 G4'],
  [phrase('Baritone ukulele'), 'ukulele', 'D3 G3 B3 E4'],
  [phrase('Guitalele'), 'ukulele', 'A2 D3 G3 C4 E4 A4'],
  [phrase('Cavaquinho'), 'ukulele', 'D4 G4 B4 D5'],
  [phrase('Rajão'), 'ukulele', 'D4 G4 C4 E4 A4'],
  [phrase('Timple'), 'ukulele', 'G4 C5 E4 A4 D5'],
  [phrase('Cuatro, Venezuelan'), 'ukulele', 'A3 D4 F#4 B3'],
  [phrase('Cuatro, Puerto Rican'), 'lute', 'B2 E3 A3 D4 G4'],
  [phrase('Mandolin, GDGD'), 'mandolin', 'G3 D4 G4 D5'],
  [phrase('Mandolin, open G'), 'mandolin', 'G3 D4 G4 B4'],
  [phrase('Mandolin, open A (AEAE)'), 'mandolin', 'A3 E4 A4 E5'],
  [phrase('Mandola'), 'mandolin', 'C3 G3 D4 A4'],
  [phrase('Octave mandolin'), 'mandolin', 'G2 D3 A3 E4'],
  [phrase('Mandocello'), 'mandolin', 'C2 G2 D3 A3'],
  [phrase('Irish bouzouki'), 'mandolin', 'G2 D3 A3 D4'],
  [phrase('Banjo, C tuning'), 'banjo', 'G4 C3 G3 B3 D4', FIFTH_PEG],
  [phrase('Banjo, double C'), 'banjo', 'G4 C3 G3 C4 D4', FIFTH_PEG],
  [phrase('Banjo, sawmill'), 'banjo', 'G4 D3 G3 C4 D4', FIFTH_PEG],
  [phrase('Banjo, G minor'), 'banjo', 'G4 D3 G3 Bb3 D4', FIFTH_PEG],
  [phrase('Banjo, open D'), 'banjo', 'F#4 D3 F#3 A3 D4', FIFTH_PEG],
  [phrase('Banjo, open A'), 'banjo', 'A4 E3 A3 C#4 E4', FIFTH_PEG],
  [phrase('Banjo, double D'), 'banjo', 'A4 D3 A3 D4 E4', FIFTH_PEG],
  [phrase('Tenor banjo'), 'banjo', 'C3 G3 D4 A4'],
  [phrase('Tenor banjo, Irish'), 'banjo', 'G2 D3 A3 E4'],
  [phrase('Plectrum banjo'), 'banjo', 'C3 G3 B3 D4'],
  [phrase('Banjo, 6 strings'), 'banjo', 'E2 A2 D3 G3 B3 E4'],
  [phrase('Viola'), 'violin', 'C3 G3 D4 A4'],
  [phrase('Cello'), 'violin', 'C2 G2 D3 A3'],
  [phrase('Fiddle, open A (AEAE)'), 'violin', 'A3 E4 A4 E5'],
  [phrase('Charango'), 'lute', 'G4 C5 E5 A4 E5'],
  [phrase('Greek bouzouki, 4 courses'), 'lute', 'C3 F3 A3 D4'],
  [phrase('Greek bouzouki, 3 courses'), 'lute', 'D3 A3 D4'],
  [phrase('Balalaika, prima'), 'lute', 'E4 E4 A4'],
  [phrase('Renaissance lute'), 'lute', 'G2 C3 F3 A3 D4 G4'],
]

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
  /** MIDI note numbers of the open strings, string 1 (the highest on a guitar) first. */
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
        throw new RangeError(`"${note}" is not a note; use a form such as Eb2`)
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
 * Returns the names of open strings. Uses the common spelling for known tunings. Otherwise uses flats if Bb
 * and Eb outnumber F# and C#.
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
