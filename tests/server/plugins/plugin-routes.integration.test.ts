import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { setPlanLevel } from '../../../server/users/features.js'
import { codeOf, serverForFile, testApp } from '../support/test-app.js'
import { packageFiles, scratchFolder } from './web-host.js'

const LIST = '/account/api/v1/plugins/'
const folder = scratchFolder()

const permissions = { network: { hosts: ['api.example.org'], reason: 'Looks up chords.' } }
folder.write(packageFiles({ permissions }), 'drone')
folder.write(packageFiles({ id: 'paid' }), 'paid')
folder.write({ ...packageFiles({ id: 'bad' }), 'drone.js': 'tampered' }, 'bad')
const list = [
  { manifest: 'drone', tenants: ['fretwork'] },
  { manifest: 'paid', feature: 'Enterprise' },
  { manifest: 'bad' },
]
folder.write({ 'plugins.json': JSON.stringify(list) })
const { db, server } = await serverForFile({
  env: { FRETWORK_PLUGINS: join(folder.path, 'plugins.json') },
  files: { 'index.html': '<!doctype html><div id="root"></div>' },
})
await server.addUser('jo@example.org')
await server.addUser('boss@example.org', { features: ['SubscriptionLevel.Enterprise'] })
await server.addUser('jo@example.org', {}, 'other')
afterAll(() => folder.remove())

async function listFor(email: string, tenant = 'fretwork', session?: string) {
  const jwt = session ?? (await server.logIn(email, tenant)).jwt
  const answer = await server.send(LIST, { jwt, tenant })
  expect(answer.statusCode).toBe(200)
  const { plugins, refused } = answer.json()
  return { plugins, refused, ids: plugins.map(({ manifest }: { manifest: { id: string } }) => manifest.id) }
}

describe('the list of external plugins', () => {
  it('is for who is logged in', async () => {
    expect((await server.send(LIST)).json().code).toBe('unauthenticated')
  })

  it('has what the tenant and the plan of the user allow, and what was refused with the reason', async () => {
    const { ids, refused } = await listFor('jo@example.org')
    expect(ids).toEqual(['drone'])
    expect(refused).toEqual([
      expect.objectContaining({
        id: 'bad',
        code: 'plugin_hash_refused',
        reason: expect.stringContaining('drone.js'),
      }),
    ])
    expect((await listFor('boss@example.org')).ids).toEqual(['drone', 'paid'])
    expect((await listFor('jo@example.org', 'other')).ids).toEqual([])
  })

  it('follows a change of plan immediately, with the same token', async () => {
    const { id } = await server.addUser('fan@example.org')
    const { jwt } = await server.logIn('fan@example.org')
    const shown: string[][] = []
    for (const level of ['free', 'Enterprise', 'Pro'] as const) {
      await db.database.inTenant('fretwork', scope =>
        setPlanLevel(scope, id, level, { actor: id, now: server.clock.now }),
      )
      shown.push((await listFor('fan@example.org', 'fretwork', jwt)).ids)
    }
    expect(shown).toEqual([['drone'], ['drone', 'paid'], ['drone']])
  })
})

it('pages of the tenant may connect to the hosts that a plugin names, and pages of other tenants may not', async () => {
  const policyAt = async (host: string) => {
    const headers = { accept: 'text/html', host }
    const answer = await server.send('/fretboard', { tenant: undefined, headers })
    return String(answer.headers['content-security-policy'])
  }
  await expect.poll(() => policyAt('localhost')).toContain("connect-src 'self' https://api.example.org;")
  expect(await policyAt('other.example')).toContain("connect-src 'self';")
})

describe('the files of an external plugin', () => {
  it('are served from our origin with their type, and cached forever', async () => {
    const [{ base }] = (await listFor('jo@example.org')).plugins
    const answer = await server.send(`${base}drone.js`, { tenant: undefined })
    expect([answer.statusCode, answer.body]).toEqual([200, packageFiles()['drone.js']])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self'")
  })

  it.each([
    '/external/',
    '/external/x/drone.js',
    `/external/${'0'.repeat(64)}/drone.js`,
    '/external/../plugins.json',
  ])('are not served at %s, nor is anything else', async path => {
    expect(codeOf(await server.send(path, { tenant: undefined }))).toBe('404 not_found')
  })

  it.each(['drone.js%2f..%2f..%2fplugins.json', '..%2fplugins.json', 'plugin.json', 'drone.js%00'])(
    'are the listed ones alone: %s is not among them',
    async path => {
      const [{ base }] = (await listFor('jo@example.org')).plugins
      expect((await server.send(`${base}${path}`, { tenant: undefined })).statusCode).toBe(404)
    },
  )
})

describe('a server whose allow-list is wrong', () => {
  it('does not start, and says which file is wrong where', async () => {
    const path = join(folder.path, 'wrong', 'plugins.json')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '[{ "manifest": "http://plugins.example/plugin.json" }]')
    const starting = testApp(db.database, { env: { FRETWORK_PLUGINS: path } })
    await expect(starting).rejects.toMatchObject({
      code: 'plugins_invalid',
      message: expect.stringContaining(path),
    })
  })
})
