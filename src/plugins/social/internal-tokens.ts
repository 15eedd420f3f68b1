/** Services of this plugin: follows and blocks, and the open profile. */
import type { PublicProfile } from '../../core/api/users.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** The user's relationship to another person. Someone who is blocked is not followed. */
export type Relationship = 'none' | 'following' | 'blocked'

/** The name is empty if the profile is private. */
export type Person = Pick<PublicProfile, 'id' | 'name'>

export interface LinkCounts {
  readonly followers: number
  readonly following: number
  readonly blocked: number
}

export interface LinksView {
  /** By user id, as requested by the user. For people not listed, the server's answer about them applies. */
  readonly relationships: Readonly<Record<string, Relationship>>
  /** Including pending requests; undefined until fetched. */
  readonly counts: LinkCounts | undefined
  /** Grows with every change saved on the server: lists requested earlier are outdated. */
  readonly revision: number
}

/** Follows and blocks. Changes are shown immediately, then saved, and reverted if that fails. */
export interface Links {
  readonly view: ReadonlyStore<LinksView>
  /**
   * Takes over what an answer says unless something newer is known.
   * @param revision `revision` of the view when the answer was requested
   */
  merge(people: readonly PublicProfile[], revision: number): void
  /**
   * The last request counts; there is one call at a time per person.
   * @param notify also posts a notice for a new follow, for callers without a button that shows it
   */
  set(person: Person, relationship: Relationship, notify?: boolean): void
  /** Errors are logged, and the counts stay unchanged. */
  fetchCounts(): Promise<void>
}

export interface OpenProfile {
  /** Undefined if no profile is open, or the user's own. */
  readonly person: PublicProfile | undefined
  /** The confirmation before blocking is open. */
  readonly confirmBlock: boolean
}

export interface ProfilePage {
  readonly view: ReadonlyStore<OpenProfile>
  open(person: PublicProfile | undefined): void
  setConfirmBlock(open: boolean): void
  /** Opens the confirmation when this person's profile is open, which it may be already. */
  confirmBlockWhenOpen(id: string): void
}

export const LINKS = createToken<Links>('social.links')
export const PROFILE_PAGE = createToken<ProfilePage>('social.profile-page')
