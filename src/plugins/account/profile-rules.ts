/** What may stand in a profile, as the contract has it, in sentences that say what to do. */
import { personName } from '../../core/api/fields.js'
import { handle, type Profile, type ProfileBody } from '../../core/api/users.js'
import { phrases } from '../../core/platform/phrases.js'

/** The profile as it is being written. */
export type ProfileDraft = Omit<Profile, 'avatar'>
export type ProfileField = 'name' | 'handle' | 'bio' | 'instruments'

export const MOST_BIO = 1000
export const MOST_INSTRUMENTS = 20
const MOST_INSTRUMENT = 50

const SAID = phrases({
  name: 'Enter a name of 1 to 100 characters, on one line and without hidden signs.',
  handle: 'Use 3 to 30 small letters, digits and underscores.',
  bareHandle: 'Use at least one letter or digit: underscores alone are no handle.',
  bio: 'Shorten the text to 1000 characters.',
  instruments: 'Name at most 20 instruments, each with at most 50 characters.',
})

const RIGHT: Readonly<Record<ProfileField, (draft: ProfileDraft) => boolean>> = {
  name: ({ name }) => personName.safeParse(name.trim()).success,
  handle: draft => handle.safeParse(draft.handle).success,
  bio: ({ bio }) => bio.length <= MOST_BIO,
  instruments: ({ instruments }) =>
    instruments.length <= MOST_INSTRUMENTS && instruments.every(({ length }) => length <= MOST_INSTRUMENT),
}

/** In the order of the screen. */
export const PROFILE_FIELDS: readonly ProfileField[] = ['name', 'handle', 'bio', 'instruments']

/** An English sentence, where the field is not right. */
export function complaintAbout(field: ProfileField, draft: ProfileDraft): string | undefined {
  if (RIGHT[field](draft)) return undefined
  return field === 'handle' && /^_{3,}$/.test(draft.handle) ? SAID.bareHandle : SAID[field]
}

export function bodyOf(draft: ProfileDraft): ProfileBody {
  return { ...draft, name: draft.name.trim(), bio: draft.bio.trim() }
}

/** As it is pasted: with an @ before it, or blanks around. */
export function handleOf(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase()
}

/** What was changed here, and of all else what the server has by now: another tab may have changed that. */
export function mergedDraft(before: ProfileDraft, draft: ProfileDraft, latest: ProfileDraft): ProfileDraft {
  const merged: Record<string, unknown> = { ...latest }
  for (const part of PARTS) if (!isSame(draft[part], before[part])) merged[part] = draft[part]
  return merged as unknown as ProfileDraft
}

export function draftOf({ avatar: _shown, ...draft }: Profile): ProfileDraft {
  return draft
}

const PARTS = [
  'name',
  'handle',
  'bio',
  'instruments',
  'favouriteTuningId',
  'language',
  'public',
] as const satisfies readonly (keyof ProfileDraft)[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** By what they say: the order of their keys, and what is left out, is nothing. */
export function isSameDraft(a: ProfileDraft, b: ProfileDraft): boolean {
  return PARTS.every(part => isSame(a[part], b[part]))
}
