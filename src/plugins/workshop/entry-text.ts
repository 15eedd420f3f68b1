/** Entries of the inspector as text: one short line for the list, and JSON for a closer look and the export. */
import { messageOf } from '../../core/platform/fretwork-error.js'
import type { Entry, NumberedEntry } from './tokens.js'

const LINE_CHARACTERS = 160
/** Services hand over whole worlds; further down nobody looks. */
const DEEPEST = 4
const MOST_ITEMS = 50

/** A value as JSON can hold it: circles, functions and depths are named in place of themselves. */
export function asPlain(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value === 'function') return `[function ${value.name}]`
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return `[${value.name}: ${value.message}]`
  if (above.includes(value)) return '[circle]'
  const within = [...above, value]
  const kind = value.constructor?.name ?? 'object'
  if (above.length >= DEEPEST) return Array.isArray(value) ? `[${value.length} items]` : `[${kind}]`
  const list = listOf(value)
  if (list) {
    const plain = list.slice(0, MOST_ITEMS).map(item => asPlain(item, within))
    return list.length > MOST_ITEMS ? [...plain, `[${list.length - MOST_ITEMS} more]`] : plain
  }
  const entries = Object.entries(value)
  const shown = entries.slice(0, MOST_ITEMS).map(([key, inner]) => [key, asPlain(inner, within)] as const)
  const more = entries.length > MOST_ITEMS ? [['…', `${entries.length - MOST_ITEMS} more`] as const] : []
  return Object.fromEntries([...shown, ...more])
}

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value instanceof Map || value instanceof Set) return [...value]
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...(value as Uint8Array)]
  return undefined
}

const lines = new WeakMap<Entry, string>()

/** The detail in one line; made once per entry, since the list asks again and again. */
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

/** Everything about one entry, for the reader. */
export function entryJson(entry: NumberedEntry): string {
  const { error } = entry
  return JSON.stringify(
    { ...plainEntry(entry), ...(error === undefined ? {} : { error: messageOf(error) }) },
    null,
    2,
  )
}

/** The file that an export writes. @param date of the export */
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
