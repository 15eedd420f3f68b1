import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/core/api/endpoint.js'
import { CALLS } from '../../../src/core/api/endpoints.js'
import { anyInput, named } from './calls.js'

const PARTS = ['params', 'query', 'body'] as const

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly additionalProperties?: unknown
  readonly maximum?: number
}

/** The schema and all within it, each with its place. */
function within(schema: JsonSchema, place: string): (readonly [string, JsonSchema])[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([key, each]) => [`${place}.${key}`, each] as const),
    ...[schema.items ?? [], schema.anyOf ?? []].flat().map(each => [place, each] as const),
  ]
  return [[place, schema], ...inner.flatMap(([at, each]) => within(each, at))]
}

const places = CALLS.flatMap(endpoint =>
  PARTS.flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    return within(
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
      `${endpoint.name} ${part}`,
    )
  }),
)

describe('the schemas', () => {
  it('refuse in every object, however deep, what they do not list', () => {
    const open = places.filter(
      ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
    )
    // Only the plugin knows the shape of its settings.
    expect(open.map(([place]) => place)).toEqual(['library.change body.writes.fields'])
  })

  it('give a page at most 100 rows, and every number an end that the database can keep', () => {
    const numbers = places.filter(([, { type }]) => type === 'integer' || type === 'number')
    const sizes = numbers.filter(([place]) => place.endsWith('.pageSize'))
    expect(sizes.filter(([, { maximum = Infinity }]) => maximum > 100)).toEqual([])
    const endless = numbers.filter(([, { maximum = Infinity }]) => maximum > 2 ** 31 - 1)
    expect(endless.map(([place]) => place)).toEqual([])
  })
})

/** Values that are refused in place of a field of the call's valid input. */
function accepted(endpoint: Endpoint, part: (typeof PARTS)[number], faults: (value: unknown) => unknown[]) {
  const input = anyInput(endpoint)[part]
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  return fields
    .flatMap(([field, value]) => faults(value).map(fault => [field, fault] as const))
    .filter(([field, fault]) => endpoint[part]?.safeParse({ ...(input as object), [field]: fault }).success)
}

it.each(named(CALLS.filter(({ body }) => body)))(
  'a body of %s holds text only where text is due',
  (_name, endpoint) => {
    const foreign = (value: unknown) =>
      typeof value === 'string' ? [`${value}\0`, `${value}\ud800`, [value], { toString: value }, 7, null] : []
    // A refresh token is only hashed and a picture decoded: to them, NUL is one more wrong character.
    const isOpen = ['auth.refresh', 'user.save-avatar'].includes(endpoint.name)
    expect(accepted(endpoint, 'body', foreign)).toHaveLength(isOpen ? 2 : 0)
  },
)

describe('an address', () => {
  it.each(named(CALLS.filter(({ params }) => params)))(
    'of %s holds what its form allows',
    (_name, endpoint) => {
      const foreign = ['\0', "' OR 1=1 --", '../user', '🎸', 'x'.repeat(80)]
      expect(accepted(endpoint, 'params', () => foreign)).toEqual([])
    },
  )

  it.each(named(CALLS.filter(({ query }) => query)))('of %s asks each thing once', (_name, endpoint) => {
    expect(accepted(endpoint, 'query', value => (value === undefined ? [] : [[value, value]]))).toEqual([])
  })
})
