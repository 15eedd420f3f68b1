/** Whose profile is open, and whether the question before a block stands there: commands ask it, too. */
import { createStore } from '../../core/platform/store.js'
import type { OpenProfile, ProfilePage } from './tokens.js'

export function createProfilePage(): ProfilePage {
  const view = createStore<OpenProfile>({ person: undefined, asksToBlock: false })
  /** Whom a command wants to block whose profile is on its way. */
  let awaited: string | undefined
  return {
    view,
    open(person) {
      view.setState({ person, asksToBlock: person !== undefined && person.id === awaited })
      // Another profile was opened instead; who comes back later has not asked for it.
      if (person) awaited = undefined
    },
    askToBlock: asksToBlock => view.setState({ asksToBlock }),
    askToBlockWhenOpen(id) {
      if (view.getState().person?.id === id) view.setState({ asksToBlock: true })
      else awaited = id
    },
  }
}
