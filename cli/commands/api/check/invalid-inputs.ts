import * as z from 'zod/mini'
import { type Endpoint, pathOf, type Schema } from '../../../../src/core/contract/endpoint.js'
import type { JsonSchema } from '../../../../src/core/platform/schema-fields.js'
import { fieldsOf } from './people.js'

export interface Input {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

interface Change {
  readonly what: string
  /** Invalid value, or `undefined` if the field is omitted. */
  readonly value: unknown
}

const LARGEST = 1_000_000
/** Maximum number of inputs per call. More would take minutes because of rate limits. */
const MOST = 12

export function invalidInputs(endpoint: Endpoint, input: Input) {
  const all = (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    const node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return changesOf(node, input[part] ?? {}, part)
      .filter(({ value }) => !fits(schema, part, value))
      .flatMap(({ what, value }) => sendable(endpoint, what, { ...input, [part]: value }) ?? [])
  })
  const step = Math.max(1, all.length / MOST)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** Checks the value as transmitted: paths and queries contain only text, and JSON has no `undefined`. */
function fits(schema: Schema<unknown>, part: keyof Input, value: unknown): boolean {
  const sent =
    part === 'body'
      ? JSON.parse(JSON.stringify(value ?? null))
      : Object.fromEntries(
          Object.entries(fieldsOf(value))
            .filter(([, each]) => each !== undefined)
            .map(([name, each]) => [name, textOf(each)]),
        )
  return schema.safeParse(sent).success
}

function changesOf(node: JsonSchema, value: unknown, path: string): Change[] {
  const own = (node.anyOf ?? node.oneOf)?.find(({ type }) => type === typeOf(value)) ?? node
  const changes: Change[] = [
    { what: `${path} is null`, value: null },
    { what: `${path} is of another type`, value: typeOf(value) === 'string' ? 7 : 'text' },
    ...overLimits(own, path),
  ]
  if (own.type === 'array' && own.items) {
    const [first, ...rest] = Array.isArray(value) ? value : []
    for (const each of first === undefined ? [] : changesOf(own.items as JsonSchema, first, `${path}[0]`))
      changes.push({ what: each.what, value: [each.value, ...rest] })
  }
  const fields = fieldsOf(value)
  for (const [name, field] of Object.entries(own.properties ?? {})) {
    if (!Object.hasOwn(fields, name)) continue
    changes.push({ what: `${path} without ${name}`, value: { ...fields, [name]: undefined } })
    for (const each of changesOf(field, fields[name], `${path}.${name}`))
      changes.push({ what: each.what, value: { ...fields, [name]: each.value } })
  }
  return changes
}

function overLimits({ type, maxLength, minimum, maximum, maxItems, items }: JsonSchema, path: string) {
  if (type === 'string') {
    const tooLong = (maxLength ?? LARGEST) < LARGEST ? 'a'.repeat((maxLength ?? 0) + 1) : undefined
    return [
      { what: `${path} is empty`, value: '' },
      { what: `${path} has a zero character`, value: 'a\u0000a' },
      ...(tooLong === undefined ? [] : [{ what: `${path} is too long`, value: tooLong }]),
    ]
  }
  if (type === 'array' && items && (maxItems ?? LARGEST) < 1000)
    return [{ what: `${path} has too many items`, value: Array((maxItems ?? 0) + 1).fill(null) }]
  if (type !== 'integer' && type !== 'number') return []
  return [
    ...(minimum === undefined ? [] : [{ what: `${path} is below its minimum`, value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ what: `${path} is above its maximum`, value: maximum + 1 }]),
  ]
}

function sendable(endpoint: Endpoint, what: string, input: Input) {
  const params = fieldsOf(input.params)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  // Skip empty path parameters: the path would match a different call.
  if (names.some(name => params[name] === undefined || params[name] === '')) return undefined
  const query = Object.entries(fieldsOf(input.query)).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString()
  return { ...input, what, path: pathOf(endpoint, params) + (words && `?${words}`) }
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
