import { HOMEWORK_LIMITS } from '../../../core/contract/homework.js'
import type { NoticeText } from '../../../core/events/notices.js'
import { ApiError } from '../../../core/http/api-error.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'

export const STATES = phrases({
  given: 'To do',
  accepted: 'Accepted',
  declined: 'Declined',
  left: 'Left',
  withdrawn: 'Withdrawn',
})

export const INVITER_NAMES = phrases({
  following: 'People you follow and your teachers',
  teachers: 'Only your teachers',
  nobody: 'No one',
})

export const refusalText = refusalWords(
  'social',
  phrases({
    not_found: 'This homework isn’t available to you, or was withdrawn.',
    not_synced: 'The song hasn’t been synced to your account yet. Wait for sync to finish, or turn on sync.',
    share_removed: 'An administrator has blocked this song from being shared. Choose another song.',
    join_code_invalid: 'This code is wrong, has expired or was replaced. Ask your teacher for a new one.',
    group_full: 'This group is full. The teacher must remove someone first.',
    sharing_full: 'You’ve reached the limit for your account. Delete something first.',
  }),
)

const NOT_GIVEN = phrases({
  people:
    'You can’t assign homework to {{names}}. Remove them, or ask them to change who can assign them homework.',
  person: 'You can’t assign homework to a student in this list.',
  group: 'This group no longer exists. Choose another group.',
  students: 'You can assign homework to up to {{most}} students. Choose fewer.',
  given:
    'You’ve reached the limit of {{most}} homework assignments. Withdrawn homework counts for up to 30 days.',
})

export function assignRefusal(error: unknown): NoticeText {
  const said = (message: string, values: Record<string, string | number> = {}) =>
    ({ source: 'social', message, values }) as const
  const { code, problem } = error instanceof ApiError ? error : {}
  const { errors } = problem ?? {}
  if (code === 'sharing_full')
    return errors
      ? said(NOT_GIVEN.students, { most: HOMEWORK_LIMITS.students })
      : said(NOT_GIVEN.given, { most: HOMEWORK_LIMITS.given })
  if (code !== 'not_found') return refusalText(error)
  if (!errors) return said(NOT_GIVEN.group)
  const names = errors.flatMap(({ values }) => values?.name ?? [])
  return names.length > 0 ? said(NOT_GIVEN.people, { names: names.join(', ') }) : said(NOT_GIVEN.person)
}
