// accounts 20: every call from its own schema, valid and broken. Shown to fail where `route.ts` sends an answer around
// its schema, and where a whole number has no end that the database can keep (`favouriteTuningId`).
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviationsOf } from '../../../cli/commands/api/check/deviations.js'
import { CALLS } from '../../../src/core/api/endpoints.js'
import { PASSWORD, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'
import { drafts, entryOf, inputOf, type Known, urlOf } from './calls.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database)
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const RUNS = 900
const CALLERS = ['player', 'admin', 'stranger'] as const
type Caller = (typeof CALLERS)[number]
const ROLES = { player: [], admin: ['Admin'] } as const

const tokens = new Map<Caller, string>()
const known = { id: [] as string[], email: [] as string[], refreshToken: [] as string[] }
let born = 0

/** A new user each time a session is over: calls may change a password, suspend and delete. */
async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === 'stranger') return undefined
  const before = tokens.get(caller)
  if (before !== undefined) return before
  server.clock.now += 61_000
  const email = `${caller}${born++}@example.org`
  const user = await server.addUser(email, { roles: [...ROLES[caller]] })
  const { jwt, refreshToken } = await server.logIn(email)
  known.id = [user.id, ...known.id].slice(0, 3)
  known.email = [email, ...known.email].slice(0, 3)
  known.refreshToken = [refreshToken, ...known.refreshToken].slice(0, 2)
  tokens.set(caller, jwt)
  return jwt
}

const knownNow = (): Known => ({
  ...known,
  user: known.id,
  password: [PASSWORD, PASSWORD],
  currentPassword: [PASSWORD, PASSWORD, PASSWORD],
  page: [1, 1, 1],
})

describe('whatever is sent', () => {
  it('is answered as the contract says, and no call is beyond reach', async () => {
    const reached = new Set<string>()
    const calls = fc.record({
      draft: drafts(CALLS),
      caller: fc.constantFrom(...CALLERS, 'player' as const, 'admin' as const),
      address: fc.ipV4(),
    })
    await fc.assert(
      fc.asyncProperty(calls, async ({ draft, caller, address }) => {
        const endpoint = entryOf(draft.name)
        const jwt = await tokenOf(caller)
        server.clock.now += 1000
        const input = inputOf(draft, knownNow())
        const answer = await server.send(urlOf(endpoint, input), {
          method: endpoint.method as 'GET',
          address,
          ...(jwt !== undefined && { jwt }),
          // What a client cannot send with a GET is not sent.
          ...(endpoint.method !== 'GET' && input.body !== undefined && { body: JSON.stringify(input.body) }),
        })
        const { statusCode: status, headers, body: text } = answer
        const code = status < 400 ? 'none' : answer.json().code
        // A call for no one in particular says 401 as well, about what it was given.
        if (status === 401 && endpoint.auth === 'bearer') tokens.delete(caller)
        if (!['invalid_input', 'malformed_json', 'unauthenticated'].includes(code)) reached.add(endpoint.name)
        expect(deviationsOf(endpoint, { status, headers, text })).toEqual([])
        const why = `${endpoint.name} ${JSON.stringify(input)}\n${server.log.slice(-3).join('')}`
        if (status >= 500) expect(code, why).toBe('not_implemented')
      }),
      { numRuns: RUNS, seed: 4680, endOnFailure: true },
    )
    expect(CALLS.map(({ name }) => name).filter(name => !reached.has(name))).toEqual([])
  }, 240_000)
})
