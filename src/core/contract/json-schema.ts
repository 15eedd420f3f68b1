import * as z from 'zod/mini'
import { isJsonObject } from '../platform/json.js'

type Json = Readonly<Record<string, unknown>>
type Check = z.core.$ZodCheck
type Schema = z.ZodMiniType

export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/** Annotation keywords, which do not validate. JSON Schema 2020-12 includes `format` (7.2.1). */
const ANNOTATIONS = ['$schema', '$comment', 'title', 'description', 'examples', 'deprecated', 'format']
const ANYWHERE = [...ANNOTATIONS, 'type', 'default', 'const', 'enum', 'anyOf', 'oneOf']

interface Kind {
  readonly keywords: readonly string[]
  make(json: Json, path: string): Schema
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: {
    keywords: ['minLength', 'maxLength', 'pattern'],
    make: (json, path) =>
      z
        .string()
        .check(
          ...numbered(json, path, { minLength: z.minLength, maxLength: z.maxLength }),
          ...(json.pattern === undefined ? [] : [z.regex(expression(json.pattern, path))]),
        ),
  },
  number: numeric(() => z.number()),
  integer: numeric(() => z.int()),
  boolean: { keywords: [], make: () => z.boolean() },
  null: { keywords: [], make: () => z.null() },
  array: {
    keywords: ['items', 'prefixItems', 'minItems', 'maxItems'],
    make: (json, path) => {
      if (json.prefixItems !== undefined) return tuple(json, path)
      const items = json.items === undefined ? z.unknown() : schemaFromJson(json.items, `${path}.items`)
      return z.array(items).check(...numbered(json, path, { minItems: z.minLength, maxItems: z.maxLength }))
    },
  },
  object: { keywords: ['properties', 'required', 'additionalProperties', 'propertyNames'], make: object },
}

/**
 * Unlisted properties are removed, as in `z.object`.
 * @throws SchemaRefused
 */
export function schemaFromJson(json: unknown, path = 'the schema'): Schema {
  if (!isJsonObject(json)) throw new SchemaRefused(`${path} isn’t a JSON Schema: an object is required.`)
  refuseUnknown(json, path)
  const schema = plain(json, path)
  return json.default === undefined ? schema : z._default(schema, json.default)
}

function plain(json: Json, path: string): Schema {
  const choices = json.anyOf ?? json.oneOf
  if (choices !== undefined)
    return union(listOf(choices, path).map((each, i) => schemaFromJson(each, `${path}.${i}`)))
  if (json.const !== undefined) return z.literal(literals([json.const], path))
  if (json.enum !== undefined) return z.literal(literals(listOf(json.enum, path), path))
  if (json.type === undefined) return z.unknown()
  return union(typesOf(json, path).map(type => kindOf(type, path).make(json, path)))
}

function refuseUnknown(json: Json, path: string): void {
  const own = json.type === undefined ? [] : typesOf(json, path).flatMap(type => kindOf(type, path).keywords)
  const unknown = Object.keys(json).find(key => !ANYWHERE.includes(key) && !own.includes(key))
  if (unknown === undefined) return
  throw new SchemaRefused(`${path} uses "${unknown}", which isn’t supported. Remove it.`)
}

function typesOf(json: Json, path: string): readonly string[] {
  const types = Array.isArray(json.type) ? json.type : [json.type]
  return types.map(type => {
    if (typeof type === 'string') return type
    throw new SchemaRefused(`${path} has a type that isn’t a string.`)
  })
}

function kindOf(type: string, path: string): Kind {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind) return kind
  throw new SchemaRefused(
    `${path} has the unknown type "${type}". Use one of: ${Object.keys(KINDS).join(', ')}.`,
  )
}

function numeric(make: () => z.ZodMiniNumber): Kind {
  const checks = {
    minimum: z.minimum,
    maximum: z.maximum,
    exclusiveMinimum: z.gt,
    exclusiveMaximum: z.lt,
    multipleOf: z.multipleOf,
  }
  return {
    keywords: Object.keys(checks),
    make: (json, path) => make().check(...(numbered(json, path, checks) as z.core.$ZodCheck<number>[])),
  }
}

function numbered(json: Json, path: string, checks: Record<string, (limit: number) => Check>): never[] {
  return Object.entries(checks)
    .filter(([key]) => json[key] !== undefined)
    .map(([key, check]) => {
      const limit = json[key]
      if (typeof limit !== 'number') throw new SchemaRefused(`${path} has a "${key}" that isn’t a number.`)
      return check(limit) as never
    })
}

function object(json: Json, path: string): Schema {
  const { properties = {}, required = [], additionalProperties: more } = json
  if (!isJsonObject(properties)) throw new SchemaRefused(`${path} has "properties" that aren’t an object.`)
  const needed = listOf(required, path)
  const shape = Object.fromEntries(
    Object.entries(properties).map(([key, each]) => {
      const schema = schemaFromJson(each, `${path}.${key}`)
      const there = needed.includes(key) || (isJsonObject(each) && each.default !== undefined)
      return [key, there ? schema : z.optional(schema)]
    }),
  )
  if (more === true) return z.looseObject(shape)
  if (!isJsonObject(more)) return z.object(shape)
  const rest = schemaFromJson(more, `${path}.additionalProperties`)
  return Object.keys(shape).length === 0 ? z.record(z.string(), rest) : z.catchall(z.object(shape), rest)
}

function tuple(json: Json, path: string): Schema {
  const items = listOf(json.prefixItems, path).map((each, i) => schemaFromJson(each, `${path}.${i}`))
  const [first, ...rest] = items
  if (first) return z.tuple([first, ...rest])
  throw new SchemaRefused(`${path} has no "prefixItems".`)
}

function union(options: readonly Schema[]): Schema {
  const [first] = options
  return options.length === 1 && first ? first : z.union(options)
}

function literals(values: readonly unknown[], path: string): (string | number | boolean | null)[] {
  return values.map(value => {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string
    throw new SchemaRefused(`${path} lists a value that isn’t a string, number, boolean or null.`)
  })
}

function expression(pattern: unknown, path: string): RegExp {
  try {
    return new RegExp(String(pattern), 'u')
  } catch {
    throw new SchemaRefused(`${path} has a pattern that isn’t a regular expression.`)
  }
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new SchemaRefused(`${path} must have a list instead of ${JSON.stringify(value)}.`)
}
