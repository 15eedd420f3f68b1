import { describe, expect, it } from 'vitest'
import { AUTH, serverForFile } from '../support/test-app.js'

const { server } = await serverForFile({ env: { FRETWORK_CALLS_PER_MINUTE: '20' } })

const USER = '/presence/api/v1/user'
const person = async (email: string) => {
  await server.addUser(email)
  return (await server.logIn(email)).jwt
}
const search = (jwt: string) =>
  server.send(`${USER}/search/`, { jwt, body: { query: 'ada', page: 1, pageSize: 10 } })

describe('the calls of an account', () => {
  it('are stopped after so many in a minute, those that cost more sooner, and go on after it', async () => {
    const jwt = await person('busy@example.org')
    const searches = [await search(jwt), await search(jwt), await search(jwt), await search(jwt)]
    expect(searches.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const stopped = await server.send(`${USER}/summary/`, { jwt })
    expect([stopped.statusCode, stopped.json().code]).toEqual([429, 'rate_limited'])
    expect(stopped.headers['retry-after']).toBe('60')
    server.clock.now += 60_000
    expect((await server.send(`${USER}/summary/`, { jwt })).statusCode).toBe(200)
  })

  it('do not count for another account, and who is logged in can always be asked', async () => {
    const [busy, calm] = [await person('one@example.org'), await person('two@example.org')]
    for (let call = 0; call < 4; call++) await search(busy)
    expect((await search(busy)).statusCode).toBe(429)
    expect((await search(calm)).statusCode).toBe(200)
    for (let call = 0; call < 30; call++) {
      expect((await server.send(`${AUTH}/user`, { jwt: busy })).statusCode).toBe(200)
    }
  })

  it('leave one line for the operator, however often they are refused', async () => {
    const jwt = await person('loud@example.org')
    const before = server.log.length
    for (let call = 0; call < 10; call++) await search(jwt)
    const warnings = server.log.slice(before).filter(line => JSON.parse(line).level === 40)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('limit of 20 calls')
  })
})
