/** Label of a position: note name by key, octave and degree. */
import { pitchClass } from '../../../core/music/guitar/note-name.js'
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
  return { ...note, octave: Math.floor((pitch - alteration(note.name)) / 12) - 1 }
}

/** Number of a degree without accidentals, 1–7, which decides its color; 0 if there is none. */
export function degreeNumber(degree: string): number {
  return Number(degree.replace(/[b#]/g, '')) || 0
}

/** Semitones by which the accidentals move the letter. */
function alteration(name: string): number {
  let shift = 0
  for (const sign of name.slice(1)) shift += sign === '#' ? 1 : -1
  return shift
}
