/** A profile that was not saved waits here while its writer looks at other pages. */
import { mergedDraft, type ProfileDraft } from './profile-rules.js'

interface Unsaved {
  readonly draft: ProfileDraft
  /** What the server had when it was written: only what differs from that was changed here. */
  readonly saved: ProfileDraft
}

interface Kept extends Unsaved {
  readonly userId: string
}

/** By the kernel, so that no test and no second application finds another's. */
const drafts = new WeakMap<object, Kept>()

export function keepDraft(owner: object, userId: string, unsaved: Unsaved | undefined): void {
  if (unsaved) drafts.set(owner, { userId, ...unsaved })
  else drafts.delete(owner)
}

/** It was saved after its writer had left. One that was written since then goes on waiting. */
export function forgetDraft(owner: object, draft: ProfileDraft): void {
  if (drafts.get(owner)?.draft === draft) drafts.delete(owner)
}

/**
 * Only to who wrote it: somebody else may have logged in.
 * @param loaded the profile as the server has it by now; a command may have changed it meanwhile
 */
export function keptDraft(owner: object, userId: string, loaded: ProfileDraft): ProfileDraft | undefined {
  const kept = drafts.get(owner)
  return kept?.userId === userId ? mergedDraft(kept.saved, kept.draft, loaded) : undefined
}
