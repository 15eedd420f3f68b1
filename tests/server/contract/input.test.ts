import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/core/contract/endpoint.js'
import { CALLS } from '../../../src/core/contract/endpoints.js'
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

/** Yields the schema and all nested schemas with their paths. */
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

it('every request schema rejects unlisted keys at any depth', () => {
  const open = places.filter(
    ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
  )
  // Only plugins know the shape of their settings.
  expect(open.map(([place]) => place)).toEqual(['library.change body.writes.fields'])
})

it('page sizes have a maximum of 100 rows, and numbers are within the database’s range', () => {
  const numbers = places.filter(([, { type }]) => type === 'integer' || type === 'number')
  const sizes = numbers.filter(([place]) => place.endsWith('.pageSize'))
  expect(sizes.filter(([, { maximum = Infinity }]) => maximum > 100)).toEqual([])
  const endless = numbers.filter(([, { maximum = Infinity }]) => maximum > 2 ** 31 - 1)
  expect(endless.map(([place]) => place)).toEqual([])
})

/** Returns the invalid replacement values that the endpoint accepts, by field. */
function accepted(endpoint: Endpoint, part: (typeof PARTS)[number], faults: (value: unknown) => unknown[]) {
  const input = anyInput(endpoint)[part]
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  return fields
    .flatMap(([field, value]) => faults(value).map(fault => [field, fault] as const))
    .filter(([field, fault]) => endpoint[part]?.safeParse({ ...(input as object), [field]: fault }).success)
}

it.each(named(CALLS.filter(({ body }) => body)))(
  'the body of %s accepts strings only in string fields',
  (_name, endpoint) => {
    const foreign = (value: unknown) =>
      typeof value === 'string' ? [`${value}\0`, `${value}\ud800`, [value], { toString: value }, 7, null] : []
    // Refresh tokens are only hashed and pictures are decoded, so NUL is just another invalid character.
    const isOpen = ['auth.refresh', 'user.save-avatar'].includes(endpoint.name)
    expect(accepted(endpoint, 'body', foreign)).toHaveLength(isOpen ? 2 : 0)
  },
)

it.each(named(CALLS.filter(({ params }) => params)))(
  'the path of %s accepts only valid parameters',
  (_name, endpoint) => {
    const foreign = ['\0', "' OR 1=1 --", '../user', '🎸', 'x'.repeat(80)]
    expect(accepted(endpoint, 'params', () => foreign)).toEqual([])
  },
)

it.each(named(CALLS.filter(({ query }) => query)))(
  'the query of %s accepts each parameter only once',
  (_name, endpoint) => {
    expect(accepted(endpoint, 'query', value => (value === undefined ? [] : [[value, value]]))).toEqual([])
  },
)
