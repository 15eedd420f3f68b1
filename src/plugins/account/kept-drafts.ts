/** A profile that was not saved waits here while its writer looks at other pages. */
import type { ProfileDraft } from './profile-rules.js'

interface Kept {
  readonly userId: string
  readonly draft: ProfileDraft
}

/** By the kernel, so that no test and no second application finds another's. */
const drafts = new WeakMap<object, Kept>()

export function keepDraft(owner: object, userId: string, draft: ProfileDraft | undefined): void {
  if (draft) drafts.set(owner, { userId, draft })
  else drafts.delete(owner)
}

/** Only to who wrote it: somebody else may have logged in. */
export function keptDraft(owner: object, userId: string): ProfileDraft | undefined {
  const kept = drafts.get(owner)
  return kept?.userId === userId ? kept.draft : undefined
}
