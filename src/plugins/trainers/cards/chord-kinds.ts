/** Chords that are heard, the common ones first. */
import { phrases } from '../../../core/platform/phrases.js'

/** Semitones above the root. */
export const CHORD_TONES = {
  major: [0, 4, 7],
  minor: [0, 3, 7],
  seventh: [0, 4, 7, 10],
  minorSeventh: [0, 3, 7, 10],
  majorSeventh: [0, 4, 7, 11],
  suspended: [0, 5, 7],
  diminished: [0, 3, 6],
  augmented: [0, 4, 8],
  halfDiminished: [0, 3, 6, 10],
  diminishedSeventh: [0, 3, 6, 9],
} as const

export type ChordKind = keyof typeof CHORD_TONES

export const CHORD_NAMES: Readonly<Record<ChordKind, string>> = phrases({
  major: 'Major',
  minor: 'Minor',
  seventh: 'Dominant seventh',
  minorSeventh: 'Minor seventh chord',
  majorSeventh: 'Major seventh chord',
  suspended: 'Suspended fourth',
  diminished: 'Diminished',
  augmented: 'Augmented',
  halfDiminished: 'Half-diminished',
  diminishedSeventh: 'Diminished seventh',
})

export const CHORD_KINDS = Object.keys(CHORD_TONES) as readonly ChordKind[]
