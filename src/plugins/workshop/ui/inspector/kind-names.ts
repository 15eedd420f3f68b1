/** What the kinds of entries are called. */
import { phrases } from '../../../../core/platform/phrases.js'
import type { EntryKind } from '../../tokens.js'

export const KIND_NAMES: Readonly<Record<EntryKind, string>> = phrases({
  event: 'Event',
  command: 'Command',
  service: 'Service',
})
