/** Entries of the inspector: filtering, and as text for the list, the details and the export. */
import { messageOf } from '../../core/platform/fretwork-error.js'
import type { Entry, EntryKind, NumberedEntry } from './inspection.js'

const LINE_CHARACTERS = 160
/** Services pass large object trees. */
const MAX_DEPTH = 4
const MAX_ITEMS = 50

/** A JSON-compatible copy: cycles, functions and deep objects are replaced by a description. */
export function asPlain(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value === 'function') return `[function ${value.name}]`
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return `[${value.name}: ${value.message}]`
  if (above.includes(value)) return '[circular]'
  const within = [...above, value]
  const kind = value.constructor?.name ?? 'object'
  if (above.length >= MAX_DEPTH) return Array.isArray(value) ? `[${value.length} items]` : `[${kind}]`
  const list = listOf(value)
  if (list) {
    const plain = list.slice(0, MAX_ITEMS).map(item => asPlain(item, within))
    return list.length > MAX_ITEMS ? [...plain, `[${list.length - MAX_ITEMS} more]`] : plain
  }
  const entries = Object.entries(value)
  const shown = entries.slice(0, MAX_ITEMS).map(([key, inner]) => [key, asPlain(inner, within)] as const)
  const more = entries.length > MAX_ITEMS ? [['…', `${entries.length - MAX_ITEMS} more`] as const] : []
  return Object.fromEntries([...shown, ...more])
}

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value instanceof Map || value instanceof Set) return [...value]
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...(value as Uint8Array)]
  return undefined
}

const lines = new WeakMap<Entry, string>()

/** The detail on one line. Cached, because the list renders it often. */
export function lineOf(entry: Entry): string {
  const known = lines.get(entry)
  if (known !== undefined) return known
  const detail = entry.detail === undefined ? '' : plainText(entry.detail)
  const failed = entry.error === undefined ? '' : `✕ ${messageOf(entry.error)} `
  const line = `${failed}${detail}`.slice(0, LINE_CHARACTERS)
  lines.set(entry, line)
  return line
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(asPlain(value)) ?? '')
}

export function entryJson(entry: NumberedEntry): string {
  const { error } = entry
  return JSON.stringify(
    { ...plainEntry(entry), ...(error === undefined ? {} : { error: messageOf(error) }) },
    null,
    2,
  )
}

/** The exported file. */
export function entriesFile(
  entries: readonly NumberedEntry[],
  date: Date,
): { readonly name: string; readonly text: string } {
  const text = `{"version":"1","exported":${JSON.stringify(date.toISOString())},"entries":[\n${entries
    .map(entry => JSON.stringify(plainEntry(entry)))
    .join(',\n')}\n]}\n`
  return { name: `fretwork-inspector-${date.toISOString().slice(0, 19).replaceAll(':', '-')}.json`, text }
}

function plainEntry(entry: NumberedEntry): Record<string, unknown> {
  return asPlain(entry) as Record<string, unknown>
}

export interface EntryFilter {
  readonly kind?: EntryKind
  readonly plugin?: string
  /** Words that must all occur in name, plugin or detail, ignoring case. */
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

/** The plugins of the entries, sorted. */
export function pluginsIn(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap(({ plugin }) => plugin ?? []))].sort()
}
