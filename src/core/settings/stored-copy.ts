/** The stored copy of a section: reading it, and writing it without losing what others have stored there. */
import type { StoragePort } from '../platform/ports.js'
import type { SettingsSection } from './section.js'
import type { SettingsReports } from './settings-reports.js'
import { readStored } from './stored-section.js'

/** What a stored text comes to: a value, or the version of the newer program that alone can read it. */
export type StoredReading<T> = { readonly value: T } | { readonly newer: string }

export interface StoredCopy<T extends object> {
  /** Reads what storage holds now. */
  open(): StoredReading<T>
  /** Reads a text that another tab has stored. */
  take(text: string | undefined): StoredReading<T>
  /** What storage holds, where that is not what was read or written last. */
  unheard(): { readonly text: string | undefined } | undefined
  write(value: T): void
}

export function storedCopy<T extends object>(
  section: SettingsSection<T>,
  storage: StoragePort,
  key: () => string,
  report: SettingsReports,
): StoredCopy<T> {
  /** What storage held when it was last looked at. */
  let seen: string | undefined
  /** A text that is not ours to lose: it must be kept elsewhere before ours may be written. */
  let aside: { readonly key: string; readonly text: string } | undefined

  const put = (where: string, text: string): boolean => {
    try {
      storage.set(where, text)
      return true
    } catch (error) {
      report.notStored(where, error)
      return false
    }
  }
  const write = (value: T) => {
    if (aside && !put(aside.key, aside.text)) return
    aside = undefined
    const text = JSON.stringify({ ...value, version: section.version })
    if (text !== seen && put(key(), text)) seen = text
  }
  const take = (text: string | undefined): StoredReading<T> => {
    seen = text
    aside = undefined
    const { value, complaints, newer } = readStored(section, text)
    if (text === undefined) return { value }
    if (newer !== undefined) {
      aside = { key: `${key()}.v${newer}`, text }
      return { newer }
    }
    if (complaints.length > 0) {
      aside = { key: `${key()}.broken`, text }
      report.broken(aside.key, complaints)
      // What can be read takes its place, so that the next start has nothing to complain of.
      write(value)
    }
    return { value }
  }

  return {
    open: () => take(storage.get(key())),
    take,
    unheard() {
      const text = storage.get(key())
      return text === seen ? undefined : { text }
    },
    write,
  }
}
