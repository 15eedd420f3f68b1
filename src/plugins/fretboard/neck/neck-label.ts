import { pitchClass } from '../../../music/guitar/note-name.js'
import { alteration } from '../chords/degrees.js'
import type { SpelledScale } from '../scales/scale.js'

export interface NeckLabel {
  readonly name: string
  /** Octave of the spelled name: B# below middle C is B#3. */
  readonly octave: number
  /** Degree and interval are empty without a scale. */
  readonly degree: string
  readonly interval: string
  readonly inScale: boolean
}

export function labelOf(pitch: number, scale: SpelledScale): NeckLabel {
  const note = scale.notes[pitchClass(pitch)] ?? { name: '', degree: '', interval: '', inScale: false }
  return { ...note, octave: Math.floor((pitch - alteration(note.name.slice(1))) / 12) - 1 }
}
