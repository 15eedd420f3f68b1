/**
 * Values without private text. By a schema: numbers, truth values, times, ids and choices stay, of every other text
 * only its length. Without one: what looks like an identifier stays, unless its field is named like a secret.
 */
import type * as z from 'zod/mini'

/** Names of fields that are never kept. */
const SECRET =
  /password|passphrase|secret|token|authorization|cookie|credential|recovery|code|mail|address|phone/i
/** Ids of settings, chords, routes without their query: nothing that is written in sentences. */
const IDENTIFIER = /^[\w#♯♭+./:()-]{1,60}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Parts of long lists are left out. */
const MOST_ITEMS = 200
const MOST_DEPTH = 8

/** `«12 characters»`; an empty text stays empty. */
function lengthOf(text: string): string {
  return text === '' ? '' : `«${text.length} characters»`
}

/** The parts of a schema that are needed here. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly innerType?: Schema
  readonly valueType?: Schema
  readonly in?: Schema
}
type Schema = z.core.$ZodType

const definitionOf = (schema: Schema | undefined) => schema?._zod.def as Definition | undefined

/** A copy of a value as its schema has it, without private text. */
export function redactedBy(schema: Schema | undefined, value: unknown): unknown {
  if (value instanceof Uint8Array) return `«${value.length} bytes»`
  const definition = definitionOf(schema)
  if (Array.isArray(value)) return listed(value, item => redactedBy(definition?.element, item))
  if (typeof value === 'object' && value !== null) {
    return fields(value, (name, inner) =>
      redactedBy(definition?.shape?.[name] ?? definition?.valueType ?? inside(schema, name), inner),
    )
  }
  if (typeof value !== 'string') return value
  if (UUID.test(value) || TIME.test(value) || isChoice(schema)) return value
  return lengthOf(value)
}

/** A field of one of the objects that a union, or an optional or changed schema, stands for. */
function inside(schema: Schema | undefined, name: string): Schema | undefined {
  const definition = definitionOf(schema)
  if (!definition) return undefined
  const own = definition.shape?.[name]
  if (own) return own
  const within = [...(definition.options ?? []), definition.innerType, definition.in]
  return within.map(each => inside(each, name)).find(found => found !== undefined)
}

function isChoice(schema: Schema | undefined): boolean {
  const definition = definitionOf(schema)
  if (!definition) return false
  if (definition.type === 'enum' || definition.type === 'literal') return true
  if (definition.type === 'union') return definition.options?.every(isChoice) ?? false
  return isChoice(definition.innerType ?? definition.in)
}

/** A copy of any value, without private text: cycles, functions and what is deep are replaced by a description. */
export function redacted(value: unknown, name = '', above: readonly object[] = []): unknown {
  if (typeof value === 'string') return SECRET.test(name) || !isIdentifier(value) ? lengthOf(value) : value
  if (typeof value === 'function') return '«function»'
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return `«${value.name}»`
  if (ArrayBuffer.isView(value)) return `«${value.byteLength} bytes»`
  if (above.includes(value) || above.length >= MOST_DEPTH) return '«more»'
  const within = [...above, value]
  if (value instanceof Set) return redacted([...value], name, above)
  if (value instanceof Map) return redacted(Object.fromEntries(value), name, above)
  return Array.isArray(value)
    ? listed(value, item => redacted(item, name, within))
    : fields(value, (field, inner) => redacted(inner, field, within))
}

function isIdentifier(text: string): boolean {
  return text === '' || IDENTIFIER.test(text) || UUID.test(text) || TIME.test(text)
}

function listed(items: readonly unknown[], each: (item: unknown) => unknown): unknown[] {
  const kept = items.slice(0, MOST_ITEMS).map(each)
  return items.length > MOST_ITEMS ? [...kept, `«${items.length - MOST_ITEMS} more»`] : kept
}

function fields(value: object, each: (name: string, inner: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === undefined ? [] : [[name, each(name, inner)] as const],
    ),
  )
}
