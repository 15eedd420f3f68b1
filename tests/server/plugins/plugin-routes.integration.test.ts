import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { deleteRows, findRows } from '../../../server/database/queries.js'
import { auditLog, pluginImports } from '../../../server/database/schema.js'
import { importPlugins } from '../../../server/plugins/import-plugins.js'
import { addPlugin, removePlugin } from '../../../server/plugins/stored-plugins.js'
import { setPlanLevel } from '../../../server/users/features.js'
import { folderSource } from '../../../src/sandbox/packages/package-source.js'
import { readPackage } from '../../../src/sandbox/packages/plugin-package.js'
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
  files: { 'index.html': '<!doctype html><div id="root"></div>' },
})
await server.addUser('jo@example.org')
await server.addUser('boss@example.org', { features: ['SubscriptionLevel.Enterprise'] })
await server.addUser('jo@example.org', {}, 'other')
afterAll(() => folder.remove())
const warnings: string[] = []
/** Imports the list as a server does at startup. */
const importList = (path = join(folder.path, 'plugins.json')) =>
  importPlugins(db.database, { home: folder.path, plugins: path }, ['fretwork', 'other'], {
    now: server.clock.now,
    warn: message => warnings.push(message),
  })
await Promise.all([importList(), importList()])
const inTenant = <T>(work: Parameters<typeof db.database.inTenant<T>>[1]) => db.inFretwork(work)
const auditOf = (action: string) => inTenant(scope => findRows(scope, auditLog, eq(auditLog.action, action)))

async function listFor(email: string, tenant = 'fretwork', session?: string) {
  const jwt = session ?? (await server.logIn(email, tenant)).jwt
  const answer = await server.send(LIST, { jwt, tenant })
  expect(answer.statusCode).toBe(200)
  const { plugins, refused } = answer.json()
  return { plugins, refused, ids: plugins.map(({ manifest }: { manifest: { id: string } }) => manifest.id) }
}

it('the plugin list requires a session', async () => {
  expect((await server.send(LIST)).json().code).toBe('unauthenticated')
})

it('the plugin list contains the plugins allowed by the tenant and the user’s plan', async () => {
  expect((await listFor('jo@example.org')).ids).toEqual(['drone'])
  expect((await listFor('boss@example.org')).ids).toEqual(['drone', 'paid'])
  expect((await listFor('jo@example.org', 'other')).ids).toEqual([])
})

it('the plugin list file is imported once with audit entries, even by two servers at once', async () => {
  expect((await auditOf('plugin.added')).map(({ subject }) => subject)).toEqual(['drone', 'paid'])
  // The warning includes the skipped plugin and the file with the wrong hash.
  expect(warnings[0]).toContain(`${join(folder.path, 'bad/plugin.json')} was not imported`)
  expect(warnings[0]).toContain('drone.js')
  await inTenant(scope => removePlugin(scope, 'paid'))
  await importList()
  server.clock.now += 1001
  expect((await listFor('boss@example.org')).ids).toEqual(['drone'])
  const paid = await readPackage(folderSource(join(folder.path, 'paid')))
  const entry = { origin: 'paid/plugin.json', feature: 'Enterprise' }
  await inTenant(scope => addPlugin(scope, paid, entry, server.clock.now))
  server.clock.now += 1001
})

it('the plugin list and files are the same on every server', async () => {
  const other = await testApp(db.database)
  const { jwt } = await other.logIn('jo@example.org')
  const files = packageFiles({ id: 'late', version: '1.0.1' })
  folder.write(files, 'late')
  const late = await readPackage(folderSource(join(folder.path, 'late')))
  await inTenant(scope => addPlugin(scope, late, { origin: 'late/plugin.json' }, server.clock.now))
  const { plugins } = (await other.send(LIST, { jwt })).json()
  const { base } = plugins.find(({ manifest }: { manifest: { id: string } }) => manifest.id === 'late')
  // This server has not reread the list since the plugin was added.
  server.clock.now += 1001
  const answer = await server.send(`${base}drone.js`, { tenant: undefined })
  expect([answer.statusCode, answer.body]).toEqual([200, files['drone.js']])
  await inTenant(scope => removePlugin(scope, 'late'))
  server.clock.now += 1001
  expect((await server.send(`${base}drone.js`, { tenant: undefined })).statusCode).toBe(404)
  await other.end()
})

it('a plugin entry and its audit entry are changed atomically', async () => {
  const before = await auditOf('plugin.removed')
  const failing = inTenant(async scope => {
    await removePlugin(scope, 'drone')
    throw new Error('The connection is lost.')
  })
  await expect(failing).rejects.toThrow('is lost')
  expect(await auditOf('plugin.removed')).toEqual(before)
  expect((await listFor('jo@example.org')).ids).toEqual(['drone'])
})

it('a plugin whose stored files do not match their hashes is rejected and not available', async () => {
  const bad = await readPackage(folderSource(join(folder.path, 'paid')))
  const forged = { ...bad, manifest: { ...bad.manifest, id: 'forged' }, hash: '0'.repeat(64) }
  await inTenant(scope => addPlugin(scope, forged, { origin: 'forged/plugin.json' }, server.clock.now))
  server.clock.now += 1001
  const { ids, refused } = await listFor('jo@example.org')
  expect([ids, refused]).toEqual([['drone'], [expect.objectContaining({ code: 'plugin_hash_refused' })]])
  await inTenant(scope => removePlugin(scope, 'forged'))
  server.clock.now += 1001
})

it('a rejected plugin becomes available a minute after it was reinstalled', async () => {
  const whole = await readPackage(folderSource(join(folder.path, 'late')))
  const install = (files: typeof whole.files) =>
    inTenant(scope => addPlugin(scope, { ...whole, files }, { origin: 'late' }, server.clock.now))
  const ids = async () => (await listFor('jo@example.org')).ids
  await install(new Map())
  server.clock.now += 1001
  expect(await ids()).toEqual(['drone'])
  await install(whole.files)
  server.clock.now += 60_000
  expect(await ids()).toEqual(['drone', 'late'])
  await inTenant(scope => removePlugin(scope, 'late'))
  server.clock.now += 1001
})

it('a plan change affects the plugin list immediately, with the same token', async () => {
  const { id } = await server.addUser('fan@example.org')
  const { jwt } = await server.logIn('fan@example.org')
  const shown: string[][] = []
  for (const level of ['free', 'Enterprise', 'Pro'] as const) {
    await db.inFretwork(scope => setPlanLevel(scope, id, level, { actor: id, now: server.clock.now }))
    shown.push((await listFor('fan@example.org', 'fretwork', jwt)).ids)
  }
  expect(shown).toEqual([['drone'], ['drone', 'paid'], ['drone']])
})

it('pages may connect to the hosts declared by their tenant’s plugins', async () => {
  const policyAt = async (host: string) => {
    const headers = { accept: 'text/html', host }
    const answer = await server.send('/fretboard', { tenant: undefined, headers })
    return String(answer.headers['content-security-policy'])
  }
  await expect.poll(() => policyAt('localhost')).toContain("connect-src 'self' https://api.example.org;")
  expect(await policyAt('other.example')).toContain("connect-src 'self';")
})

it('plugin files are served from the server’s origin with their type and cached forever', async () => {
  const [{ base }] = (await listFor('jo@example.org')).plugins
  const answer = await server.send(`${base}drone.js`, { tenant: undefined })
  expect([answer.statusCode, answer.body]).toEqual([200, packageFiles()['drone.js']])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    ...{ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
  })
  expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self'")
})

it.each([
  '/external/',
  '/external/x/drone.js',
  `/external/${'0'.repeat(64)}/drone.js`,
  '/external/../plugins.json',
])('the plugin path %s is not served', async path => {
  expect(codeOf(await server.send(path, { tenant: undefined }))).toBe('404 not_found')
})

it.each(['drone.js%2f..%2f..%2fplugins.json', '..%2fplugins.json', 'plugin.json', 'drone.js%00'])(
  'the plugin file %s is not served because it is not listed',
  async path => {
    const [{ base }] = (await listFor('jo@example.org')).plugins
    expect((await server.send(`${base}${path}`, { tenant: undefined })).statusCode).toBe(404)
  },
)

it('an invalid allow list prevents startup and reports the file and the position of the error', async () => {
  const path = join(folder.path, 'wrong', 'plugins.json')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '[{ "manifest": "http://plugins.example/plugin.json" }]')
  await inTenant(scope => deleteRows(scope, pluginImports))
  await expect(importList(path)).rejects.toMatchObject({
    code: 'plugins_invalid',
    message: expect.stringContaining(path),
  })
})
