import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ExternalPlugins } from '../../../server/plugins/external-plugins.js'
import { type Files, hashOf, packageFiles, scratchFolder, webHost } from './web-host.js'

const EVERYONE = { tenant: 'fretwork', features: [] }
let stamp = 1_700_000_000

/** Writes packages into folders with an allow list, and returns a clock for tests to advance. */
function world(packages: Readonly<Record<string, Files>>, entries: unknown) {
  const folder = scratchFolder()
  const path = join(folder.path, 'plugins.json')
  const warnings: string[] = []
  const clock = { now: 0 }
  onTestFinished(() => folder.remove())
  const copies = join(folder.path, 'copies')
  const list = (entries: unknown) => {
    writeFileSync(path, typeof entries === 'string' ? entries : JSON.stringify(entries))
    // Each write gets a new modification time, independent of the file system's resolution.
    utimesSync(path, stamp, stamp++)
  }
  const open = () => {
    const external = new ExternalPlugins({
      list: { path, named: true },
      copies,
      now: () => clock.now,
      warn: message => warnings.push(message),
    })
    onTestFinished(() => external.close())
    return external
  }
  for (const [name, files] of Object.entries(packages)) folder.write(files, name)
  list(entries)
  return { folder, list, open, external: open(), warnings, clock, copies }
}

const ids = async (external: ExternalPlugins, asker: typeof EVERYONE = EVERYONE) => {
  const { plugins, refused } = await external.list(asker)
  return { plugins: plugins.map(({ manifest }) => manifest.id), refused: refused.map(({ code }) => code) }
}
const DRONE = [{ manifest: 'drone' }]
const OFFERED = { plugins: ['drone'], refused: [] }

it('files of a listed plugin are served under the hash of its plugin.json', async () => {
  const { external } = world({ drone: packageFiles() }, DRONE)
  const [plugin] = (await external.list(EVERYONE)).plugins
  expect(plugin).toMatchObject({ manifest: { id: 'drone' }, origin: 'drone/plugin.json' })
  const [, hash = ''] = /^\/external\/([0-9a-f]{64})\/$/.exec(plugin?.base ?? '') ?? []
  expect((await external.file('fretwork', hash, 'drone.js'))?.type).toContain('javascript')
  for (const path of ['plugin.json', '../plugins.json', 'gone.js', ''])
    expect(await external.file('fretwork', hash, path)).toBeUndefined()
})

it('a plugin’s size includes scripts and styles but not source maps or pictures', async () => {
  const extra = { 'chunks/a.mjs': 'x'.repeat(300), 'a.css': 'y'.repeat(20), 'a.js.map': 'z'.repeat(5000) }
  const files = packageFiles({}, { ...extra, 'a.svg': '<svg/>' })
  const [plugin] = (await world({ drone: files }, DRONE).external.list(EVERYONE)).plugins
  expect(plugin?.size).toBe(320 + (files['drone.js'] ?? '').length)
})

it('a rejected plugin is logged and listed with origin and reason, and others stay available', async () => {
  const files = packageFiles()
  const { folder, external, warnings } = world({ bad: { ...files, 'drone.js': 'tampered' }, good: files }, [
    { manifest: 'bad' },
    { manifest: 'good' },
    { manifest: 'none' },
  ])
  const { plugins, refused } = await external.list(EVERYONE)
  expect(plugins).toHaveLength(1)
  expect(refused).toEqual([
    expect.objectContaining({ id: 'bad', origin: 'bad/plugin.json', code: 'plugin_hash_refused' }),
    expect.objectContaining({ id: 'none', code: 'plugin_unreachable' }),
  ])
  expect(warnings).toHaveLength(2)
  // Every user of the tenant can see the page, so it must not reveal server paths.
  expect(JSON.stringify(refused)).not.toContain(folder.path)
})

it('pages may connect only to hosts declared by their tenant’s plugins', async () => {
  const asks = (...hosts: string[]) => ({ network: { hosts, reason: 'Looks up chords.' } })
  const { list, external } = world(
    {
      a: packageFiles({ permissions: asks('api.example.org', '*.chords.example') }),
      b: packageFiles({ id: 'other', permissions: asks('api.example.org') }),
      c: { ...packageFiles({ id: 'bad', permissions: asks('bad.example') }), 'drone.js': 'x' },
    },
    [{ manifest: 'a', tenants: ['studio'] }, { manifest: 'b' }, { manifest: 'c' }],
  )
  // Pages do not wait for packages to be read.
  expect(external.connectSources('studio')).toEqual([])
  await ids(external)
  expect(external.connectSources('studio')).toEqual(['https://api.example.org', 'https://*.chords.example'])
  expect(external.connectSources('fretwork')).toEqual(['https://api.example.org'])
  list([])
  await ids(external)
  expect(external.connectSources('studio')).toEqual([])
})

it('a plugin or its error is listed only for its tenants and plans', async () => {
  const { external } = world({ a: packageFiles(), b: packageFiles({ id: 'paid' }) }, [
    { manifest: 'a', tenants: ['studio'], watch: true },
    { manifest: 'b', feature: 'Enterprise' },
    { manifest: 'c', tenants: [] },
  ])
  expect(await external.list(EVERYONE)).toEqual({ plugins: [], refused: [], watched: false })
  const paying = { tenant: 'studio', features: ['SubscriptionLevel.Enterprise'] as never[] }
  expect(await ids(external, paying)).toEqual({ plugins: ['drone', 'paid'], refused: [] })
  expect((await external.list(paying)).watched).toBe(true)
})

it('only the first of two plugins with the same ID is available', async () => {
  const packages = { a: packageFiles(), b: packageFiles({ version: '2.0.0' }) }
  const { external } = world(packages, [{ manifest: 'a' }, { manifest: 'b' }])
  expect(await ids(external)).toEqual({ plugins: ['drone'], refused: ['plugin_twice'] })
})

it('a running server follows the list and stops serving the files of removed plugins', async () => {
  const { list, external } = world({ drone: packageFiles() }, [])
  expect((await ids(external)).plugins).toEqual([])
  list(DRONE)
  const [plugin] = (await external.list(EVERYONE)).plugins
  const hash = plugin?.base.split('/')[2] ?? ''
  expect(await external.file('fretwork', hash, 'drone.js')).toBeDefined()
  list([])
  await external.list(EVERYONE)
  expect(await external.file('fretwork', hash, 'drone.js')).toBeUndefined()
})

it('an invalid plugin list leaves the current plugins unchanged', async () => {
  const { list, external, warnings } = world({ drone: packageFiles() }, DRONE)
  list('[{')
  expect((await ids(external)).plugins).toEqual(['drone'])
  expect(warnings).toEqual([expect.stringContaining('The allow-list is unchanged.')])
  const reason = 'The allow-list is unchanged. plugins.json is not valid JSON; fix it or move it away.'
  expect((await external.list(EVERYONE)).refused).toMatchObject([{ reason }])
})

it('valid plugin list entries load, and invalid ones are reported with their position', async () => {
  const { list, external, warnings } = world({ drone: packageFiles() }, [])
  list([{ manifest: 7 }, ...DRONE, { ...DRONE[0], integrty: '' }])
  expect((await ids(external)).plugins).toEqual(['drone'])
  const { refused } = await external.list(EVERYONE)
  expect(refused).toMatchObject([
    { title: 'plugins.json', code: 'plugins_invalid', reason: 'Entry 1: "manifest": expected a string.' },
    { reason: 'Entry 3: "integrty" is not allowed here.' },
  ])
  expect(warnings).toEqual(refused.map(({ reason }) => reason))
})

it('a rebuilt plugin folder is reloaded', async () => {
  const { folder, external } = world({ drone: packageFiles() }, DRONE)
  await external.list(EVERYONE)
  folder.write(packageFiles({ version: '1.0.1-with-a-longer-name' }), 'drone')
  const [plugin] = (await external.list(EVERYONE)).plugins
  expect(plugin?.manifest.version).toBe('1.0.1-with-a-longer-name')
})

it('a plugin rejected during a build is reloaded after a minute and logged once', async () => {
  const files = packageFiles()
  const { folder, external, clock, warnings } = world({ drone: { ...files, 'drone.js': 'half' } }, DRONE)
  for (clock.now of [0, 60_000]) expect((await ids(external)).refused).toEqual(['plugin_hash_refused'])
  expect(warnings).toHaveLength(1)
  folder.write(files, 'drone')
  clock.now = 120_000
  expect(await ids(external)).toEqual(OFFERED)
})

it('a cached plugin package starts without its host, and a modified copy is rejected', async () => {
  const files = packageFiles({}, { 'chunks/a.js': 'let a' })
  const host = await webHost(files)
  const { list, open, copies } = world({}, [])
  list([{ manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }])
  expect(await ids(open())).toEqual(OFFERED)
  await host.end()
  expect(await ids(open())).toEqual(OFFERED)

  const [copy = ''] = readdirSync(copies)
  writeFileSync(join(copies, copy, 'drone.js'), 'tampered')
  expect(await ids(open())).toEqual({ plugins: [], refused: ['plugin_unreachable'] })
  expect(readdirSync(copies)).toEqual([])
})

it('removing a package from the list deletes its cached copy', async () => {
  const files = packageFiles()
  const host = await webHost(files)
  const entry = { manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }
  const { list, external, copies } = world({}, [entry])
  await external.list(EVERYONE)
  expect(readdirSync(copies)).toHaveLength(1)
  list([])
  await external.list(EVERYONE)
  expect(readdirSync(copies)).toEqual([])
  await host.end()
})

it('an unreachable package host is retried after a minute', async () => {
  const files = packageFiles()
  const served: Record<string, string> = {}
  const host = await webHost(served)
  const entry = { manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }
  const { external, clock } = world({}, [entry])
  expect((await ids(external)).refused).toEqual(['plugin_unreachable'])
  Object.assign(served, files)
  clock.now = 59_000
  expect((await ids(external)).refused).toEqual(['plugin_unreachable'])
  clock.now = 60_000
  expect(await ids(external)).toEqual(OFFERED)
  await host.end()
})
