import { phrases } from '../../../core/platform/phrases.js'
import type { Position, StrungNeck } from '../../../music/guitar/position.js'
import type { SpelledScale } from './scale.js'

export interface ScalePosition {
  /** CAGED form, degree of the first note, or box number. */
  readonly name: string
  readonly positions: readonly Position[]
}

export const SCALE_POSITION_PROBLEMS = phrases({
  noScale: 'Choose a scale to see its positions.',
  noRoom: 'No position of this scale fits on the neck.',
})

export interface PlayableNeck extends StrungNeck {
  readonly capo: number
  readonly lastFret: number
}

/** Semitones above the tonic; empty without a scale. */
export function stepsOf(scale: SpelledScale): readonly number[] {
  const { notes } = scale
  const root = rootOf(scale)
  if (root < 0) return []
  return Array.from({ length: 12 }, (_, step) => step).filter(step => notes[(root + step) % 12]?.inScale)
}

/** Pitch class of the tonic; -1 without a scale. */
export function rootOf({ notes }: SpelledScale): number {
  return notes.findIndex(note => note.degree === '1')
}

export function scalePitchFrom(pitch: number, { notes }: SpelledScale): number {
  for (let step = 0; step < 12; step += 1) if (notes[(pitch + step) % 12]?.inScale) return pitch + step
  return pitch
}
