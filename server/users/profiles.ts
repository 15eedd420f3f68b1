import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Profile, ProfileBody } from '../../src/core/contract/users.js'
import { addRows, changeRows, deleteRows, findRow, ofTenant } from '../database/queries.js'
import { avatars, profiles, users, userWords } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { systemCode, UNIQUE_VIOLATION } from '../failure.js'
import { Problem } from '../http/problem.js'
import { searchWords } from './search.js'

/**
 * Maximum length of a generated handle. Handles have up to 30 characters, which leaves room for a unique
 * suffix.
 */
const HANDLE_STEM = 20
const DEFAULT_HANDLE = 'player'
/** Maximum number of searchable words from handle and name. They must fit in an index row. */
const MAX_OWN_WORDS = 12

/**
 * Adds a new account's profile. The handle is generated from the name, unless the name is an email address.
 */
export async function addProfile(
  scope: Scope,
  user: { readonly id: string; readonly name: string },
  language?: string,
): Promise<void> {
  const stem = handleStem(language === 'de' ? user.name.replace(/[äöü]/gi, '$&e') : user.name)
  for (let handle = stem; ; handle = `${stem}_${randomBytes(4).toString('hex')}`) {
    const made = await addRows(scope, profiles, { userId: user.id, handle, language: language ?? null })
      // If the handle is taken, the loop tries the next one.
      .onConflictDoNothing({ target: [profiles.tenant, profiles.handle] })
    if (made.rowCount === 1) return saveWords(scope, user.id, `${handle} ${user.name}`, false)
  }
}

export async function idOfHandle(scope: Scope, handle: string): Promise<string | undefined> {
  return (await findRow(scope, profiles, eq(profiles.handle, handle)))?.userId
}

export async function profileOf(scope: Scope, userId: string): Promise<Profile | undefined> {
  const [row] = await scope.sql
    .select({ profile: profiles, name: users.name, avatar: avatars.version })
    .from(profiles)
    .innerJoin(users, and(eq(users.tenant, profiles.tenant), eq(users.id, profiles.userId)))
    .leftJoin(avatars, and(eq(avatars.tenant, profiles.tenant), eq(avatars.userId, profiles.userId)))
    .where(ofTenant(scope, profiles, eq(profiles.userId, userId)))
  if (!row) return undefined
  const { handle, bio, instruments, favouriteTuningId, language } = row.profile
  return {
    name: row.name,
    handle,
    bio,
    instruments,
    public: row.profile.public,
    ...(favouriteTuningId !== null && { favouriteTuningId }),
    ...(language !== null && { language }),
    ...(row.avatar !== null && { avatar: row.avatar }),
  }
}

/**
 * Replaces the whole profile. Fields missing from the body are cleared.
 * @throws Problem `handle_taken`
 */
export async function saveProfile(scope: Scope, userId: string, body: ProfileBody): Promise<void> {
  const { name, favouriteTuningId = null, language = null, ...rest } = body
  try {
    const change = { ...rest, favouriteTuningId, language }
    await changeRows(scope, profiles, change, eq(profiles.userId, userId))
  } catch (error) {
    if (systemCode(error) === UNIQUE_VIOLATION) throw new Problem('handle_taken')
    throw error
  }
  await changeRows(scope, users, { name }, eq(users.id, userId))
  await saveWords(scope, userId, `${body.handle} ${name}`, body.public)
}

async function saveWords(scope: Scope, userId: string, text: string, isPublic: boolean): Promise<void> {
  await deleteRows(scope, userWords, eq(userWords.userId, userId))
  const all = searchWords(text).slice(0, MAX_OWN_WORDS)
  const words = all.map(word => ` ${word}`).join('')
  const rows = all.map(word => ({ word, userId, public: isPublic, words }))
  if (rows.length > 0) await addRows(scope, userWords, ...rows)
}

function handleStem(name: string): string {
  const words = name.includes('@') ? [] : searchWords(name)
  const stem = words.join('_').replace(/[^a-z0-9_]/g, '')
  // Names in other scripts are reduced to underscores.
  const cut = stem.slice(0, HANDLE_STEM)
  return cut.length < 3 || !/[a-z0-9]/.test(cut) ? DEFAULT_HANDLE : cut
}
