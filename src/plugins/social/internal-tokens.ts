import type { CheckedExtensions } from '../../core/kernel/checked-extensions.js'
import { createToken } from '../../core/platform/token.js'
import type { Links } from './profiles/links.js'
import type { ProfilePage } from './profiles/profile-page.js'
import type { PeoplePart } from './tokens.js'

export const LINKS = createToken<Links>('social.links')
export const PROFILE_PAGE = createToken<ProfilePage>('social.profile-page')
export const PARTS = createToken<CheckedExtensions<PeoplePart>>('social.parts')

/** Limit set by the server. */
export const MAX_QUERY_LENGTH = 100
