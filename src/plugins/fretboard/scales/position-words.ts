/** What the ways of cutting up a scale are called. */
import { phrases } from '../../../core/platform/phrases.js'
import type { ScalePositionKind } from './position-kinds.js'

export const POSITION_WORDS: Readonly<Record<ScalePositionKind, string>> = phrases({
  none: 'Whole neck',
  caged: 'CAGED positions',
  'three-per-string': 'Three notes per string',
})

export const SCALE_POSITION_CHOICES = Object.entries(POSITION_WORDS).map(([value, label]) => ({
  value,
  label,
}))
