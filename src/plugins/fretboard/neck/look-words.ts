/** What the ways to show the neck are called, in English. */
import { phrase } from '../../../core/platform/phrases.js'

export const ORIENTATION_CHOICES = [
  { value: 'auto', label: phrase('By the screen') },
  { value: 'horizontal', label: phrase('Lies') },
  { value: 'vertical', label: phrase('Stands') },
] as const

export const VELOCITY_CHOICES = [
  { value: 'strength', label: phrase('By brightness') },
  { value: 'size', label: phrase('By size') },
] as const
