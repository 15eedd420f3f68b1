import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { listPlace, readAllowList } from '../../../server/plugins/operator-list.js'
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import { folderSource, packageSource, webSource } from '../../../src/sandbox/packages/package-source.js'
import { readPackage } from '../../../src/sandbox/packages/plugin-package.js'
import { type Files, hashOf, packageFiles, scratchFolder, webHost } from './web-host.js'

const never = new AbortController().signal
const folder = scratchFolder()
afterAll(() => folder.remove())

/** Forces garbage collection, which otherwise runs at unpredictable times. */
function tidyUp(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

let count = 0
const fromFolder = (files: Files, integrity?: string) =>
  readPackage(folderSource(folder.write(files, `p${count++}`)), integrity)

it('a package is loaded with its manifest and every file listed there', async () => {
  const files = packageFiles({}, { 'chunks/a.js': 'let a', 'de.json': '{}' })
  const host = await webHost(files)
  const found = await readPackage(packageSource(`${host.url}/plugin.json`, never), hashOf(files))
  expect(found.manifest.id).toBe('drone')
  expect([...found.files.keys()].sort()).toEqual(['chunks/a.js', 'de.json', 'drone.js'])
  expect(found.files.get('drone.js')).toEqual({
    bytes: Buffer.from(files['drone.js'] ?? ''),
    type: 'text/javascript; charset=utf-8',
  })
  await host.end()
})

it('other package files are next to plugin.json, regardless of its file name', async () => {
  const { 'plugin.json': manifest = '', 'drone.js': entry = '' } = packageFiles()
  const host = await webHost({ 'a/drone-1.json': manifest, 'a/drone.js': entry })
  expect((await readPackage(packageSource(`${host.url}/a/drone-1.json`, never))).files.size).toBe(1)
  await host.end()
})

const refused = (code: string, message: string) => ({ code, message: expect.stringContaining(message) })
it.each<[string, [status: number, body?: string], object]>([
  ['redirects', [302], refused('plugin_unreachable', 'redirects to another URL')],
  ['responds with 404', [404], refused('plugin_unreachable', 'returned 404')],
  [
    'sends more than 256 KB',
    [200, ' '.repeat(300 * 1024)],
    refused('plugin_too_large', 'is larger than 256 KB.'),
  ],
  ['sends an HTML page', [200, '<html>'], refused('manifest_invalid', 'plugin.json is not valid JSON.')],
])('a package server that %s is rejected', async (_what, [status, body = ''], refusal) => {
  const files = packageFiles()
  const host = await webHost({ 'other.json': files['plugin.json'] ?? '' }, (request, response) => {
    if (request.url === '/plugin.json') response.writeHead(status, { location: '/other.json' }).end(body)
  })
  await expect(readPackage(packageSource(`${host.url}/plugin.json`, never))).rejects.toMatchObject(refusal)
  // The redirect is not followed.
  expect(host.asked).toEqual(['plugin.json'])
  await host.end()
})

it.each([
  ['', () => undefined],
  [' even after a garbage collection', tidyUp],
])('a package server that does not respond in time is rejected%s', async (_, meanwhile) => {
  const host = await webHost({}, (_request, response) => {
    response.writeHead(200).write('{', () => setImmediate(meanwhile))
  })
  const source = webSource(`${host.url}/plugin.json`, never, 300)
  await expect(readPackage(source)).rejects.toMatchObject({
    code: 'plugin_unreachable',
    message: expect.stringContaining('too slow'),
  })
  await host.end()
})

it('an unreachable package server and an aborted download are rejected', async () => {
  const host = await webHost({})
  await host.end()
  const gone = readPackage(packageSource(`${host.url}/plugin.json`, never))
  await expect(gone).rejects.toMatchObject({
    message: `${host.url}/plugin.json cannot be reached (ECONNREFUSED); check the address, or try again in a minute.`,
  })
  const ended = readPackage(packageSource(`${host.url}/plugin.json`, AbortSignal.abort()))
  await expect(ended).rejects.toMatchObject({ code: 'plugin_unreachable' })
})

it('a package is rejected before other files are read if plugin.json has the wrong hash', async () => {
  const files = packageFiles()
  const host = await webHost(files)
  const other = hashOf(packageFiles({ version: '1.0.1' }))
  const reading = readPackage(packageSource(`${host.url}/plugin.json`, never), other)
  await expect(reading).rejects.toMatchObject({ code: 'plugin_hash_refused' })
  await expect(reading).rejects.toThrow(hashOf(files))
  expect(host.asked).toEqual(['plugin.json'])
  await host.end()
})

it('a package is rejected if the hash of a file differs from plugin.json', async () => {
  const files = packageFiles({}, { 'chunk.js': 'let a' })
  const reading = fromFolder({ ...files, 'chunk.js': 'let b' }, hashOf(files))
  await expect(reading).rejects.toMatchObject({
    code: 'plugin_hash_refused',
    message: expect.stringMatching(
      /^The hash of chunk\.js is sha384-.*, but plugin\.json allows only sha384-/,
    ),
  })
})

it.each(['sha256', 'sha384', 'sha512'])('a package’s hash may be %s', async kind => {
  const files = packageFiles()
  const digest = hash(kind, files['plugin.json'] ?? '', 'base64')
  expect((await fromFolder(files, `${kind}-${digest}`)).manifest.id).toBe('drone')
})

it.each<[string, Partial<PluginJson>, string]>([
  ['an invalid id', { id: 'Drone!' }, '"id": it has to'],
  ['an unknown key', { color: 'red' } as object, 'color'],
  ['an entry outside of its folder', { entry: '../drone.js' }, '"entry": it has to'],
  ['a URL as its entry', { entry: 'https://elsewhere.example/x.js' }, '"entry": it has to'],
  ['an absolute path as its entry', { entry: '/etc/passwd' }, '"entry": it has to'],
  ['a file path that leaves its folder', { files: { 'a/../../b.js': '' } }, 'invalid: "files'],
  ['a page among its files', { files: { 'page.html': hashOf({}) } }, 'lists page.html; only .js'],
  ['a locale file without a hash', { locales: { de: 'de.json' } }, 'uses de.json, which has no hash'],
  ['a setting without a default', { settings: { bpm: { title: 'Tempo' } } } as object, '"settings.bpm"'],
  [
    '101 files',
    { files: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.js`, hashOf({})])) },
    'more than 100 files',
  ],
])('a plugin.json with %s is rejected with the position of the error', async (_what, change, sentence) => {
  await expect(fromFolder(packageFiles(change))).rejects.toMatchObject({
    code: 'manifest_invalid',
    message: expect.stringContaining(sentence),
  })
})

it('a plugin.json that lists a missing file is rejected', async () => {
  const files = packageFiles({ files: { 'gone.js': hashOf({}) } })
  await expect(fromFolder(files)).rejects.toMatchObject({
    code: 'plugin_unreachable',
    message: expect.stringMatching(/gone\.js cannot be opened \(ENOENT\)/),
  })
})

it.each(['null', '{', '{"Taps": 1}', '["Taps"]'])('a locale file with %s is rejected', async text => {
  const files = packageFiles({ locales: { de: 'de.json' } }, { 'de.json': text })
  await expect(fromFolder(files)).rejects.toMatchObject({
    code: 'manifest_invalid',
    message: expect.stringContaining('de.json must be a JSON object of texts and their translations'),
  })
})

it('a package for Fretwork 1 is rejected with its title', async () => {
  const { 'plugin.json': manifest = '', ...files } = packageFiles()
  const { api: _, ...old } = JSON.parse(manifest)
  const version1 = JSON.stringify({ ...old, engine: '^1.2.0', runsIn: ['browser'] })
  await expect(fromFolder({ ...files, 'plugin.json': version1 })).rejects.toMatchObject({
    code: 'plugin_outdated',
    message:
      '“Drone” was written for Fretwork 1; install a version written for SDK 2, or ask its author for one.',
  })
})

it('a plugin.json with 100,000 errors reports only ten', async () => {
  const files = packageFiles({ commands: Array(100_000).fill(0) })
  const refusal = await fromFolder(files).catch(error => error)
  expect(refusal.message).toContain('and 99990 more.')
  expect(refusal.message.length).toBeLessThan(1000)
})

// Windows has neither named pipes with a path nor device files.
it.skipIf(process.platform === 'win32').each([
  ['a named pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
  ['an endless device file', (path: string) => symlinkSync('/dev/zero', path)],
  ['a folder', (path: string) => mkdirSync(path)],
])('a plugin.json that lists %s is rejected', async (_what, make) => {
  const files = packageFiles({ files: { 'odd.js': hashOf({}) } })
  const place = folder.write(files, `p${count++}`)
  make(join(place, 'odd.js'))
  await expect(readPackage(folderSource(place))).rejects.toMatchObject({
    code: 'plugin_unreachable',
    message: expect.stringContaining('odd.js is not a file'),
  })
})

const INTEGRITY = `sha256-${'A'.repeat(43)}=`
const MANIFEST = 'https://plugins.example/drone/plugin.json'

function read(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  folder.write({ 'plugins.json': text })
  return readAllowList({ path: join(folder.path, 'plugins.json'), named: true })
}

describe('allow list', () => {
  it('the allow list is in the state folder unless configured otherwise', () => {
    expect(listPlace({ home: '/state' })).toEqual({ path: '/state/plugins.json', named: false })
    expect(listPlace({ home: '/state', plugins: '/etc/p.json' })).toEqual({
      path: '/etc/p.json',
      named: true,
    })
  })

  it('a missing allow list counts as empty unless its path was configured', () => {
    const path = join(folder.path, 'nowhere.json')
    expect(readAllowList({ path, named: false })).toEqual([])
    expect(() => readAllowList({ path, named: true })).toThrow('set FRETWORK_PLUGINS to an existing file')
  })

  it('an allow list entry can have a URL with its hash, tenants, and a required feature', () => {
    const entry = { manifest: MANIFEST, integrity: INTEGRITY, tenants: ['studio'], feature: 'Enterprise' }
    expect(read([entry, { manifest: 'http://127.0.0.1:1/plugin.json', integrity: INTEGRITY }])[0]).toEqual(
      entry,
    )
  })

  it('an allow list entry can be a local path without a hash, relative to the list’s folder', () => {
    expect(read([{ manifest: 'drone' }, { manifest: '../x/plugin.json' }, { manifest: '/srv/p' }])).toEqual([
      { manifest: join(folder.path, 'drone/plugin.json') },
      { manifest: join(folder.path, '../x/plugin.json') },
      { manifest: '/srv/p/plugin.json' },
    ])
  })

  const of = (manifest: string, more: object = { integrity: INTEGRITY }) => [{ manifest, ...more }]
  it.each<[string, unknown]>([
    ['a URL without a hash', of(MANIFEST, {})],
    ['an invalid hash', of(MANIFEST, { integrity: 'sha256-abc' })],
    ['an insecure hash', of(MANIFEST, { integrity: `md5-${'A'.repeat(22)}==` })],
    ['http to another machine', of('http://plugins.example/p.json')],
    ['http to a name that only looks like loopback', of('http://127.0.0.1.nip.example/p.json')],
    ['another protocol', of('ftp://plugins.example/p.json')],
    ['a file: URL', of('file:///etc/passwd')],
    ['a password in the URL', of('https://me:secret@plugins.example/p.json')],
    ['an invalid URL', of('https://')],
    ['an unknown key', of('drone', { integrty: INTEGRITY })],
    ['an invalid tenant key', of('drone', { tenants: ['Studio!'] })],
    ['a watched URL', of(MANIFEST, { integrity: INTEGRITY, watch: true })],
    ['a watched folder with a hash', of('drone', { integrity: INTEGRITY, watch: true })],
    ['a value other than a list', { manifest: 'drone' }],
    ['invalid JSON', '[{'],
  ])('an allow list with %s is rejected, and the error includes its file name', (_what, content) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ code: 'plugins_invalid' }))
    expect(() => read(content)).toThrow(join(folder.path, 'plugins.json'))
    expect(() => read(content)).not.toThrow('secret')
  })
})
