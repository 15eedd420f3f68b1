import { phrases } from '../../../core/platform/phrases.js'
import { INTERVAL_NAMES } from '../../../music/guitar/note-names.js'
import type { Position } from '../../../music/guitar/position.js'

export type Card =
  | { readonly kind: 'position'; readonly id: string; readonly position: Position; readonly pitch: number }
  | { readonly kind: 'find'; readonly id: string; readonly pitchClass: number }
  | {
      readonly kind: 'interval'
      readonly id: string
      readonly semitones: number
      readonly falling: boolean
    }
  | { readonly kind: 'chord'; readonly id: string; readonly chord: ChordKind }
  | { readonly kind: 'degree'; readonly id: string; readonly semitones: number }
  | { readonly kind: 'staff'; readonly id: string; readonly pitch: number }

/** Returns the English interval name. @param semitones 1–12 */
export const intervalName = (semitones: number): string => INTERVAL_NAMES[semitones % 12] ?? ''

export const DEGREE_NAMES = ['1', '♭2', '2', '♭3', '3', '4', '♯4', '5', '♭6', '6', '♭7', '7'] as const

/** Chord tones in semitones above the root. */
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
  suspended: 'Suspended fourth (sus4)',
  diminished: 'Diminished',
  augmented: 'Augmented',
  halfDiminished: 'Half-diminished',
  diminishedSeventh: 'Diminished seventh',
})

export const CHORD_KINDS = Object.keys(CHORD_TONES) as readonly ChordKind[]
