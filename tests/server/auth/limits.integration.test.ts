// Rate limits for unauthenticated clients and their database cost.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { AUTH, PASSWORD, serverForFile, testApp } from '../support/test-app.js'

const env = { FRETWORK_LOGINS_PER_MINUTE: '6,6', FRETWORK_CALLS_PER_MINUTE: '20' }
const { db, server } = await serverForFile({ env })
const second = await testApp(db.database, { env })
afterAll(() => second.end())
await server.addUser('ada@example.org')
beforeEach(() => {
  for (const each of [server, second]) each.clock.now += 61_000
})

const logIn = async (tenant: string, address: string, password = 'wrong password') => {
  const body = { email: 'ada@example.org', password }
  return (await server.send(`${AUTH}/login`, { body, tenant, address })).statusCode
}

it('login attempts from one network address are counted together across all tenants', async () => {
  const statuses: number[] = []
  for (const tenant of ['other', 'fretwork', 'other', 'fretwork', 'other', 'fretwork', 'other', 'fretwork'])
    statuses.push(await logIn(tenant, '203.0.113.1'))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  expect(await logIn('fretwork', '203.0.113.2', PASSWORD)).toBe(200)
})

it('a network is limited to five times an account’s call limit, without database queries', async () => {
  const rotations = vi.spyOn(db.database.refresh, 'inTenant')
  const refresh = async (address: string) => {
    const body = { refreshToken: randomBytes(32).toString('base64url') }
    return (await server.send(`${AUTH}/refresh`, { body, address })).statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 150 }, () => refresh('203.0.113.3')))
  expect(statuses.filter(status => status === 401)).toHaveLength(100)
  expect(statuses.filter(status => status === 429)).toHaveLength(50)
  expect(rotations).toHaveBeenCalledTimes(100)
  rotations.mockRestore()
  expect(await refresh('203.0.113.4')).toBe(401)
  const forged = await server.send(`${AUTH}/user`, { jwt: 'a.b.c', address: '203.0.113.3' })
  expect(forged.statusCode).toBe(429)
})

it('the OpenAPI document is serialized only once', async () => {
  const described = vi.spyOn(server.app, 'swagger')
  const bodies = new Set<string>()
  for (let call = 0; call < 5; call++) {
    const answer = await server.send('/openapi.json')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    bodies.add(answer.body)
  }
  expect([bodies.size, JSON.parse([...bodies][0] ?? '').openapi]).toEqual([1, '3.1.0'])
  expect(described.mock.calls.length).toBeLessThanOrEqual(1)
  described.mockRestore()
})

it('calls from one account are counted together across all servers', async () => {
  const { jwt } = await server.logIn('ada@example.org')
  let answered = 0
  for (let call = 0; call < 60; call++) {
    const at = call % 2 === 0 ? server : second
    const { statusCode } = await at.send('/presence/api/v1/user/summary/', { jwt })
    if (statusCode === 200) answered += 1
  }
  // A server's count may lag by a tenth of the limit and one pending write.
  expect(answered).toBeGreaterThanOrEqual(20)
  expect(answered).toBeLessThanOrEqual(28)
})
