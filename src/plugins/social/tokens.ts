import { createExtensionPoint } from '../../core/platform/token.js'

/**
 * Screen on a person's page (`profile`; the URL contains the ID or handle), or above the list of people the
 * user follows (`following`).
 */
export interface PeoplePart {
  readonly id: string
  readonly slot: 'profile' | 'following'
  /** Plugin and screen name, as in the plugin's runtime. */
  readonly plugin: string
  readonly screen: string
}

export const PEOPLE_PARTS = createExtensionPoint<PeoplePart>('social.people-parts')
