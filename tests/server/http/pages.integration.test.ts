import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { setTenant } from '../../../server/tenants/tenants.js'
import { serverForFile, testApp } from '../support/test-app.js'

const INDEX =
  '<!doctype html><head><script type="importmap">{"imports":{}}</script><script>alert(1)</script></head><div id="root"></div>'
const files = {
  'index.html': INDEX,
  'index.html.br': 'packed page',
  'preloads.json':
    '{"/fretboard":["/assets/neck-1a.js","/assets/neck-2b.css"],"/link":["/assets/all-1a.js","/assets/neck-1a.js"]}',
  'sw.js': '// worker',
  'assets/app-4f2a.js': 'let a',
  'assets/app-4f2a.js.gz': 'packed',
  'assets/app-4f2a.js.br': 'packed better',
}
const html = { accept: 'text/html,application/xhtml+xml' }
const { db, server } = await serverForFile({ files })

const get = (url: string, headers: Record<string, string> = {}) =>
  server.send(url, { tenant: undefined, headers })

it.each(['/', '/fretboard', '/account/profile', '/people/42?tab=1', '/no/such/screen'])(
  '%s returns the application page, which is always revalidated',
  async url => {
    const answer = await get(url, html)
    expect([answer.statusCode, answer.body]).toEqual([200, INDEX])
    expect(answer.headers['cache-control']).toBe('no-cache')
  },
)

it('files for app screens are preloaded only for logged-in users', async () => {
  const cookie = `theme=dark; fretwork=${encodeURIComponent('{"jwt":"a.b.c"}')}`
  const answer = await get('/fretboard?scale=A%20minor', { ...html, cookie })
  expect(answer.body).toBe(
    INDEX.replace(
      '</head>',
      '<link rel="modulepreload" crossorigin href="/assets/neck-1a.js"><link rel="preload" as="style" crossorigin href="/assets/neck-2b.css"></head>',
    ),
  )
  expect([answer.headers.vary, answer.headers['cache-control']]).toEqual([
    expect.stringContaining('Cookie'),
    'no-cache',
  ])
  const link = (await get('/link/abc', html)).body
  const preload = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1a.js">`
  expect(link).toContain(`${preload('all')}<template id="next">${preload('neck')}</template></head>`)
  expect(link).toContain('<head><script async src="/early.js"></script>')
  expect((await get('/people', { ...html, cookie })).body).toBe(INDEX)
  expect((await get('/fretboard', { ...html, cookie: 'fretwork=' })).body).toBe(INDEX)
})

it('hashed files are cached forever, the worker is not cached, and missing files return 404', async () => {
  expect((await get('/assets/app-4f2a.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  expect((await get('/assets/gone.js', { accept: '*/*' })).json().code).toBe('not_found')
})

it.each([
  ['gzip', 'gzip', 'packed'],
  ['gzip, deflate, br, zstd', 'br', 'packed better'],
  ['identity', undefined, 'let a'],
])('a client that accepts %s gets the file as %s', async (accepted, encoding, body) => {
  const answer = await get('/assets/app-4f2a.js', { 'accept-encoding': accepted })
  expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
  expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(answer.headers['cache-control']).toContain('immutable')
  expect(answer.headers.vary?.toString().toLowerCase()).toBe('origin, accept-encoding')
})

it('a call with an overlong parameter returns 404, not a page or 405', async () => {
  const answer = await get(`/presence/api/v1/user/${'a'.repeat(101)}`, html)
  expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
  expect(answer.json().code).toBe('not_found')
})

it.each(['/presence/api/v1/x', '/account/api/v1/x', '/external/x', '/dev/x'])(
  '%s does not return the application page',
  async url => expect((await get(url, html)).statusCode).toBe(404),
)

it('only the workers that decode sound banks may run WebAssembly', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy'])
  for (const name of ['banks', 'bank-files', 'render'])
    expect(await policyOf(`/assets/${name}.worker-a.js`)).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(await policyOf('/assets/songs.worker-a.js')).not.toContain('wasm')
})

describe('tenant song hosts', () => {
  const policyOf = async (url: string, headers: Record<string, string>) =>
    String((await get(url, headers)).headers['content-security-policy'])

  it('only the tenant’s own pages may load from its song hosts, even when cached by the worker', async () => {
    const listed = { songHosts: ['songs.example', 'more.example:8443'] }
    const set = async (change: { songHosts: string[] }) => {
      await asOwner(db.address, client => setTenant(client, 'other', change))
      server.clock.now += 1000
    }
    await set(listed)
    const host = 'other.example'
    const allowed = "connect-src 'self' songs.example more.example:8443"
    expect(await policyOf('/fretboard', { ...html, host })).toContain(allowed)
    expect(await policyOf('/index.html', { host })).toContain(allowed)
    expect(await policyOf('/fretboard', html)).not.toContain('songs.example')
    expect((await get('/tenant.json', { host })).json()).toMatchObject(listed)
    // The replay page keeps its additional permissions.
    expect(await policyOf('/replay', { ...html, host })).toMatch(/connect-src[^;]*ws:.*songs\.example/)
    await set({ songHosts: [] })
    expect(await policyOf('/fretboard', { ...html, host })).not.toContain('songs.example')
  })

  it.each(['https://songs.example', 'songs.example/path', '*', "songs.example; script-src 'unsafe-inline'"])(
    '%s is rejected as a song host',
    async wrong => {
      const setting = asOwner(db.address, client => setTenant(client, 'other', { songHosts: [wrong] }))
      await expect(setting).rejects.toMatchObject({ code: 'tenant_invalid' })
    },
  )
})

it('the CMS page is served at /cms/, and /cms redirects there', async () => {
  const redirect = await get('/cms')
  expect([redirect.statusCode, redirect.headers.location]).toEqual([308, '/cms/'])
  const page = await get('/cms/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<html lang="en">')
  expect(page.body).toContain('preload="none" src="/sample.webm"')
  const head = await server.app.inject({ method: 'HEAD', url: '/cms/' })
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, page.headers['content-type']])
})

it('browsers get the CMS page for every path below /cms, and other clients get 404', async () => {
  const redirect = await get('/cms/chords/open?x=1', html)
  expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/cms/'])
  expect((await get('/cms/chords/open', { accept: '*/*' })).json().code).toBe('not_found')
})

it('the CMS page is in German for browsers that prefer German', async () => {
  expect((await get('/cms/', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).body).toContain('Griffbrett')
  expect((await get('/cms/', { 'accept-language': 'en-GB,de;q=0.5' })).body).toContain('<html lang="en">')
  expect((await get('/cms/', { 'accept-language': 'fr' })).body).toContain('<html lang="en">')
})

it('the API reference is available as an OpenAPI document and as a readable page', async () => {
  const { body, headers } = await get('/openapi.json')
  expect(JSON.parse(body).openapi).toBe('3.1.0')
  const kept = { 'cache-control': 'no-cache', 'content-type': headers['content-type'] }
  expect(await get('/docs/api/json')).toMatchObject({ body, headers: kept })
  const page = await get('/docs/api')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const addresses = [...page.body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses).not.toEqual([])
  for (const address of addresses) expect((await get(address)).statusCode).toBe(200)
})

it('the API reference has the usual policy, no inline scripts and no external resources', async () => {
  const page = await get('/docs/api')
  const policy = (await get('/cms/')).headers['content-security-policy']
  expect(page.headers['content-security-policy']).toBe(policy)
  for (const [, script = ''] of page.body.matchAll(/<script[^>]*>([^<]*)/g)) expect(script.trim()).toBe('')
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
})

it('the host name selects the tenant card, with the default tenant as fallback', async () => {
  expect((await get('/tenant.json', { host: 'other.example:8443' })).json().key).toBe('other')
  expect((await get('/tenant.json', { host: 'OTHER.example' })).json().key).toBe('other')
  expect((await get('/tenant.json')).json()).toEqual({
    ...{ key: 'fretwork', name: 'Fretwork', accent: '#e8a13a', languages: ['en', 'de'], providers: [] },
    registration: 'open',
  })
})

it('without a built application, its pages return 404 and all other routes work', async () => {
  const bare = await testApp(db.database)
  expect((await bare.send('/fretboard', { headers: html })).json().code).toBe('not_found')
  expect((await bare.send('/health')).statusCode).toBe(200)
  await bare.end()
})

it('demo mode responds only to loopback host names', async () => {
  const demo = await testApp(db.database, { env: { DATABASE_URL: '' } })
  const status = async (host: string) => (await demo.send('/health', { headers: { host } })).statusCode
  for (const host of ['localhost:4680', '127.0.0.1', '[::1]:4680', 'other.localhost'])
    expect(await status(host)).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.example', '192.168.0.2'])
    expect(await status(host)).toBe(421)
  await demo.end()
})
