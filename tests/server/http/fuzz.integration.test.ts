import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../../src/core/api/endpoint.js'
import { ENDPOINTS } from '../../../src/core/api/endpoints.js'
import { ERRORS, problemDocument } from '../../../src/core/api/errors.js'
import { testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let jwt: string

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database)
  await server.addUser('ada@example.org')
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const word = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'A'.repeat(43), '1', '..', '%', "'; --", '\0'),
)
const keys = ['email', 'password', 'name', 'query', 'page', 'refreshToken', 'token', 'provider', '__proto__']
const bodies = fc.oneof(
  fc.json(),
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(word, fc.jsonValue())).map(value => JSON.stringify(value)),
)

describe('whatever is sent', () => {
  it('is answered as the contract says: never a fault, each refusal a problem document', async () => {
    jwt = (await server.logIn('ada@example.org')).jwt
    const calls = fc.record({
      // Log-out would turn every later answer into the same 401.
      endpoint: fc.constantFrom(...ENDPOINTS.filter(({ name }) => name !== 'auth.logout')),
      params: fc.record({ id: word, blocked: word, token: word }),
      query: fc.dictionary(fc.constantFrom('kind', 'page', 'x'), word),
      body: fc.option(bodies, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(calls, async ({ endpoint, params, query, body }) => {
        server.clock.now += 1000
        const url = `${pathFor(endpoint, params)}?${new URLSearchParams(query)}`
        const sent = endpoint.method === 'GET' ? undefined : body
        const answer = await server.send(url, { method: endpoint.method as 'GET', jwt, body: sent })
        if (answer.statusCode < 400) return
        const problem = problemDocument.parse(answer.json())
        expect(Object.keys(ERRORS)).toContain(problem.code)
        expect([problem.status, problem.code]).not.toEqual([500, 'internal_error'])
        expect([400, 401, 403, 404, 405, 413, 415, 429, 501]).toContain(problem.status)
      }),
      { numRuns: 600, seed: 4680 },
    )
  })
})

/** No address can carry half a surrogate pair: it goes out as the sign for an unknown character. */
function pathFor(endpoint: (typeof ENDPOINTS)[number], params: Record<string, string>): string {
  const sendable = Object.entries(params).map(([key, value]) => [key, Buffer.from(value).toString()])
  return pathOf(endpoint, Object.fromEntries(sendable))
}
