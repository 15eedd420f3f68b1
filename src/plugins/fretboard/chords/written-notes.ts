/** Note names at the beginning of a chord symbol and after its slash, in English or German. */

/** `german`: H is B natural, B is B flat, and Fis, Es, As … are understood. */
export type NoteNames = 'english' | 'german'

interface WrittenNote {
  /** English, in plain text: `Bb`. */
  readonly name: string
  readonly rest: string
}

const ENGLISH = /^([A-G])(##|#|x|bb|b|)/i
/** Before "sus", an s belongs to it: "Esus4" is E with a fourth, "Essus4" is E flat. */
const GERMAN = /^([A-H])(isis|is|eses|es|s(?!us)|##|#|bb|b|)/i

const GERMAN_SIGNS: Readonly<Record<string, string>> = { isis: '##', is: '#', eses: 'bb', es: 'b', s: 'b' }

/** Small letters are read as capital ones: `am7`. */
export function readRoot(text: string, names: NoteNames): WrittenNote | undefined {
  const [all = '', letter = '', written = ''] = (names === 'german' ? GERMAN : ENGLISH).exec(text) ?? []
  if (all === '') return undefined
  const rest = text.slice(all.length)
  const capital = letter.toUpperCase()
  const sign = GERMAN_SIGNS[written.toLowerCase()] ?? written.toLowerCase().replace('x', '##')
  if (names === 'english') return { name: capital + sign, rest }
  // Only E and A are lowered by an s alone.
  if (written.toLowerCase() === 's' && !'AE'.includes(capital)) return undefined
  if (capital === 'H') return { name: `B${sign}`, rest }
  return { name: capital === 'B' ? (sign === '' ? 'Bb' : capital + sign) : capital + sign, rest }
}

/** What follows the last slash, if it is a note and nothing else. */
export function readBass(text: string, names: NoteNames): { readonly rest: string; readonly bass?: string } {
  const slash = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))
  const bass = slash < 0 ? undefined : readRoot(text.slice(slash + 1).trim(), names)
  return bass?.rest === '' ? { rest: text.slice(0, slash), bass: bass.name } : { rest: text }
}
