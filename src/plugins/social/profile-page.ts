import type { PublicProfile } from '../../core/contract/users.js'
import { createStore } from '../../core/platform/store.js'

interface OpenProfile {
  /** Undefined if no profile is open, or the user's own. */
  readonly person: PublicProfile | undefined
  readonly confirmBlock: boolean
}

export class ProfilePage {
  readonly view = createStore<OpenProfile>({ person: undefined, confirmBlock: false })
  /** A command wants to block this person, whose profile is still loading. */
  private pendingBlock: string | undefined

  open(person: OpenProfile['person']): void {
    this.view.setState({ person, confirmBlock: person !== undefined && person.id === this.pendingBlock })
    // If another profile was opened instead, the request is dropped.
    if (person) this.pendingBlock = undefined
  }

  setConfirmBlock(open: boolean): void {
    this.view.setState({ confirmBlock: open })
  }

  confirmBlockWhenOpen(id: string): void {
    if (this.view.getState().person?.id === id) this.setConfirmBlock(true)
    else this.pendingBlock = id
  }
}
