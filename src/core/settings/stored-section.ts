/** Reading a stored settings object: what is good is kept, what is not is replaced by its default and reported. */
import { messageOf } from '../platform/fretwork-error.js'
import type { SettingsSection } from './section.js'

export interface StoredSection<T> {
  readonly value: T
  /** What could not be read, in English for the log; empty where all was well. */
  readonly complaints: readonly string[]
  /** The version of an object that a newer program wrote: it must not be overwritten unsaved. */
  readonly newer?: string
}

export function readStored<T extends object>(
  section: SettingsSection<T>,
  text: string | undefined,
): StoredSection<T> {
  if (text === undefined) return { value: section.defaults, complaints: [] }
  const stored = parseObject(text)
  if (typeof stored === 'string') return { value: section.defaults, complaints: [stored] }

  const version = String(stored.version ?? section.version)
  if (Number(version) > Number(section.version)) {
    return { value: section.defaults, complaints: [], newer: version }
  }
  const migrated = migrate(section, stored, version)
  if (typeof migrated === 'string') return { value: section.defaults, complaints: [migrated] }
  return keepGoodFields(section, migrated)
}

function parseObject(text: string): Record<string, unknown> | string {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
    return 'it is no object'
  } catch (error) {
    return messageOf(error)
  }
}

function migrate<T extends object>(
  section: SettingsSection<T>,
  stored: Record<string, unknown>,
  from: string,
): Record<string, unknown> | string {
  let value = stored
  for (let version = Number(from); version < Number(section.version); version++) {
    const step = section.migrations?.[String(version)]
    // A version without a migration has the same fields; the schema decides below.
    if (!step) continue
    try {
      value = step(value)
    } catch (error) {
      return `the step from version ${version} failed: ${messageOf(error)}`
    }
  }
  return value
}

function keepGoodFields<T extends object>(
  section: SettingsSection<T>,
  stored: Record<string, unknown>,
): StoredSection<T> {
  const defaults = section.defaults as Record<string, unknown>
  const candidate = { ...defaults }
  for (const key of Object.keys(section.defaults)) if (key in stored) candidate[key] = stored[key]
  const all = section.schema.safeParse(candidate)
  if (all.success) return { value: all.data, complaints: [] }

  const complaints: string[] = []
  const good = { ...defaults }
  for (const key of Object.keys(section.defaults)) {
    if (!(key in stored)) continue
    const alone = section.schema.safeParse({ ...good, [key]: stored[key] })
    if (alone.success) good[key] = stored[key]
    else complaints.push(`"${key}" is ${JSON.stringify(stored[key])}: ${alone.error.issues[0]?.message}`)
  }
  return { value: section.schema.parse(good), complaints }
}
