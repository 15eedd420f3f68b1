import type { Notice, NoticeBoard } from '../../../core/events/notices.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { LinkAction, Person, Relationship } from './relationships.js'

const source = 'social'

const CHANGED = phrases({
  followed: 'You’re now following {{name}}.',
  unfollowed: 'You’re no longer following {{name}}.',
  blocked: '{{name}} blocked.',
  unblocked: '{{name}} unblocked.',
})
const FAILED: Readonly<Record<LinkAction, string>> = phrases({
  follow: 'Couldn’t follow {{name}}. {{reason}}',
  unfollow: 'Couldn’t unfollow {{name}}. {{reason}}',
  block: 'Couldn’t block {{name}}. {{reason}}',
  unblock: 'Couldn’t unblock {{name}}. {{reason}}',
})
const REASONS: Readonly<Record<string, string>> = phrases({
  not_found: 'The account no longer exists or the profile isn’t public.',
  forbidden: 'You’ve blocked this person. Unblock them first.',
  self_link: 'That’s you.',
})
export const refusalText = refusalWords(source, REASONS)
const { UNDO, RETRY, PERSON } = phrases({ UNDO: 'Undo', RETRY: 'Try again', PERSON: 'This person' })

interface RelationshipChange {
  readonly person: Person
  readonly from: Relationship
  readonly to: Relationship
  /** Whether to also post a notice for a new follow. Set by callers without a follow button. */
  readonly notify: boolean
}

export function postChange(notices: NoticeBoard, change: RelationshipChange, undo: () => void): void {
  const { person, from, to, notify } = change
  notices.withdraw(topicOf(person))
  const message = changeText(from, to) ?? (notify ? CHANGED.followed : undefined)
  if (!message) return
  const action = { label: UNDO, run: undo }
  notices.post({ kind: 'success', source, message, ...nameValue(person), action, topic: topicOf(person) })
}

export function postFailure(
  notices: NoticeBoard,
  person: Person,
  action: LinkAction,
  error: unknown,
  retry: () => void,
): void {
  const { values, texts } = nameValue(person)
  const reason = refusalText(error)
  notices.post({
    kind: 'error',
    source,
    topic: topicOf(person),
    code: codeOf(error),
    message: FAILED[action],
    values,
    texts: { ...texts, reason },
    ...(!REASONS[codeOf(error)] && { action: { label: RETRY, run: retry } }),
  })
}

function changeText(from: Relationship, to: Relationship): string | undefined {
  if (to === 'blocked') return CHANGED.blocked
  if (from === 'blocked') return CHANGED.unblocked
  return to === 'none' ? CHANGED.unfollowed : undefined
}

/** A newer notice about the same person replaces the previous one. */
function topicOf({ id }: Person): string {
  return `social ${id}`
}

/** People with a private profile have no name. */
function nameValue({ name }: Person): Pick<Notice, 'values' | 'texts'> {
  return name === '' ? { texts: { name: { source, message: PERSON } } } : { values: { name } }
}
