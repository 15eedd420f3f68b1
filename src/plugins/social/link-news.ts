/** What is said when something between two people has changed, or has not. */
import type { Notice, NoticeBoard } from '../../core/events/notices.js'
import { refusalWords } from '../../core/http/refusal-words.js'
import { codeOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import type { LinkNews } from './links.js'
import type { Deed } from './ties.js'
import type { Person, Tie } from './tokens.js'

const source = 'social'

const CHANGED = phrases({
  followed: 'You follow {{name}} now.',
  unfollowed: 'You no longer follow {{name}}.',
  blocked: '{{name}} is blocked.',
  unblocked: '{{name}} is no longer blocked.',
})
const FAILED: Readonly<Record<Deed, string>> = phrases({
  follow: '{{name}} could not be followed. {{reason}}',
  unfollow: 'You still follow {{name}}. {{reason}}',
  block: '{{name}} could not be blocked. {{reason}}',
  unblock: '{{name}} is still blocked. {{reason}}',
})
const REASONS: Readonly<Record<string, string>> = phrases({
  not_found: 'They are not there any more, or their profile is no longer public.',
  forbidden: 'You block them: lift the block first.',
  self_link: 'That is you.',
})
/** Why the server refused, or could not be asked. */
export const reasonOf = refusalWords(source, REASONS)
const { UNDO, AGAIN, SOMEBODY } = phrases({ UNDO: 'Undo', AGAIN: 'Try again', SOMEBODY: 'This person' })

export function linkNews(notices: NoticeBoard): LinkNews {
  return {
    changed({ person, from, to, told }, undo) {
      notices.withdraw(topicOf(person))
      const message = sentenceOf(from, to) ?? (told ? CHANGED.followed : undefined)
      // Who follows sees it on the button.
      if (message) {
        const action = { label: UNDO, run: undo }
        notices.post({ kind: 'success', source, message, ...called(person), action, topic: topicOf(person) })
      }
    },
    failed(person, deed, error, again) {
      const { values, texts } = called(person)
      const reason = reasonOf(error)
      const action = REASONS[codeOf(error)] ? undefined : { label: AGAIN, run: again }
      notices.post({
        kind: 'error',
        source,
        topic: topicOf(person),
        code: codeOf(error),
        message: FAILED[deed],
        values,
        texts: { ...texts, reason },
        ...(action && { action }),
      })
    },
  }
}

function sentenceOf(from: Tie, to: Tie): string | undefined {
  if (to === 'blocked') return CHANGED.blocked
  if (from === 'blocked') return CHANGED.unblocked
  return to === 'none' ? CHANGED.unfollowed : undefined
}

/** What was said of somebody before is no longer true once something newer is. */
function topicOf({ id }: Person): string {
  return `social ${id}`
}

/** Who is hidden has no name. */
function called({ name }: Person): Pick<Notice, 'values' | 'texts'> {
  return name === '' ? { texts: { name: { source, message: SOMEBODY } } } : { values: { name } }
}
