/** What the ways to show the neck are called, in English. */
import { phrase } from '../../../core/platform/phrases.js'

export const ORIENTATION_CHOICES = [
  { value: 'auto', label: phrase('Automatic') },
  { value: 'horizontal', label: phrase('Horizontal') },
  { value: 'vertical', label: phrase('Vertical') },
] as const

export const VELOCITY_CHOICES = [
  { value: 'strength', label: phrase('Brightness') },
  { value: 'size', label: phrase('Size') },
] as const
