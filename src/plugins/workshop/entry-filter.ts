/** Which entries of the inspector are wanted. */
import { lineOf } from './entry-text.js'
import type { Entry, EntryKind } from './tokens.js'

export interface EntryFilter {
  readonly kind?: EntryKind
  readonly plugin?: string
  /** Words that all must stand somewhere in name, plugin or detail; upper and lower case are alike. */
  readonly text: string
}

export function entryFilter({ kind, plugin, text }: EntryFilter): (entry: Entry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entry => {
    if (kind !== undefined && entry.kind !== kind) return false
    if (plugin !== undefined && entry.plugin !== plugin) return false
    if (words.length === 0) return true
    const all = `${entry.name} ${entry.plugin ?? ''} ${lineOf(entry)}`.toLowerCase()
    return words.every(word => all.includes(word))
  }
}

/** The plugins that entries name, in order of the alphabet. */
export function pluginsIn(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap(({ plugin }) => plugin ?? []))].sort()
}
