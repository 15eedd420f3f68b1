import { refusalWords } from '../../core/http/error-sentences.js'
import { phrases } from '../../core/platform/phrases.js'

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
  'homework',
  phrases({
    not_found: 'This homework isn’t available to you, or was withdrawn.',
    not_synced: 'The song hasn’t been synced to your account yet. Wait for sync to finish, or turn on sync.',
    share_removed: 'An administrator has blocked this song from being shared. Choose another song.',
    join_code_invalid: 'This code is wrong, has expired or was replaced. Ask your teacher for a new one.',
    group_full: 'This group is full. Its teacher must remove someone first.',
    sharing_full: 'You’ve reached the limit for your account. Delete some first.',
  }),
)
