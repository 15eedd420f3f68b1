import { refusalWords } from '../../core/http/error-sentences.js'
import { phrases } from '../../core/platform/phrases.js'

export const STATES = phrases({
  given: 'Not answered yet',
  accepted: 'Accepted',
  declined: 'Declined',
  left: 'Left',
})

export const INVITER_NAMES = phrases({
  following: 'People you follow and your teachers',
  teachers: 'Only your teachers',
  nobody: 'No one',
})

export const refusalText = refusalWords(
  'homework',
  phrases({
    not_found: 'This homework isn’t there for you, or no longer.',
    not_synced: 'The song isn’t in your account yet. Wait until it is synced, or turn on sync.',
    share_removed: 'An administrator has removed this song from sharing. Choose another one.',
    join_code_invalid: 'This code is wrong, has expired or was replaced. Ask your teacher for a new one.',
    group_full: 'This group is full. Its teacher must remove someone first.',
    sharing_full: 'You have as many of these as an account may. Delete some first.',
  }),
)
