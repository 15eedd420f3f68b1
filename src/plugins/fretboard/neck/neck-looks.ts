import { phrase } from '../../../core/platform/phrases.js'

export const LONGEST_TRAIL = 32

/** `auto` is vertical on narrow screens. */
export const ORIENTATION_CHOICES = [
  { value: 'auto', label: phrase('Automatic') },
  { value: 'horizontal', label: phrase('Horizontal') },
  { value: 'vertical', label: phrase('Vertical') },
] as const

/** Music above a large neck, music only, or music above a small neck, in this order. */
export const SONG_LAYOUTS = ['neck', 'score', 'both'] as const
export type SongLayout = (typeof SONG_LAYOUTS)[number]

export const VELOCITY_CHOICES = [
  { value: 'strength', label: phrase('Brightness') },
  { value: 'size', label: phrase('Size') },
] as const

export const SCALE_POSITION_CHOICES = [
  { value: 'none', label: phrase('Whole neck') },
  { value: 'boxes', label: phrase('Boxes') },
  { value: 'caged', label: phrase('CAGED positions') },
  { value: 'three-per-string', label: phrase('Three notes per string') },
] as const

export const NOTE_NAME_CHOICES = [
  { value: 'auto', label: phrase('By language') },
  { value: 'english', label: phrase('English: C D E F G A B') },
  { value: 'german', label: phrase('German: C D E F G A H') },
  { value: 'solfege', label: phrase('Solfège: Do Re Mi Fa Sol La Si') },
] as const

export const valuesOf = <T>(choices: readonly { readonly value: T }[]) => choices.map(({ value }) => value)
