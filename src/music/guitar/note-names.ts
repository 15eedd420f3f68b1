import { phrases } from '../../core/platform/phrases.js'

export const NOTE_NAMES = ['english', 'german', 'solfege'] as const
export type NoteNames = (typeof NOTE_NAMES)[number]

const SYLLABLES: Readonly<Record<string, string>> = {
  C: 'Do',
  D: 'Re',
  E: 'Mi',
  F: 'Fa',
  G: 'Sol',
  A: 'La',
  B: 'Si',
}

/** @example shownNote('Bb', 'german') // B */
export function shownNote(name: string, names: NoteNames): string {
  if (names === 'german') return germanNote(name)
  const letter = names === 'solfege' ? (SYLLABLES[name.charAt(0)] ?? name.charAt(0)) : name.charAt(0)
  return `${letter}${withSigns(name.slice(1))}`
}

export function shownLetters(letters: string, names: NoteNames): string {
  const notes = notesIn(letters, names)
  return notes.join(names === 'english' || notes.every(note => note.length === 1) ? '' : ' ')
}

export function notesIn(letters: string, names: NoteNames): readonly string[] {
  return (letters.match(/[A-G][#b]*/g) ?? []).map(name => shownNote(name, names))
}

export function shownChord(symbol: string, names: NoteNames): string {
  return symbol.replace(CHORD_PARTS, (part, slash: string | undefined, note: string | undefined) =>
    note === undefined ? withSigns(part) : `${slash}${shownNote(note, names)}`,
  )
}

/** Matches the root, bass and alterations in a chord symbol: `b9` and `#11`, but not the b in `sub`. */
const CHORD_PARTS = /(^|\/)([A-G](?:##|bb|#|b)?)|[b#]+(?=\d)/g

/**
 * The suffix `is` means sharp, `es` flat (contracted in Es and As). B flat is written B, and B is written H.
 */
function germanNote(name: string): string {
  const [letter = '', signs] = [name.charAt(0), name.slice(1)]
  if (name === 'Bb') return 'B'
  const stem = letter === 'B' ? 'H' : letter
  if (signs.startsWith('#')) return stem + 'is'.repeat(signs.length)
  const flats = 'es'.repeat(signs.length)
  return stem + ('AE'.includes(stem) ? flats.slice(1) : flats)
}

/** @example withSigns('F##') // F𝄪 */
export function withSigns(name: string): string {
  return name.replace(/##/g, '𝄪').replace(/#/g, '♯').replace(/b/g, '♭')
}

/** Interval names, indexed by number of semitones. */
export const INTERVAL_NAMES = phrases([
  'Octave',
  'Minor second',
  'Major second',
  'Minor third',
  'Major third',
  'Perfect fourth',
  'Tritone',
  'Perfect fifth',
  'Minor sixth',
  'Major sixth',
  'Minor seventh',
  'Major seventh',
])

/** Joins tonic and mode (`C-Dur`, `a-Moll`), and lowercases adjectives (`C ionische Pentatonik`). */
export const joinedKey = (text: string): string =>
  text
    .replace(/^(\S{1,4}) (?=Dur\b)/, '$1-')
    .replace(/^(\S{1,4}) (?=Moll\b)/, (_all, tonic: string) => `${tonic.toLowerCase()}-`)
    .replace(
      /^(\S{1,4} )(\p{Lu}[a-z]+ische[rs]?) /u,
      (_all, tonic: string, word: string) => `${tonic}${word.toLowerCase()} `,
    )
