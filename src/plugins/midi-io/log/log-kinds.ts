/** What the kinds of messages in the log are called. */
import { phrases } from '../../../core/platform/phrases.js'
import type { LogKind } from '../tokens.js'

export const KIND_TITLES: Readonly<Record<LogKind, string>> = phrases({
  note: 'Notes',
  controller: 'Controllers',
  bend: 'Pitch bend',
  program: 'Programs',
  other: 'Other messages',
})
