// accounts 13, 14: every input is strict, with faults put into the valid input of each call. Shown to fail where a body
// becomes a plain `z.object`, where `text()` lets NUL through, and where a page may have 101 rows.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/core/api/endpoint.js'
import { CALLS } from '../../../src/core/api/endpoints.js'
import { rowsOf } from '../isolation/rows.js'
import { serverForFile } from '../support/test-app.js'
import { type Input, urlOf, validInput } from './calls.js'

const { db, server } = await serverForFile()
await server.addUser('boss@example.org', { roles: ['Admin'] })
const jwt = (await server.logIn('boss@example.org')).jwt

const PARTS = ['params', 'query', 'body'] as const
/** What a caller would like to decide about themselves or others. */
const COVETED = [
  'roles',
  'features',
  'tenant',
  'tenantId',
  'emailVerified',
  'userId',
  'stripeCustomerId',
  'x',
]

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

const fieldsOf = (endpoint: Endpoint): Record<string, unknown> => {
  const { body } = validInput(endpoint, 1)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
const send = (endpoint: Endpoint, change: Partial<Input>) => {
  const input = { ...validInput(endpoint, 1), ...change }
  return server.send(urlOf(endpoint, input), {
    method: endpoint.method as 'GET',
    jwt,
    ...(input.body !== undefined && { body: input.body }),
  })
}
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map(endpoint => [endpoint.name, endpoint] as const)

describe('the schemas', () => {
  it('refuse in every object, however deep, what they do not list', () => {
    const open = places.filter(
      ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
    )
    // What a plugin's settings are, only the plugin knows.
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

describe('a body', () => {
  const bodies = named(CALLS.filter(({ body, tenant }) => body !== undefined && tenant !== 'none'))

  it.each(bodies)('of %s brings nothing that it does not list', async (_name, endpoint) => {
    const before = await rowsOf(db.address)
    const own = fieldsOf(endpoint)
    for (const field of COVETED.filter(each => !(each in own))) {
      for (const value of [['Admin'], true, 'x']) {
        const answer = await send(endpoint, { body: { ...own, [field]: value } })
        expect([field, answer.statusCode, answer.json().code]).toEqual([field, 400, 'invalid_input'])
      }
    }
    expect(await rowsOf(db.address)).toEqual(before)
  })

  it.each(bodies)('of %s holds text only where text is due', async (_name, endpoint) => {
    const own = fieldsOf(endpoint)
    for (const [field, value] of Object.entries(own).filter(each => typeof each[1] === 'string')) {
      for (const foreign of [`${value}\0`, `${value}\ud800`, [value], { toString: value }, 7, null]) {
        const { statusCode } = await send(endpoint, { body: { ...own, [field]: foreign } })
        // A refresh token is never kept, only hashed: to it, NUL is one more wrong token.
        const due = endpoint.name === 'auth.refresh' && typeof foreign === 'string' ? 401 : 400
        expect([field, foreign, statusCode]).toEqual([field, foreign, due])
      }
    }
  })
})

describe('an address', () => {
  it.each(named(CALLS.filter(({ params }) => params)))(
    'of %s holds what its form allows',
    async (_name, endpoint) => {
      const { params } = validInput(endpoint, 1)
      for (const field of Object.keys(params)) {
        for (const foreign of ['\0', "' OR 1=1 --", '../user', '🎸', 'x'.repeat(80)]) {
          const answer = await send(endpoint, { params: { ...params, [field]: foreign } })
          expect([field, foreign, answer.statusCode]).toEqual([field, foreign, 400])
        }
      }
    },
  )

  it.each(named(CALLS.filter(({ query }) => query)))(
    'of %s asks each thing once',
    async (_name, endpoint) => {
      const { query } = validInput(endpoint, 1)
      for (const [field, value] of Object.entries(query).filter(each => each[1] !== undefined)) {
        const answer = await send(endpoint, { query: { ...query, [field]: [value, value] } })
        expect([field, answer.statusCode, answer.json().code]).toEqual([field, 400, 'invalid_input'])
      }
      const answer = await send(endpoint, { query: { ...query, userId: 'x' } })
      expect(answer.json().code).toBe('invalid_input')
    },
  )
})
