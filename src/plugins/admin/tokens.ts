/** What commands want the page to show, until it has taken it. */
import { createToken } from '../../core/kernel/services/token.js'
import type { Store } from '../../core/platform/store.js'

export interface AdminWish {
  readonly tab: 'users' | 'audit' | undefined
  /** The id of a user whose drawer is to be opened. */
  readonly user: string | undefined
}

export const NO_WISH: AdminWish = { tab: undefined, user: undefined }
export const ADMIN_WISH = createToken<Store<AdminWish>>('admin.wish')
