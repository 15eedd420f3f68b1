import type { PublicProfile } from '../../../core/contract/users.js'
import { createStore } from '../../../core/platform/store.js'

interface OpenProfile {
  /** Undefined if no profile is open, or if it is the user's own. */
  readonly person: PublicProfile | undefined
  readonly confirmBlock: boolean
}

export class ProfilePage {
  readonly view = createStore<OpenProfile>({ person: undefined, confirmBlock: false })
  /** Id of a person whom a command wants to block once the profile has loaded. */
  private pendingBlock: string | undefined

  open(person: OpenProfile['person']): void {
    this.view.setState({ person, confirmBlock: person !== undefined && person.id === this.pendingBlock })
    // Drop the request if another profile was opened instead.
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
