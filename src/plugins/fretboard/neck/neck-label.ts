/** Label of a position: note name by key, octave and degree. */
import { pitchClass } from '../../../core/music/guitar/note-name.js'
import { alteration } from '../chords/degrees.js'
import type { SpelledScale } from '../scales/scale.js'

export interface NeckLabel {
  /** Letter and accidentals in plain text: `Bb`. */
  readonly name: string
  /** Scientific octave of the name as spelled: B# below middle C is B#3. */
  readonly octave: number
  /** `1`, `b3` …; empty without a scale. */
  readonly degree: string
  /** `P1`, `m3` …; empty without a scale. */
  readonly interval: string
  readonly inScale: boolean
}

/** @param pitch MIDI note, 0–127 */
export function labelOf(pitch: number, scale: SpelledScale): NeckLabel {
  const note = scale.notes[pitchClass(pitch)] ?? { name: '', degree: '', interval: '', inScale: false }
  return { ...note, octave: Math.floor((pitch - alteration(note.name.slice(1))) / 12) - 1 }
}
