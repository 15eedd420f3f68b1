import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'

export const KINDS = phrases({ song: 'Song', tuning: 'Tuning', shape: 'Shape', setlist: 'Setlist' })

export const AUDIENCES = phrases({
  private: 'Anyone with a link',
  people: 'People you choose',
  public: 'Everyone, on your profile',
})

const WORDS = phrases({
  not_found: 'This isn’t shared with you, or is no longer available.',
  not_synced: 'This hasn’t been synced to your account yet. Wait for sync to finish, or turn on sync.',
  share_removed: 'An administrator has removed this. It can’t be shared again.',
  sharing_full: 'You’ve reached the sharing limit for your account. Stop sharing something first.',
})

export const refusalText = refusalWords('social', WORDS)

/** Error messages for an opened link instead of a submitted form. */
export const linkRefusal = refusalWords('social', {
  ...WORDS,
  ...phrases({ invalid_input: 'This link doesn’t exist or has expired.' }),
})
