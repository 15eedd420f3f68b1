/** Intervals and scale degrees, as they are called. */
import { phrases } from '../../../core/platform/phrases.js'

/** By semitones, from 1. */
const NAMES = phrases({
  1: 'Minor second',
  2: 'Major second',
  3: 'Minor third',
  4: 'Major third',
  5: 'Perfect fourth',
  6: 'Tritone',
  7: 'Perfect fifth',
  8: 'Minor sixth',
  9: 'Major sixth',
  10: 'Minor seventh',
  11: 'Major seventh',
  12: 'Octave',
})

/** @param semitones 1–12 @returns English, the key of its translation */
export const intervalName = (semitones: number): string => NAMES[semitones as keyof typeof NAMES] ?? ''

/** By semitones above the tonic. */
export const DEGREE_NAMES = ['1', '♭2', '2', '♭3', '3', '4', '♯4', '5', '♭6', '6', '♭7', '7'] as const
