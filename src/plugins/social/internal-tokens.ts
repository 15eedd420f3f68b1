/** Services of this plugin: follows and blocks, and the open profile. */
import { createToken } from '../../core/platform/services/token.js'
import type { Links } from './links.js'
import type { ProfilePage } from './profile-page.js'

export const LINKS = createToken<Links>('social.links')
export const PROFILE_PAGE = createToken<ProfilePage>('social.profile-page')
