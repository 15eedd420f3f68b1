/** What the kinds of questions are called. */
import { phrases } from '../../../core/platform/phrases.js'
import type { Kind } from '../kinds.js'

export const KIND_NAMES: Readonly<Record<Kind, string>> = phrases({
  position: 'Name positions',
  find: 'Find notes',
  interval: 'Intervals by ear',
  chord: 'Chords by ear',
  degree: 'Scale degrees by ear',
  staff: 'Read notes',
})
