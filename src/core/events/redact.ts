/**
 * Redacts text for problem reports: strings become their length, except for choices in the schema and fields
 * with fixed terms.
 */
import type * as z from 'zod/mini'

const SECRET =
  /password|passphrase|secret|token|jwt|pin$|authorization|cookie|credential|recovery|mail|address|phone|apikey/i
const TERMS = new Set([
  ...['id', 'kind', 'type', 'status', 'section', 'field', 'source', 'plugin', 'command', 'level', 'look'],
  ...['port', 'portId', 'outputPort', 'inputPort', 'route', 'drawer', 'format', 'unit', 'mode'],
  ...['chord', 'scale', 'scaleId', 'tonic', 'tuning', 'tuningId', 'note', 'root', 'degree', 'interval'],
  'instrument',
])
const TERM = /^[\w#♯♭+.:()-]{1,40}$/
const CODE = /^[a-z]+(_[a-z0-9]+)+$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const ID = /^id$|Id$/
/** Matches field names. Other keys may contain user text. */
const FIELD = /^[\w$.:-]{1,30}$/

const MOST_ITEMS = 200
const MOST_DEPTH = 8
const MOST_VALUES = 2000

export function lengthOf(text: string): string {
  return text === '' ? '' : `«${text.length} characters»`
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly innerType?: Schema
  readonly valueType?: Schema
  readonly in?: Schema
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
}
type Schema = z.core.$ZodType

const definitionOf = (schema: Schema | undefined) => schema?._zod.def as Definition | undefined

export function redacted(value: unknown, schema?: Schema): unknown {
  return copyOf(value, { schema, name: '', above: [], budget: { left: MOST_VALUES } })
}

interface Place {
  readonly schema: Schema | undefined
  readonly name: string
  readonly above: readonly object[]
  readonly budget: { left: number }
}

function copyOf(value: unknown, place: Place): unknown {
  const { schema, name, above, budget } = place
  budget.left -= 1
  if (typeof value === 'string') return isKept(value, name, schema) ? value : lengthOf(value)
  if (typeof value === 'function') return '«function»'
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return `«${value.name}»`
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `«${value.byteLength} bytes»`
  if (above.includes(value) || above.length >= MOST_DEPTH || budget.left < 0) return '«more»'
  const within = { ...place, above: [...above, value] }
  if (value instanceof Set) return copyOf([...value], within)
  if (value instanceof Map) return copyOf(Object.fromEntries(value), within)
  const definition = definitionOf(schema)
  if (Array.isArray(value)) {
    const kept = value
      .slice(0, MOST_ITEMS)
      .map(item => copyOf(item, { ...within, schema: definition?.element }))
    return value.length > MOST_ITEMS ? [...kept, `«${value.length - MOST_ITEMS} more»`] : kept
  }
  const fields = Object.entries(value).flatMap(([field, inner]) => {
    if (inner === undefined) return []
    const its = { ...within, name: field, schema: inside(schema, field) ?? definition?.valueType }
    return [[FIELD.test(field) ? field : lengthOf(field), copyOf(inner, its)] as const]
  })
  return Object.fromEntries(fields)
}

function isKept(text: string, name: string, schema: Schema | undefined): boolean {
  if (SECRET.test(name)) return false
  if (TIME.test(text) || choicesOf(schema).includes(text)) return true
  if (UUID.test(text)) return ID.test(name)
  if (name === 'code') return CODE.test(text)
  return TERMS.has(name) && TERM.test(text)
}

function inside(schema: Schema | undefined, name: string): Schema | undefined {
  const definition = definitionOf(schema)
  if (!definition) return undefined
  const own = definition.shape?.[name]
  if (own) return own
  const within = [...(definition.options ?? []), definition.innerType, definition.in]
  return within.map(each => inside(each, name)).find(found => found !== undefined)
}

function choicesOf(schema: Schema | undefined): readonly unknown[] {
  const definition = definitionOf(schema)
  if (!definition) return []
  if (definition.entries) return Object.values(definition.entries)
  if (definition.values) return definition.values
  return [...(definition.options ?? []), definition.innerType, definition.in].flatMap(choicesOf)
}
