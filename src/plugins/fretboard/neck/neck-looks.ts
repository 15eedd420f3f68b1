/** Display options of the neck: orientation, velocity, note trail, scale positions and forms of voicings. */
import { phrase } from '../../../core/platform/phrases.js'

/** `auto`: vertical on narrow screens. */
export const ORIENTATIONS = ['auto', 'horizontal', 'vertical'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** Velocity is shown as brightness of the halo or as size of the note. */
export const VELOCITY_LOOKS = ['strength', 'size'] as const
export type VelocityLook = (typeof VELOCITY_LOOKS)[number]

/** The kinds of scale positions that can be shown. */
export const SCALE_POSITION_KINDS = ['none', 'caged', 'three-per-string'] as const
export type ScalePositionKind = (typeof SCALE_POSITION_KINDS)[number]

/** Forms of voicings that players look for. */
export const VOICING_FORMS = ['open', 'barre', 'shell', 'drop2', 'drop3'] as const
export type VoicingForm = (typeof VOICING_FORMS)[number]

/** Longest note trail that can still be followed. */
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
