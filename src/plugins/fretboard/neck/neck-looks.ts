import { phrase } from '../../../core/platform/phrases.js'

/** `auto`: vertical on narrow screens. */
export const ORIENTATIONS = ['auto', 'horizontal', 'vertical'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

export const VELOCITY_LOOKS = ['strength', 'size'] as const
export type VelocityLook = (typeof VELOCITY_LOOKS)[number]

export const SCALE_POSITION_KINDS = ['none', 'caged', 'three-per-string'] as const
export type ScalePositionKind = (typeof SCALE_POSITION_KINDS)[number]

export const VOICING_FORMS = ['open', 'barre', 'shell', 'drop2', 'drop3'] as const
export type VoicingForm = (typeof VOICING_FORMS)[number]

export const LONGEST_TRAIL = 32

export const ORIENTATION_CHOICES = [
  { value: 'auto', label: phrase('Automatic') },
  { value: 'horizontal', label: phrase('Horizontal') },
  { value: 'vertical', label: phrase('Vertical') },
] as const

export const VELOCITY_CHOICES = [
  { value: 'strength', label: phrase('Brightness') },
  { value: 'size', label: phrase('Size') },
] as const

export const NOTE_NAME_CHOICES = [
  { value: 'english', label: phrase('English: C D E F G A B') },
  { value: 'german', label: phrase('German: C D E F G A H') },
  { value: 'solfege', label: phrase('Solfège: Do Re Mi Fa Sol La Si') },
] as const
