/** Shared by the commands and the page, which loads later. */
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/** View that a command has requested but that is not shown yet. */
export interface RequestedView {
  readonly tab: 'users' | 'audit' | undefined
  readonly user: string | undefined
}

export const NO_REQUEST: RequestedView = { tab: undefined, user: undefined }
export const REQUESTED_VIEW = createToken<Store<RequestedView>>('admin.requested-view')
