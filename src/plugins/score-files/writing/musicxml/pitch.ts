const SHARPS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const
const FLATS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const

/** Spells a pitch; octave 4 starts at middle C. @param fifths number of sharps; negative for flats */
export function spelled(pitch: number, fifths: number) {
  const name = (fifths < 0 ? FLATS : SHARPS)[((pitch % 12) + 12) % 12] ?? 'C'
  const alter = name.endsWith('#') ? 1 : name.length > 1 ? -1 : 0
  return { step: name.charAt(0), alter, octave: Math.floor(pitch / 12) - 1 }
}
