import { refusalWords } from '../../core/http/error-sentences.js'
import { phrases } from '../../core/platform/phrases.js'

export const KINDS = phrases({ song: 'Song', tuning: 'Tuning', shape: 'Shape', setlist: 'Setlist' })

export const AUDIENCES = phrases({
  private: 'Only by its links',
  people: 'With the people you choose',
  public: 'With all, on your profile',
})

export const refusalText = refusalWords(
  'sharing',
  phrases({
    not_found: 'This isn’t shared with you, or no longer.',
    not_synced: 'This hasn’t been synced to your account yet. Wait for sync to finish, or turn on sync.',
    share_removed: 'An administrator has removed this. It can’t be shared again.',
    sharing_full: 'You share as many things as an account may. Stop sharing some first.',
  }),
)
