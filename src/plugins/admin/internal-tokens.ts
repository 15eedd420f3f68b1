import * as z from 'zod/mini'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/** View requested by a command, until the page shows it. */
export interface RequestedView {
  readonly tab: 'users' | 'audit' | undefined
  readonly user: string | undefined
}

export const NO_REQUEST: RequestedView = { tab: undefined, user: undefined }
export const REQUESTED_VIEW = createToken<Store<RequestedView>>('admin.requested-view')

export const userArgs = z.strictObject({ user: z.uuid() })
export type UserArgs = z.infer<typeof userArgs>
