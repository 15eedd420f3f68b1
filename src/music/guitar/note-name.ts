/** Note names in scientific pitch notation: middle C is note 60 and is called C4. */

export const PITCH_CLASS_NAMES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const

const SEMITONES_ABOVE_C: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
const SIGNS: Readonly<Record<string, string>> = { '♯': '#', '♭': 'b', '𝄪': 'x', '𝄫': 'bb' }
const NOTE = /^([A-Ga-g])(#x|x#|##|#|x|bb|b|)(-?\d{1,2})?$/

const DEFAULT_OCTAVE = 4

export interface NamedNote {
  readonly name: string
  readonly octave: number
}

/** @example pitchClass(61) // 1 */
export function pitchClass(number: number): number {
  return ((number % 12) + 12) % 12
}

export function pitchClassName(number: number) {
  return PITCH_CLASS_NAMES[pitchClass(number)] ?? 'C'
}

/**
 * Returns the name of a note number (0–127), with sharps. Octaves below 0 are shown as 0, so the lowest notes
 * share names.
 * @param input `octaveOffset` in octaves
 * @example noteName(61) // { name: 'C#4', octave: 4 }
 * @example noteName(3) // { name: 'D#0', octave: 0 }
 */
export function noteName(number: number, { octaveOffset = 0 }: { octaveOffset?: number } = {}): NamedNote {
  const octave = Math.max(0, Math.floor(number / 12) - 1 + octaveOffset)
  return { name: pitchClassName(number) + octave, octave }
}

/**
 * Parses a note name: letter, accidental (`#`, `b`, `x`, `##`, `bb`, or ♯ ♭ 𝄪 𝄫), octave (default: 4).
 * @example parseNoteName('Db4') // 61
 * @example parseNoteName('H2') // undefined
 */
export function parseNoteName(name: string): number | undefined {
  const plain = name.trim().replace(/[♯♭♮𝄪𝄫]/gu, sign => SIGNS[sign] ?? '')
  const match = NOTE.exec(plain)
  const semitones = SEMITONES_ABOVE_C[match?.[1]?.toUpperCase() ?? '']
  if (!match || semitones === undefined) return undefined
  const octave = match[3] === undefined ? DEFAULT_OCTAVE : Number(match[3])
  const number = (octave + 1) * 12 + semitones + accidentalShift(match[2] ?? '')
  return number >= 0 && number <= 127 ? number : undefined
}

function accidentalShift(accidental: string): number {
  let shift = 0
  for (const sign of accidental) shift += sign === 'b' ? -1 : sign === 'x' ? 2 : 1
  return shift
}
