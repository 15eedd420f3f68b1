/** What the ways of cutting up a scale are called. */
import { phrases } from '../../../core/platform/phrases.js'
import type { PositionKind } from './position-kinds.js'

export const POSITION_WORDS: Readonly<Record<PositionKind, string>> = phrases({
  none: 'All over the neck',
  caged: 'CAGED forms',
  'three-per-string': 'Three notes per string',
})

export const POSITION_CHOICES = Object.entries(POSITION_WORDS).map(([value, label]) => ({ value, label }))
