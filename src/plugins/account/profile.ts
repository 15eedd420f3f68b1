import { personName } from '../../core/contract/endpoint.js'
import { handle, type Profile, type ProfileBody } from '../../core/contract/users.js'
import { phrases } from '../../core/platform/phrases.js'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

export type ProfileDraft = Omit<Profile, 'avatar'>
export type ProfileField = 'name' | 'handle' | 'bio' | 'instruments'

export const MAX_BIO = 1000
export const MAX_INSTRUMENTS = 20
const MAX_INSTRUMENT_LENGTH = 50

const ERRORS = phrases({
  name: 'Enter a name of 1 to 100 characters, without line breaks or invisible characters.',
  handle: 'Use 3 to 30 lowercase letters, digits and underscores.',
  bareHandle: 'Use at least one letter or digit.',
  bio: 'Use at most 1000 characters.',
  instruments: 'Enter up to 20 instruments, each up to 50 characters long.',
})

/** Validators in form order. */
const IS_VALID: Readonly<Record<ProfileField, (draft: ProfileDraft) => boolean>> = {
  name: ({ name }) => personName.safeParse(name.trim()).success,
  handle: draft => handle.safeParse(draft.handle).success,
  bio: ({ bio }) => bio.length <= MAX_BIO,
  instruments: ({ instruments }) =>
    instruments.length <= MAX_INSTRUMENTS &&
    instruments.every(({ length }) => length <= MAX_INSTRUMENT_LENGTH),
}

export const PROFILE_FIELDS = Object.keys(IS_VALID) as readonly ProfileField[]

export function validationError(field: ProfileField, draft: ProfileDraft): string | undefined {
  if (IS_VALID[field](draft)) return undefined
  return field === 'handle' && /^_{3,}$/.test(draft.handle) ? ERRORS.bareHandle : ERRORS[field]
}

export function bodyOf(draft: ProfileDraft): ProfileBody {
  return { ...draft, name: draft.name.trim(), bio: draft.bio.trim() }
}

/** Normalizes a pasted handle: removes spaces and a leading @, and converts it to lower case. */
export function handleOf(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase()
}

/** Applies the draft’s changes to the server’s latest state, which another tab may have changed. */
export function mergedDraft(before: ProfileDraft, draft: ProfileDraft, latest: ProfileDraft): ProfileDraft {
  const merged: Record<string, unknown> = { ...latest }
  for (const part of partsOf(before, draft))
    if (!isSame(draft[part], before[part])) merged[part] = draft[part]
  return merged as unknown as ProfileDraft
}

export function draftOf({ avatar: _shown, ...draft }: Profile): ProfileDraft {
  return draft
}

const partsOf = (...drafts: readonly ProfileDraft[]) =>
  Object.keys(Object.assign({}, ...drafts)) as (keyof ProfileDraft)[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function isSameDraft(a: ProfileDraft, b: ProfileDraft): boolean {
  return partsOf(a, b).every(part => isSame(a[part], b[part]))
}

interface Unsaved {
  readonly draft: ProfileDraft
  /** Server state when editing began. Only differences from it count as changes. */
  readonly saved: ProfileDraft
}

interface StoredDraft extends Unsaved {
  readonly userId: string
}

/** Keyed by kernel, so that two apps on one page don’t share drafts. */
const drafts = new WeakMap<object, StoredDraft>()

export function storeDraft(owner: object, userId: string, unsaved: Unsaved | undefined): void {
  if (unsaved) drafts.set(owner, { userId, ...unsaved })
  else drafts.delete(owner)
}

/** Call this if a draft was saved after the user left the page. Keeps a newer draft. */
export function discardStoredDraft(owner: object, draft: ProfileDraft): void {
  if (drafts.get(owner)?.draft === draft) drafts.delete(owner)
}

/** Restores the draft only for the user who wrote it. */
export function restoredDraft(owner: object, userId: string, loaded: ProfileDraft): ProfileDraft | undefined {
  const stored = drafts.get(owner)
  return stored?.userId === userId ? mergedDraft(stored.saved, stored.draft, loaded) : undefined
}

/** The open profile page. Commands use it to act like the page’s buttons. */
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
