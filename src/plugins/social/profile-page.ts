/** Whose profile is open, and whether the question before a block stands there: commands ask it, too. */
import { createStore } from '../../core/platform/store.js'
import type { OpenProfile, ProfilePage } from './tokens.js'

export function createProfilePage(): ProfilePage {
  const view = createStore<OpenProfile>({ person: undefined, asksToBlock: false })
  return {
    view,
    open: person => view.setState({ person, asksToBlock: false }),
    askToBlock: asksToBlock => view.setState({ asksToBlock }),
  }
}
