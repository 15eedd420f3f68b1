import { afterAll, expect, it } from 'vitest'
import { AUTH, testApp } from '../support/test-app.js'
import { databaseForFile } from '../support/test-database.js'

const PROXY = '10.1.2.3'
const env = { FRETWORK_LOGINS_PER_MINUTE: '3,100' }
const db = await databaseForFile()
const plain = await testApp(db.database, { env })
const proxied = { ...env, FRETWORK_TRUSTED_PROXIES: '10.1.0.0/16' }
const behindProxy = await testApp(db.database, { env: proxied })
const behindPublic = await testApp(db.database, {
  env: { ...proxied, FRETWORK_PUBLIC_URL: 'https://fretwork.example' },
})
afterAll(async () => {
  await Promise.all([plain.end(), behindProxy.end(), behindPublic.end()])
})

type App = typeof plain

const tenantFor = async (app: App, address: string) => {
  const headers = { host: 'localhost', 'x-forwarded-host': 'other.example', forwarded: 'host=other.example' }
  return (await app.send('/tenant.json', { address, headers })).json().key
}

/** Returns the statuses of six failed logins in one minute, each with a different forwarded address. */
const logIns = async (app: App, address: string, forwardedFor: (attempt: number) => string) => {
  const statuses: number[] = []
  app.clock.now += 61_000
  for (let attempt = 0; attempt < 6; attempt++) {
    const answer = await app.send(`${AUTH}/login`, {
      address,
      headers: { 'x-forwarded-for': forwardedFor(attempt) },
      body: { email: `unknown${attempt}@example.org`, password: 'wrong' },
    })
    statuses.push(answer.statusCode)
  }
  return statuses
}

it('the forwarded host selects the tenant only if it comes from a configured proxy', async () => {
  expect(await tenantFor(plain, PROXY)).toBe('fretwork')
  expect(await tenantFor(behindProxy, '10.2.2.3')).toBe('fretwork')
  expect(await tenantFor(behindProxy, PROXY)).toBe('other')
})

it('the forwarded protocol is used only if it comes from a configured proxy', async () => {
  const hsts = async (app: App, address: string) => {
    const answer = await app.send('/health', { address, headers: { 'x-forwarded-proto': 'https' } })
    return 'strict-transport-security' in answer.headers
  }
  expect([await hsts(plain, PROXY), await hsts(behindProxy, '10.2.2.3')]).toEqual([false, false])
  expect(await hsts(behindProxy, PROXY)).toBe(true)
})

const status = async (app: App, headers: Record<string, string>) =>
  (
    await app.send('/tenant.json', {
      address: PROXY,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    })
  ).statusCode

it('a client can’t change the server’s own origin with X-Forwarded-Host', async () => {
  const invented = { host: 'fretwork.example', 'x-forwarded-host': 'evil.example' }
  expect(await status(behindProxy, { ...invented, origin: 'https://evil.example' })).toBe(403)
  expect(await status(behindPublic, { ...invented, origin: 'https://evil.example' })).toBe(403)
})

it('only the public host and the tenants’ hosts count as the server’s own origins', async () => {
  for (const host of ['fretwork.example', 'other.example'])
    expect(await status(behindPublic, { host, origin: `https://${host}` })).toBe(200)
  expect(await status(behindPublic, { host: 'evil.example', origin: 'https://evil.example' })).toBe(403)
})

it('without a public URL any host is the server’s own origin, and localhost always is', async () => {
  expect(await status(behindProxy, { host: 'studio.lan', origin: 'https://studio.lan' })).toBe(200)
  expect(await status(behindPublic, { host: 'localhost:4680', origin: 'https://localhost:4680' })).toBe(200)
})

it('a forged forwarded address does not bypass the login limit', async () => {
  const invented = (attempt: number) => `203.0.113.${attempt}`
  expect(await logIns(plain, '192.0.2.1', invented)).toEqual([401, 401, 401, 429, 429, 429])
  expect(await logIns(behindProxy, '192.0.2.2', invented)).toEqual([401, 401, 401, 429, 429, 429])
})

it('the address from a configured proxy is used, without entries added by the client', async () => {
  expect(await logIns(behindProxy, PROXY, attempt => `203.0.113.${attempt}`)).toEqual(Array(6).fill(401))
  const invented = (attempt: number) => `198.51.100.${attempt}, 203.0.113.99`
  expect(await logIns(behindProxy, PROXY, invented)).toEqual([401, 401, 401, 429, 429, 429])
})
