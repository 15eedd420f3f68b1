/** What a command asks the administration page to show, until the page shows it. */
import { createToken } from '../../core/platform/services/token.js'
import type { Store } from '../../core/platform/store.js'

export interface RequestedView {
  readonly tab: 'users' | 'audit' | undefined
  /** The id of a user to open. */
  readonly user: string | undefined
}

export const NO_REQUEST: RequestedView = { tab: undefined, user: undefined }
export const REQUESTED_VIEW = createToken<Store<RequestedView>>('admin.requested-view')
