/** What the profile page shares with the commands that do what its buttons do. */
import { createToken } from '../../core/kernel/services/token.js'
import type { Store } from '../../core/platform/store.js'

/** The profile page while it is open. */
export interface ProfileDesk {
  /** Something is written that is not saved. */
  readonly changed: boolean
  readonly hasPicture: boolean
  save(): void
  discard(): void
  /** Opens the browser's dialog. */
  choosePicture(): void
  removePicture(): void
  /** Is saved with the rest. */
  setPublic(isPublic: boolean): void
}

export const PROFILE_DESK = createToken<Store<ProfileDesk | undefined>>('account.profile-desk')

/** The key of the plan that a command wants to begin paying for, until the page of plans has taken it. */
export const PLAN_WISH = createToken<Store<{ readonly plan: string | undefined }>>('account.plan-wish')
