import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/** The open profile page. Commands use it to do the same as its buttons. */
export interface ProfileEditor {
  readonly changed: boolean
  readonly hasPicture: boolean
  save(): void
  discard(): void
  choosePicture(): void
  removePicture(): void
  setPublic(isPublic: boolean): void
}

export const PROFILE_EDITOR = createToken<Store<ProfileEditor | undefined>>('account.profile-editor')

/** The plan requested by a command, until the subscription page starts the checkout. */
export const REQUESTED_PLAN =
  createToken<Store<{ readonly plan: string | undefined }>>('account.requested-plan')
