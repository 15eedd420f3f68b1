/** Extension points for the pages of people. */
import { createExtensionPoint } from '../../core/platform/token.js'

/** A screen on the page of a person (`profile`), whose id or handle the URL has, or above those one follows (`following`). */
export interface PeoplePart {
  readonly id: string
  readonly slot: 'profile' | 'following'
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
}

/** @example log.info(`${extensions(PEOPLE_PARTS).length} added by plugins`) */
export const PEOPLE_PARTS = createExtensionPoint<PeoplePart>('social.people-parts')
