/** What screens and commands share: how one stands to other people, and whose profile is open. */
import type { PublicProfile } from '../../core/api/users.js'
import { createToken } from '../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** How one stands to somebody. Whoever is blocked is not followed. */
export type Tie = 'none' | 'following' | 'blocked'

/** As much of somebody as can be said of them; the name is empty where they are hidden. */
export type Person = Pick<PublicProfile, 'id' | 'name'>

export interface LinkCounts {
  readonly followers: number
  readonly following: number
  readonly blocked: number
}

export interface LinksView {
  /** By user id, as it is wished; who is not here stands as the answer says that brought them. */
  readonly ties: Readonly<Record<string, Tie>>
  /** With what is wished counted in; undefined until they were fetched. */
  readonly counts: LinkCounts | undefined
  /** Grows whenever something has become true on the server: a list that was asked for before is old. */
  readonly settled: number
}

/** Following and blocking: shown at once, made true by the server, and right again where that fails. */
export interface Links {
  readonly view: ReadonlyStore<LinksView>
  /**
   * Takes in what an answer says, unless something newer is known.
   * @param asked `settled` of the view when the answer was asked for
   */
  learn(people: readonly PublicProfile[], asked: number): void
  /**
   * The last wish counts, however quickly they follow each other: per person one call is under way.
   * @param told also that somebody is followed now, where no button shows it
   */
  wish(person: Person, tie: Tie, told?: boolean): void
  /** A failure is logged, and the counts stay what they were. */
  fetchCounts(): Promise<void>
}

export interface OpenProfile {
  /** Undefined where none is open, or one's own. */
  readonly person: PublicProfile | undefined
  /** Blocking is asked about first. */
  readonly asksToBlock: boolean
}

export interface ProfilePage {
  readonly view: ReadonlyStore<OpenProfile>
  open(person: PublicProfile | undefined): void
  askToBlock(asks: boolean): void
  /** As soon as the profile of this person is open, which it may be already. */
  askToBlockWhenOpen(id: string): void
}

export const LINKS = createToken<Links>('social.links')
export const PROFILE_PAGE = createToken<ProfilePage>('social.profile-page')
