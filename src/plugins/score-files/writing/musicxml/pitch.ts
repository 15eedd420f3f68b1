/** How a pitch is spelled in a key. */

const SHARPS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const
const FLATS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const

export interface Spelling {
  readonly step: string
  /** Semitones. */
  readonly alter: number
  /** Middle C begins the fourth. */
  readonly octave: number
}

/** @param pitch MIDI note @param fifths of the key: sharps, or flats where it is below 0 */
export function spelled(pitch: number, fifths: number): Spelling {
  const name = (fifths < 0 ? FLATS : SHARPS)[((pitch % 12) + 12) % 12] ?? 'C'
  const alter = name.endsWith('#') ? 1 : name.length > 1 ? -1 : 0
  return { step: name.charAt(0), alter, octave: Math.floor(pitch / 12) - 1 }
}
