import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ExternalPlugins } from '../../../server/plugins/external-plugins.js'
import { hashOf, packageFiles, scratchFolder, webHost } from './web-host.js'

const EVERYONE = { tenant: 'fretwork', features: [] }
let stamp = 1_700_000_000

/** A external over a list in a folder of its own, with a clock that is until it is moved. */
function world() {
  const folder = scratchFolder()
  const path = join(folder.path, 'plugins.json')
  const warnings: string[] = []
  const clock = { now: 0 }
  onTestFinished(() => folder.remove())
  const copies = join(folder.path, 'copies')
  const list = (entries: unknown) => {
    writeFileSync(path, typeof entries === 'string' ? entries : JSON.stringify(entries))
    // Whatever the file system's clock can tell apart: each writing is another time.
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
  return { folder, list, open, warnings, clock, copies }
}

const ids = async (external: ExternalPlugins, asker: typeof EVERYONE = EVERYONE) => {
  const { plugins, refused } = await external.list(asker)
  return { plugins: plugins.map(({ manifest }) => manifest.id), refused: refused.map(({ code }) => code) }
}

describe('the external', () => {
  it('offers what the list names, each file below the hash of its plugin.json', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'drone')
    list([{ manifest: 'drone' }])
    const external = open()
    const [plugin] = (await external.list(EVERYONE)).plugins
    expect(plugin).toMatchObject({ manifest: { id: 'drone' }, origin: 'drone/plugin.json' })
    const [, hash = ''] = /^\/external\/([0-9a-f]{64})\/$/.exec(plugin?.base ?? '') ?? []
    expect(external.file(hash, 'drone.js')?.type).toContain('javascript')
    for (const path of ['plugin.json', '../plugins.json', 'gone.js', '']) {
      expect(external.file(hash, path)).toBeUndefined()
    }
  })

  it('says how much code a browser fetches: scripts and styles, neither maps nor pictures', async () => {
    const { folder, list, open } = world()
    const extra = { 'chunks/a.mjs': 'x'.repeat(300), 'a.css': 'y'.repeat(20), 'a.js.map': 'z'.repeat(5000) }
    const files = packageFiles({}, { ...extra, 'a.svg': '<svg/>' })
    folder.write(files, 'drone')
    list([{ manifest: 'drone' }])
    const [plugin] = (await open().list(EVERYONE)).plugins
    expect(plugin?.size).toBe(320 + (files['drone.js'] ?? '').length)
  })

  it('says of each that is refused where it came from and why, in the log as well, and offers the others', async () => {
    const { folder, list, open, warnings } = world()
    const files = packageFiles()
    folder.write({ ...files, 'drone.js': 'tampered' }, 'bad')
    folder.write(files, 'good')
    list([{ manifest: 'bad' }, { manifest: 'good' }, { manifest: 'none' }])
    const { plugins, refused } = await open().list(EVERYONE)
    expect(plugins).toHaveLength(1)
    expect(refused).toEqual([
      expect.objectContaining({ id: 'bad', origin: 'bad/plugin.json', code: 'plugin_hash_refused' }),
      expect.objectContaining({ id: 'none', code: 'plugin_unreachable' }),
    ])
    expect(warnings).toHaveLength(2)
    // The page is for every user of the tenant: where on the disk it is is not for them.
    expect(JSON.stringify(refused)).not.toContain(folder.path)
  })

  it('lets pages connect to the hosts that plugins of their tenant name, and to no other', async () => {
    const { folder, list, open } = world()
    const asks = (...hosts: string[]) => ({ network: { hosts, reason: 'Looks up chords.' } })
    folder.write(packageFiles({ permissions: asks('api.example.org', '*.chords.example') }), 'a')
    folder.write(packageFiles({ id: 'other', permissions: asks('api.example.org') }), 'b')
    folder.write({ ...packageFiles({ id: 'bad', permissions: asks('bad.example') }), 'drone.js': 'x' }, 'c')
    list([{ manifest: 'a', tenants: ['studio'] }, { manifest: 'b' }, { manifest: 'c' }])
    const external = open()
    // No page waits for packages.
    expect(external.connectSources('studio')).toEqual([])
    await ids(external)
    expect(external.connectSources('studio')).toEqual(['https://api.example.org', 'https://*.chords.example'])
    expect(external.connectSources('fretwork')).toEqual(['https://api.example.org'])
    list([])
    await ids(external)
    expect(external.connectSources('studio')).toEqual([])
  })

  it('offers a plugin and its refusal only to whom the list allows it', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'a')
    folder.write(packageFiles({ id: 'paid' }), 'b')
    list([
      { manifest: 'a', tenants: ['studio'] },
      { manifest: 'b', feature: 'Enterprise' },
      { manifest: 'c', tenants: [] },
    ])
    const external = open()
    expect(await ids(external)).toEqual({ plugins: [], refused: [] })
    expect(
      await ids(external, { tenant: 'studio', features: ['SubscriptionLevel.Enterprise'] as never[] }),
    ).toEqual({
      plugins: ['drone', 'paid'],
      refused: [],
    })
  })

  it('says that a folder is watched, to those who have the plugin', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'a')
    list([{ manifest: 'a', tenants: ['studio'], watch: true }])
    const external = open()
    expect((await external.list(EVERYONE)).watched).toBe(false)
    expect((await external.list({ ...EVERYONE, tenant: 'studio' })).watched).toBe(true)
  })

  it('lets in the first of two with the same id', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'a')
    folder.write(packageFiles({ version: '2.0.0' }), 'b')
    list([{ manifest: 'a' }, { manifest: 'b' }])
    expect(await ids(open())).toEqual({ plugins: ['drone'], refused: ['plugin_twice'] })
  })

  it('follows the list while the server runs, and withdraws the files of what is no longer on it', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'a')
    list([])
    const external = open()
    expect((await ids(external)).plugins).toEqual([])
    list([{ manifest: 'a' }])
    const [plugin] = (await external.list(EVERYONE)).plugins
    const hash = plugin?.base.split('/')[2] ?? ''
    expect(external.file(hash, 'drone.js')).toBeDefined()
    list([])
    await external.list(EVERYONE)
    expect(external.file(hash, 'drone.js')).toBeUndefined()
  })

  it('goes on with the list as it was while the file is broken', async () => {
    const { folder, list, open, warnings } = world()
    folder.write(packageFiles(), 'a')
    list([{ manifest: 'a' }])
    const external = open()
    list('[{')
    expect((await ids(external)).plugins).toEqual(['drone'])
    expect(warnings).toEqual([expect.stringContaining('The allow-list is unchanged.')])
    expect((await external.list(EVERYONE)).refused).toMatchObject([
      {
        reason: 'The allow-list is unchanged. plugins.json is not valid JSON; fix it or move it away.',
      },
    ])
  })

  it('lets in the right entries of a list, and says of each wrong one where and what it is', async () => {
    const { folder, list, open, warnings } = world()
    folder.write(packageFiles(), 'a')
    list([])
    const external = open()
    list([{ manifest: 7 }, { manifest: 'a' }, { manifest: 'a', integrty: '' }])
    expect((await ids(external)).plugins).toEqual(['drone'])
    const { refused } = await external.list(EVERYONE)
    expect(refused).toMatchObject([
      { title: 'plugins.json', code: 'plugins_invalid', reason: 'Entry 1: "manifest" must be a string.' },
      { reason: 'Entry 3: it has the unknown property "integrty".' },
    ])
    expect(warnings).toEqual(refused.map(({ reason }) => reason))
  })

  it('takes up a folder that was built again', async () => {
    const { folder, list, open } = world()
    folder.write(packageFiles(), 'a')
    list([{ manifest: 'a' }])
    const external = open()
    await external.list(EVERYONE)
    folder.write(packageFiles({ version: '1.0.1-with-a-longer-name' }), 'a')
    const [plugin] = (await external.list(EVERYONE)).plugins
    expect(plugin?.manifest.version).toBe('1.0.1-with-a-longer-name')
  })

  it('looks again after a minute at a folder that was refused, as in the middle of a build, and says so once', async () => {
    const { folder, list, open, clock, warnings } = world()
    const files = packageFiles()
    folder.write({ ...files, 'drone.js': 'half' }, 'a')
    list([{ manifest: 'a' }])
    const external = open()
    expect((await ids(external)).refused).toEqual(['plugin_hash_refused'])
    clock.now = 60_000
    expect((await ids(external)).refused).toEqual(['plugin_hash_refused'])
    expect(warnings).toHaveLength(1)
    folder.write(files, 'a')
    clock.now = 120_000
    expect((await ids(external)).plugins).toEqual(['drone'])
  })
})

describe('a package from elsewhere', () => {
  it('is kept as a copy: the next start does without its host, and reads no more than what was allowed', async () => {
    const { list, open, copies } = world()
    const files = packageFiles({}, { 'chunks/a.js': 'let a' })
    const host = await webHost(files)
    list([{ manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }])
    expect((await ids(open())).plugins).toEqual(['drone'])
    await host.end()
    expect(await ids(open())).toEqual({ plugins: ['drone'], refused: [] })

    const [copy = ''] = readdirSync(copies)
    writeFileSync(join(copies, copy, 'drone.js'), 'tampered')
    expect(await ids(open())).toEqual({ plugins: [], refused: ['plugin_unreachable'] })
    // What was damaged is gone, and so is what the list no longer names.
    expect(readdirSync(copies)).toEqual([])
  })

  it('loses its copy when the list names it no more', async () => {
    const { list, open, copies } = world()
    const files = packageFiles()
    const host = await webHost(files)
    list([{ manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }])
    const external = open()
    await external.list(EVERYONE)
    expect(readdirSync(copies)).toHaveLength(1)
    list([])
    await external.list(EVERYONE)
    expect(readdirSync(copies)).toEqual([])
    await host.end()
  })

  it('is asked for again after a minute where its host could not be reached, and not before', async () => {
    const { list, open, clock } = world()
    const files = packageFiles()
    const served: Record<string, string> = {}
    const host = await webHost(served)
    list([{ manifest: `${host.url}/plugin.json`, integrity: hashOf(files) }])
    const external = open()
    expect((await ids(external)).refused).toEqual(['plugin_unreachable'])
    Object.assign(served, files)
    clock.now = 59_000
    expect((await ids(external)).refused).toEqual(['plugin_unreachable'])
    clock.now = 60_000
    expect((await ids(external)).plugins).toEqual(['drone'])
    await host.end()
  })
})
