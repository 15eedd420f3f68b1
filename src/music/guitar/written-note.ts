import type { NoteNames } from './note-names.js'

export const plainSigns = (text: string) =>
  text.replace(/♯/g, '#').replace(/♭/g, 'b').replace(/𝄪/g, '##').replace(/𝄫/g, 'bb').replace(/[−–]/g, '-')

interface WrittenNote {
  readonly name: string
  readonly rest: string
}

const ENGLISH = /^([A-G])(##|#|x|bb|b|)/i
/** German note. An s before "us" belongs to "sus": "Esus4" is E with a fourth, "Essus4" is E flat. */
const GERMAN = /^([A-H])(isis|is|eses|es|s(?!us)|##|#|bb|b|)/i

/** F before "add", "aug" or "alt" is a letter. "do" is always a syllable. */
const SOLFEGE = /^(do|r[eé]|mi|fa(?!dd|ug|lt)|sol|la|si)(##|#|x|bb|b|)/i

const LETTERS: Readonly<Record<string, string>> = {
  ...{ do: 'C', re: 'D', ré: 'D', mi: 'E', fa: 'F', sol: 'G', la: 'A', si: 'B' },
}

const GERMAN_SIGNS: Readonly<Record<string, string>> = { isis: '##', is: '#', eses: 'bb', es: 'b', s: 'b' }

export function readRoot(text: string, names: NoteNames): WrittenNote | undefined {
  const found = patternFor(names, text).exec(text)
  if (!found) return undefined
  const [all, note = '', written = ''] = found
  const rest = text.slice(all.length)
  const capital = LETTERS[note.toLowerCase()] ?? note.toUpperCase()
  const sign = GERMAN_SIGNS[written.toLowerCase()] ?? written.toLowerCase().replace('x', '##')
  if (names !== 'german') return { name: capital + sign, rest }
  // Only E and A take a single s as a flat: Es, As.
  if (written.toLowerCase() === 's' && !'AE'.includes(capital)) return undefined
  if (capital === 'H') return { name: `B${sign}`, rest }
  return { name: capital === 'B' ? (sign === '' ? 'Bb' : capital + sign) : capital + sign, rest }
}

function patternFor(names: NoteNames, text: string): RegExp {
  if (names === 'german') return GERMAN
  return names === 'solfege' && SOLFEGE.test(text) ? SOLFEGE : ENGLISH
}
