// Separate from notices.ts to keep the login page small.
import { fillSentence } from '../platform/phrases.js'
import type { Notice, NoticeText } from './notices.js'

/** Combines several messages about one event into one notice. */
export function inOne(remarks: readonly NoticeText[]): Pick<Notice, 'message' | 'values' | 'texts'> {
  const [only] = remarks
  if (only && remarks.length === 1) return only
  const each = remarks.map((remark, index) => [`remark${index}`, remark] as const)
  return {
    message: each.map(([name]) => `{{${name}}}`).join(' '),
    values: Object.fromEntries(
      each.map(([name, { message, values }]) => [name, fillSentence(message, values ?? {})]),
    ),
    texts: Object.fromEntries(each),
  }
}
