import type { PublicProfile } from '../../../core/contract/users.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS } from '../../../core/kernel/tokens.js'
import { createStore } from '../../../core/platform/store.js'
import { ONCE } from '../once.js'
import { linksOf } from './links.js'
import { type LinkKind, relationshipOf } from './relationships.js'

interface OpenProfile {
  /** Undefined if no profile is open, or if it is the user's own. */
  readonly person: PublicProfile | undefined
  readonly confirmBlock: boolean
}

export class ProfilePage {
  readonly view = createStore<OpenProfile>({ person: undefined, confirmBlock: false })
  /** Person to block once the profile has loaded. */
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

/** Its condition `social.tie` is the user's relationship to the person shown. */
export function profilePageOf({ get, scope }: PluginContext): ProfilePage {
  const [page, commands, links] = [new ProfilePage(), get(COMMANDS), get(ONCE)(linksOf)]
  const follow = () => {
    const { person } = page.view.getState()
    const relationship = person && (links.view.getState().relationships[person.id] ?? relationshipOf(person))
    commands.setContext('social.tie', relationship)
  }
  scope.onDispose(links.view.subscribe(follow))
  scope.onDispose(page.view.subscribe(follow))
  scope.onDispose(() => commands.setContext('social.tie', undefined))
  return page
}

export const PEOPLE = '/people'

/** @example searchPath('anna lu') // '/people?q=anna+lu' */
export function searchPath(query: string): string {
  return `${PEOPLE}?${new URLSearchParams({ q: query })}`
}

export function listPath(kind: LinkKind): string {
  return `${PEOPLE}?tab=${kind}`
}

export function personPath(id: string): string {
  return `${PEOPLE}/${encodeURIComponent(id)}`
}
