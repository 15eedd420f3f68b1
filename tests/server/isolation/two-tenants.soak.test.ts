// Random calls for two tenants whose users share addresses and passwords. The test fails if `keyOf` ignores
// the tenant header.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CALLS } from '../../../src/core/contract/endpoints.js'
import { drafts, entryOf, inputOf, urlOf } from '../contract/calls.js'
import { PASSWORD, serverForFile } from '../support/test-app.js'
import { rowsOf, rowsOfTenant } from './rows.js'

const TENANTS = ['fretwork', 'other'] as const
type Tenant = (typeof TENANTS)[number]
const EMAILS = ['boss@example.org', 'ada@example.org']
/** Number of runs; `npm run soak` uses the higher value. */
const RUNS = process.env.PROPERTY_ROUNDS === undefined ? 3 : 12
const CALLS_PER_RUN = 25
const ids: string[] = []
const refreshTokens: string[] = []
const tokens = new Map<Tenant, string>()
const { db, server } = await serverForFile()
for (const tenant of TENANTS)
  for (const email of EMAILS) ids.push((await server.addUser(email, {}, tenant)).id)

let born = 0
/** Logs in a new user because earlier calls may have ended the session or deleted the account. */
async function comeIn(tenant: Tenant): Promise<void> {
  server.clock.now += 61_000
  const email = `boss${born++}@example.org`
  for (const each of TENANTS) ids.unshift((await server.addUser(email, { roles: ['Admin'] }, each)).id)
  const { jwt, refreshToken } = await server.logIn(email, tenant)
  tokens.set(tenant, jwt)
  refreshTokens.unshift(refreshToken)
}

const calls = fc.record({
  draft: drafts(CALLS.filter(({ tenant }) => tenant !== 'none')),
  tenant: fc.constantFrom(...TENANTS),
  /** Source of the token: the call's tenant, the other tenant, or none. */
  as: fc.constantFrom<('same' | 'other' | 'none')[]>('same', 'same', 'same', 'other', 'none'),
  address: fc.ipV4(),
})

it('calls for one tenant leave the other tenant’s rows byte-for-byte unchanged', async () => {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(calls, { minLength: CALLS_PER_RUN, maxLength: CALLS_PER_RUN }),
      async sequence => {
        for (const tenant of TENANTS) await comeIn(tenant)
        let before = await rowsOf(db.address)
        for (const { draft, tenant, as, address } of sequence) {
          const other = tenant === 'other' ? 'fretwork' : 'other'
          const jwt = as === 'none' ? undefined : tokens.get(as === 'same' ? tenant : other)
          const endpoint = entryOf(draft.name)
          const input = inputOf(draft, {
            id: ids.slice(0, 6),
            user: ids.slice(0, 6),
            email: EMAILS,
            refreshToken: refreshTokens.slice(0, 4),
            password: [PASSWORD, PASSWORD],
            currentPassword: [PASSWORD, PASSWORD],
          })
          await server.send(urlOf(endpoint, input), {
            method: endpoint.method as 'GET',
            tenant,
            address,
            ...(jwt !== undefined && { jwt }),
            ...(endpoint.method !== 'GET' &&
              input.body !== undefined && { body: JSON.stringify(input.body) }),
          })
          const after = await rowsOf(db.address)
          expect(rowsOfTenant(after, other), `${endpoint.name} as ${as}`).toEqual(rowsOfTenant(before, other))
          expect(rowsOfTenant(after, 'no tenant')).toEqual(rowsOfTenant(before, 'no tenant'))
          if (JSON.stringify(after) !== JSON.stringify(before)) changes += 1
          before = after
        }
      },
    ),
    { numRuns: RUNS, seed: 4680, endOnFailure: true },
  )
  // Without changes, the comparison would prove nothing.
  expect(changes).toBeGreaterThan(RUNS)
})
