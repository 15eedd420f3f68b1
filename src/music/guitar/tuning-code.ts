/**
 * Tunings in links, from the lowest string up: `E2.A2.D3.G3.B3.E4_My guitar`. Uses flats only, because `#`
 * ends a URL's path. `G4*5` is a string that starts at the fifth fret.
 */

import { phrases, type SentenceValues } from '../../core/platform/phrases.js'
import { parseNoteName, pitchClass } from './note-name.js'
import { type NoteNames, shownNote } from './note-names.js'
import { MAX_FRET, type StrungNeck } from './position.js'
import { stringLetters } from './tunings.js'
import { plainSigns, readRoot } from './written-note.js'

/** Highest capo fret. Leaves at least an octave above the capo. */
export const MAX_CAPO = 12

const FEWEST_STRINGS = 3
const MOST_STRINGS = 10

export interface CodedTuning extends StrungNeck {
  readonly name: string
}

/** Message about an ignored part of a code, in English with placeholders. */
export interface Ignored {
  readonly sentence: string
  readonly values: SentenceValues
}

export const LONGEST_NAME = 60

const FLATS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const
const LONGEST_CODE = 2000 // limits the parsing cost of a link

export const TUNING_IGNORED = phrases({
  notes: 'Invalid notes: {{notes}}. Use C-1 to G9.',
  tooMany: 'The tuning has {{number}} strings. Only the {{limit}} highest are used.',
  tooFew: 'Only {{count}} valid strings. A tuning needs at least {{limit}}.',
})

/** @example stringsCode({ strings: [43, 38, 33, 28] }) // 'E1.A1.D2.G2' */
export function stringsCode({ strings, begins }: StrungNeck, names: NoteNames = 'english'): string {
  return strings
    .map((note, index) => {
      const begin = begins?.[index] ?? 0
      const name = FLATS[pitchClass(note)] ?? 'C'
      const shown = names === 'english' ? name : shownNote(name, names)
      return `${shown}${Math.floor(note / 12) - 1}${begin > 0 ? `*${begin}` : ''}`
    })
    .toReversed()
    .join('.')
}

export function tuningCode(tuning: CodedTuning): string {
  return `${stringsCode(tuning)}_${tuning.name}`
}

/** Also accepts strings separated by spaces or commas. */
export function readTuningCode(code: string, names: NoteNames = 'english') {
  const text = code.slice(0, LONGEST_CODE)
  const end = text.indexOf('_')
  const written = end < 0 ? text : text.slice(0, end)
  const name = end < 0 ? '' : shownName(text.slice(end + 1))
  const ignored: Ignored[] = []
  const ignore = (what: keyof typeof TUNING_IGNORED, values: Ignored['values']) =>
    ignored.push({ sentence: TUNING_IGNORED[what], values })
  const read = written
    .split(/[\s.,]+/)
    .filter(word => word !== '')
    .map(word => ({ word, string: readString(word, names) }))
    .reverse()
  const wrong = read.filter(({ string }) => !string).map(({ word }) => word.slice(0, 12))
  if (wrong.length > 0) ignore('notes', { notes: wrong.slice(0, MOST_STRINGS).reverse().join(' ') })
  const strings = read.flatMap(({ string }) => (string ? [string] : []))
  if (strings.length < FEWEST_STRINGS) {
    ignore('tooFew', { count: strings.length, limit: FEWEST_STRINGS })
    return { tuning: undefined, ignored }
  }
  if (strings.length > MOST_STRINGS) ignore('tooMany', { number: strings.length, limit: MOST_STRINGS })
  const kept = strings.slice(0, MOST_STRINGS)
  const begins = kept.map(({ begin }) => begin)
  const isShort = begins.some(begin => begin > 0)
  return {
    tuning: { name, strings: kept.map(({ note }) => note), ...(isShort && { begins }) },
    ignored,
  }
}

/** Limits a name to one line and a maximum length. Removes bidirectional control characters. */
export function shownName(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
  return [...plain.replace(/\s+/g, ' ')].slice(0, LONGEST_NAME).join('')
}

function readString(word: string, names: NoteNames) {
  const root = readRoot(plainSigns(word), names)
  const [, octave, begin = '0'] = /^(-?\d)(?:\*(\d{1,2}))?$/.exec(root?.rest ?? '') ?? []
  const note = root && octave ? parseNoteName(root.name + octave) : undefined
  if (note === undefined || Number(begin) > MAX_FRET) return undefined
  return { note, begin: Number(begin) }
}

/** Returns the note letters from low to high as plain text: EADGBE. */
export function lettersOf({ strings }: Pick<StrungNeck, 'strings'>): string {
  return stringLetters(strings).toReversed().join('')
}
