// Administrators install from the operator's index, for their tenant alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IndexedVersion } from '../../../src/core/api/plugin-index.js'
import { testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'
import { type Files, hashOf, packageFiles, scratchFolder, webHost } from './web-host.js'

const ADMIN = '/presence/api/v1/admin/plugins'
const folder = scratchFolder()
const LIST = join(folder.path, 'plugins.json')
const SEEN = { permissions: { network: { hosts: ['chords.example.org'], reason: 'Looks up chords.' } } }

const old = packageFiles({ id: 'quiz', title: 'Chord quiz', version: '1.0.0' })
const young = packageFiles({ id: 'quiz', title: 'Chord quiz', version: '1.1.0', ...SEEN })
const liar = packageFiles({ id: 'liar', ...SEEN })

const version = (files: Files, path: string, change: Partial<IndexedVersion> = {}): IndexedVersion => {
  const { version, engine, title } = JSON.parse(files['plugin.json'] ?? '')
  const fields = { manifest: `${path}/plugin.json`, integrity: hashOf(files), size: 20 }
  return { version, engine, title, ...fields, publishedAt: '2020-01-01T00:00:00.000Z', ...change }
}

const underneath = (path: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`plugins/${path}/${name}`, text]))

/** What the index's web server has at the time. */
const files: Record<string, string> = {}

let db: Awaited<ReturnType<typeof testDatabase>>
let host: Awaited<ReturnType<typeof webHost>>
let server: Awaited<ReturnType<typeof testApp>>
let jwt = ''
let far = ''

beforeAll(async () => {
  db = await testDatabase()
  host = await webHost(files)
  folder.write({ 'plugins.json': '[]' })
  server = await testApp(db.database, {
    env: { FRETWORK_PLUGINS: LIST, FRETWORK_PLUGIN_INDEX: `${host.url}/plugins` },
  })
  await server.addUser('boss@example.org', { roles: ['Admin'] })
  await server.addUser('far@example.org', { roles: ['Admin'] }, 'other')
  jwt = (await server.logIn('boss@example.org')).jwt
  far = (await server.logIn('far@example.org', 'other')).jwt
})

beforeEach(() => {
  writeFileSync(LIST, '[]')
  const published = new Date(server.clock.now).toISOString()
  const plugins = {
    quiz: {
      versions: [
        version(young, 'quiz/1.1.0', { ...SEEN, publishedAt: published }),
        version(old, 'quiz/1.0.0'),
      ],
    },
    liar: { versions: [version(liar, 'liar/1.0.0')] },
    elsewhere: { versions: [version(old, '', { manifest: 'http://10.0.0.1/plugin.json' })] },
  }
  Object.assign(files, {
    'plugins/index.json': JSON.stringify({ format: 'fretwork-plugin-index', plugins }),
    ...underneath('quiz/1.0.0', old),
    ...underneath('quiz/1.1.0', young),
    ...underneath('liar/1.0.0', liar),
  })
})

afterAll(async () => {
  await server.end()
  await host.end()
  await db.end()
  folder.remove()
})

const find = async (query = '') => (await server.send(`${ADMIN}/?query=${query}`, { jwt })).json()
async function install(id: string, body: object, who = { jwt, tenant: 'fretwork' }) {
  const answer = await server.send(`${ADMIN}/${id}/version`, { method: 'POST', body, ...who })
  return { status: answer.statusCode, ...answer.json() }
}
const take = (change: object = {}) => install('quiz', { version: '1.0.0', integrity: hashOf(old), ...change })
const entries = () => JSON.parse(readFileSync(LIST, 'utf8'))
const actions = async () => {
  const { items } = (await server.send('/presence/api/v1/admin/audit/?action=plugin.', { jwt })).json()
  return items.map(({ action, details }: Record<string, unknown>) => [action, details])
}

describe('the index for administrators', () => {
  it('is found by words, with what each version may use and when it is ready', async () => {
    const { index, total, plugins } = await find('CHORD')
    expect({ index, total }).toEqual({ index: `${host.url}/plugins/`, total: 2 })
    const quiz = plugins.find(({ id }: { id: string }) => id === 'quiz')
    expect(quiz.versions).toMatchObject([
      { version: '1.1.0', ...SEEN, readyAt: new Date(server.clock.now + 3 * 86_400_000).toISOString() },
      { version: '1.0.0', readyAt: '2020-01-04T00:00:00.000Z' },
    ])
    expect((await find('drums')).total).toBe(0)
  })

  it('is empty where the operator has named none, and nothing can be installed', async () => {
    const plain = await testApp(db.database, {})
    await plain.addUser('alone@example.org', { roles: ['Admin'] })
    const { jwt } = await plain.logIn('alone@example.org')
    expect((await plain.send(`${ADMIN}/`, { jwt })).json()).toEqual({ total: 0, plugins: [] })
    const body = { version: '1.0.0', integrity: hashOf(old) }
    const answer = await plain.send(`${ADMIN}/quiz/version`, { method: 'POST', body, jwt })
    expect(answer.statusCode).toBe(404)
    await plain.end()
  })
})

describe('installing from the index', () => {
  it('is for one tenant, takes effect at once, and is in the audit log', async () => {
    expect(await take()).toMatchObject({ status: 200, id: 'quiz', version: '1.0.0' })
    expect(entries()).toEqual([
      expect.objectContaining({
        id: 'quiz',
        tenants: ['fretwork'],
        integrity: hashOf(old),
        version: '1.0.0',
      }),
    ])
    // Never in the page: that is the operator's to say.
    expect(entries()[0]).not.toHaveProperty('runs')
    const listed = async (jwt: string, tenant: string) =>
      (await server.send('/account/api/v1/plugins/', { jwt, tenant }))
        .json()
        .plugins.map(({ manifest }: { manifest: { id: string } }) => manifest.id)
    expect(await listed(jwt, 'fretwork')).toEqual(['quiz'])
    expect(await listed(far, 'other')).toEqual([])
    const { plugins } = await find('quiz')
    expect(plugins.map(({ id, installed }: Record<string, unknown>) => [id, installed])).toEqual([
      ['elsewhere', undefined],
      ['quiz', '1.0.0'],
    ])
    expect((await actions())[0]).toEqual([
      'plugin.installed',
      { plugin: 'quiz', version: '1.0.0', integrity: hashOf(old), now: false },
    ])
  })

  it('takes another version in its place, and another tenant has its own', async () => {
    await take()
    await install('quiz', { version: '1.0.0', integrity: hashOf(old) }, { jwt: far, tenant: 'other' })
    expect(await take({ version: '1.1.0', integrity: hashOf(young) })).toMatchObject({
      status: 409,
      errors: [{ message: expect.stringContaining('is taken 3 days later') }],
    })
    const now = { version: '1.1.0', integrity: hashOf(young), now: true }
    expect(await take(now)).toMatchObject({ status: 200 })
    expect(entries().map(({ version, tenants }: Record<string, unknown>) => [version, tenants])).toEqual([
      ['1.1.0', ['fretwork']],
      ['1.0.0', ['other']],
    ])
  })

  it('is undone for the tenant alone', async () => {
    await take()
    await install('quiz', { version: '1.0.0', integrity: hashOf(old) }, { jwt: far, tenant: 'other' })
    const remove = () => server.send(`${ADMIN}/quiz/version`, { method: 'DELETE', jwt })
    expect((await remove()).statusCode).toBe(204)
    expect(entries()).toMatchObject([{ tenants: ['other'] }])
    expect((await actions())[0]).toEqual(['plugin.removed', { plugin: 'quiz' }])
    expect((await remove()).statusCode).toBe(404)
  })

  it.each<[string, () => Promise<{ status: number }>, string]>([
    ['a hash that was not shown', () => take({ integrity: hashOf(young) }), 'has changed since it was shown'],
    ['a version that is not there', () => take({ version: '9.0.0' }), 'has no version 9.0.0'],
    [
      'permissions that the index does not say',
      () => install('liar', { version: '1.0.0', integrity: hashOf(liar) }),
      'asks for other permissions',
    ],
    [
      'a package on another server',
      () => install('elsewhere', { version: '1.0.0', integrity: hashOf(old) }),
      'which is not below it',
    ],
    [
      'a changed file',
      () => {
        files['plugins/quiz/1.0.0/drone.js'] = 'bad'
        return take()
      },
      'The hash of drone.js is',
    ],
    [
      'what the operator has allowed',
      () => {
        folder.write(old, 'quiz')
        writeFileSync(LIST, JSON.stringify([{ manifest: 'quiz' }]))
        return take()
      },
      'has allowed this plugin already',
    ],
  ])('refuses %s', async (_, ask, sentence) => {
    expect(await ask()).toMatchObject({
      status: 409,
      code: 'plugin_refused',
      errors: [{ message: expect.stringContaining(sentence) }],
    })
    expect(entries().filter(({ index }: { index?: string }) => index !== undefined)).toEqual([])
    expect(existsSync(LIST)).toBe(true)
  })

  it('is refused to users without the role', async () => {
    await server.addUser('jo@example.org')
    const jo = await server.logIn('jo@example.org')
    const body = { version: '1.0.0', integrity: hashOf(old) }
    expect(await install('quiz', body, { jwt: jo.jwt, tenant: 'fretwork' })).toMatchObject({ status: 403 })
    expect(entries()).toEqual([])
  })
})
