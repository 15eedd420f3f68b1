/** How the neck can be shown besides what it shows. */
import { phrase } from '../../../core/platform/phrases.js'

/** `auto`: upright on narrow screens. */
export const ORIENTATIONS = ['auto', 'horizontal', 'vertical'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** How strongly a note was played is told by how bright its halo is, or by how large the note is. */
export const VELOCITY_LOOKS = ['strength', 'size'] as const
export type VelocityLook = (typeof VELOCITY_LOOKS)[number]

/** So many of the newest notes can leave a trail, and no more: further back nobody follows it. */
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
