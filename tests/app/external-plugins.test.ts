import { plugin } from '@fretwork/sdk'
import { expect, it, onTestFinished, vi } from 'vitest'
import { followExternalPlugins } from '../../src/app/external-plugins.js'
import type { ExternalPlugin, PluginJson, RefusedPlugin } from '../../src/core/contract/external-plugins.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import { cookieOf, goodServer, tokenOf } from '../core/auth/session.js'
import { fakeTransport, ok } from '../core/http/fake-transport.js'
import { commandOf } from '../core/kernel/make-plugin.js'

const HASH = `sha256-${'A'.repeat(43)}=`
const CHANGED = `sha256-${'B'.repeat(43)}=`

const drone: PluginJson = {
  ...{ api: 2, id: 'drone', version: '1.0.0', title: 'Drone', permissions: {} },
  ...{ entry: 'drone.js', integrity: HASH, activateOn: 'use' },
  commands: [{ id: 'play', title: 'Play a drone' }],
}

const tuner = commandOf('tuner.tune', () => 'in tune')
const pluginWith = (command: string, run: () => unknown) => ({
  default: plugin({
    ...{ id: 'drone', title: 'Drone', permissions: {} },
    setup: ({ commands }) => commands.add(command, { title: 'Play', run }),
  }),
})

interface World {
  readonly plugins?: readonly PluginJson[]
  readonly refused?: readonly RefusedPlugin[]
  readonly status?: number
  /** Files by name, each with its hash and text. */
  readonly files?: Readonly<Record<string, { readonly hash: string; readonly text?: string }>>
  readonly importModule?: (address: string) => Promise<unknown>
  readonly runs?: ExternalPlugin['runs']
  /** Whether the server watches its plugins for new builds. */
  readonly watched?: boolean
  /** Browser storage that survives a reload. */
  readonly remembered?: Map<string, string>
}

/** Opens `https://neck.example` with a logged-in user and the built-in tuner. */
async function page({ plugins = [drone], refused = [], status = 200, runs = 'page', ...world }: World = {}) {
  const {
    files = { 'drone.js': { hash: HASH } },
    importModule = async () => pluginWith('play', () => 'hummm'),
  } = world
  const origin = 'https://drones.example/plugin.json'
  const listed = plugins.map(
    (manifest): ExternalPlugin => ({ manifest, base: '/external/1f/', runs, origin, size: 4200 }),
  )
  /** Response of the server, which tests can change. */
  const listing = { plugins: listed, refused, watched: world.watched, status }
  const auth = goodServer({ '': () => ({ ...ok(listing), status: listing.status }) })
  const { transport, sent } = fakeTransport(auth)
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf()) } })
  const kernel = await createTestKernel({ plugins: [tuner], platform, transport })
  onTestFinished(() => kernel.dispose())
  const asked: string[] = []
  const fetchFile: typeof fetch = async (input, init) => {
    asked.push(String(input))
    const file = files[String(input).split('/').at(-1) ?? '']
    const refusedHere = init?.integrity !== undefined && init.integrity !== file?.hash
    if (refusedHere) throw new TypeError('Failed to fetch')
    return new Response(file?.text ?? '', { status: file ? 200 : 404 })
  }
  const imported: string[] = []
  const { remembered = new Map() } = world
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => remembered.get(key),
    setItem: (key: string, value: string) => remembered.set(key, value),
    removeItem: (key: string) => remembered.delete(key),
  })
  const follow = () =>
    followExternalPlugins(kernel, 'https://neck.example', {
      fetch: fetchFile,
      importModule: address => {
        imported.push(address)
        return importModule(address)
      },
    })
  const arrived = async () => {
    follow()
    await vi.waitFor(() => {
      const { pluginsArriving } = kernel.commands.conditions.getState()
      expect([pluginsArriving, sent.length > 0]).toEqual([undefined, true])
    })
  }
  const listings = () => sent.filter(({ url }) => url.includes('/account/api/v1/plugins/')).length
  const second = () => platform.clock.advance(1000)
  return { kernel, platform, sent, asked, imported, arrived, listing, listings, second }
}

it('an external plugin is registered at login, and its code is loaded by its first command', async () => {
  const { kernel, arrived, imported, asked } = await page()
  await arrived()
  const origin = 'https://drones.example/plugin.json'
  expect(kernel.host.state('drone')).toMatchObject({ status: 'registered', origin })
  expect(kernel.host.manifests.find(({ id }) => id === 'drone')?.size).toBe(4200)
  expect([...imported, ...asked]).toEqual([])
  expect(await kernel.commands.execute('drone.play', {})).toEqual({ ok: true, value: 'hummm' })
  expect(imported).toEqual(['https://neck.example/external/1f/drone.js'])
})

it('a plugin activated by startup or the current screen starts immediately', async () => {
  const early = { ...drone, id: 'early', commands: [], activateOn: undefined }
  const other = { ...drone, id: 'other', commands: [], panel: { on: 'fretboard' as const } }
  const { kernel, arrived } = await page({ plugins: [early, other] })
  kernel.commands.setContext('route', '/fretboard')
  await arrived()
  expect(kernel.host.state('early')?.status).toBe('active')
  expect(kernel.host.state('other')?.status).toBe('active')
})

it('external plugins are removed at logout', async () => {
  const { kernel, arrived, sent } = await page()
  await arrived()
  await kernel.auth.logout()
  await vi.waitFor(() => expect(kernel.host.state('drone')).toBeUndefined())
  expect(kernel.commands.find('drone.play')).toBeUndefined()
  expect(sent.length).toBeGreaterThan(0)
})

it('an external plugin is translated', async () => {
  const worded = { ...drone, files: { 'de.json': HASH }, locales: { de: 'de.json' } }
  const words = { hash: HASH, text: '{"Play a drone":"Bordun spielen"}' }
  const { kernel, arrived } = await page({
    plugins: [worded],
    files: { 'drone.js': { hash: HASH }, 'de.json': words },
  })
  await arrived()
  await kernel.translator.setLanguage('de')
  expect(kernel.translator.t('drone', 'Play a drone')).toBe('Bordun spielen')
})

it('an error is reported with its position in the sources of the plugin', async () => {
  const importModule = async () =>
    pluginWith('play', () => {
      const error = new TypeError('taps is not iterable')
      error.stack =
        'TypeError: taps is not iterable\n    at run (https://neck.example/external/1f/drone.js:1:1)'
      throw error
    })
  const map = { version: 3, sources: ['../src/index.ts'], names: [], mappings: 'AAOA' }
  const { kernel, arrived } = await page({
    importModule,
    files: { 'drone.js': { hash: HASH }, 'drone.js.map': { hash: HASH, text: JSON.stringify(map) } },
    plugins: [{ ...drone, files: { 'drone.js.map': HASH } }],
  })
  await arrived()
  expect(await kernel.commands.execute('drone.play')).toMatchObject({
    ok: false,
    error: { message: 'taps is not iterable (src/index.ts:8)' },
  })
})

const asking: PluginJson = { ...drone, permissions: { 'midi-in': 'Tunes itself to what you play.' } }
const said = async (world: World) => {
  const opened = await page({ runs: 'apart', ...world })
  const posted: unknown[] = []
  opened.kernel.notices.show(notice => posted.push(notice))
  await opened.arrived()
  return { ...opened, posted }
}

it('pending permission requests are announced once per session, with a link to the plugins page', async () => {
  const remembered = new Map<string, string>()
  const { kernel, posted } = await said({ plugins: [asking], remembered })
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]).toMatchObject({
    ...{ message: '“{{plugin}}” is requesting permissions.', values: { plugin: 'Drone' } },
    leadsTo: { path: '/plugins?permissions=drone' },
  })
  expect(kernel.host.state('drone')?.code).toBe('permission_needed')

  const reloaded = await said({ plugins: [asking], remembered })
  expect(reloaded.kernel.host.state('drone')?.code).toBe('permission_needed')
  await reloaded.kernel.auth.logout()
  await vi.waitFor(() => expect(remembered.size).toBe(0))
  expect(reloaded.posted).toEqual([])
})

it.each<[string, World, object]>([
  [
    'was refused by the server',
    {
      plugins: [],
      refused: [{ id: 'drones', title: 'x', version: '', code: 'c', reason: 'Why.', origin: 'o' }],
    },
    { id: 'drones', status: 'failed', code: 'c', reason: 'Why.', origin: 'o' },
  ],
  [
    'has the id of a built-in plugin',
    { plugins: [{ ...drone, id: 'tuner' }] },
    { status: 'failed', code: 'plugin_twice' },
  ],
])(
  'a plugin that %s is listed with the reason, and other plugins keep running',
  async (_what, world, state) => {
    const { kernel, arrived, imported } = await page(world)
    await arrived()
    expect(Object.values(kernel.host.states.getState())).toContainEqual(expect.objectContaining(state))
    expect(imported).toEqual([])
    expect(await kernel.commands.execute('tuner.tune')).toEqual({ ok: true, value: 'in tune' })
  },
)

it.each<[string, World, string]>([
  [
    'differs from the approved file',
    { files: { 'drone.js': { hash: CHANGED } } },
    'drone.js doesn’t match the approved file',
  ],
  ['is missing', { files: {} }, 'Couldn’t fetch drone.js'],
  ['throws during import', { importModule: () => Promise.reject(new Error('Snap.')) }, 'Snap.'],
  ['has no exports', { importModule: async () => ({}) }, 'The module does not export a plugin'],
])(
  'a plugin whose code %s fails at its first command and affects no other plugin',
  async (_what, world, reason) => {
    const { kernel, arrived, imported } = await page(world)
    await arrived()
    expect(await kernel.commands.execute('drone.play', {})).toMatchObject({ ok: false })
    const failed = { status: 'failed', reason: expect.stringContaining(reason) }
    expect(kernel.host.state('drone')).toMatchObject(failed)
    if (world.files && !world.importModule) expect(imported).toEqual([])
    expect(await kernel.commands.execute('tuner.tune')).toEqual({ ok: true, value: 'in tune' })
  },
)

it('a failed listing request is logged, and the app works without external plugins', async () => {
  const { kernel, arrived, platform } = await page({ status: 500 })
  await arrived()
  expect(Object.keys(kernel.host.states.getState())).toEqual(['tuner'])
  expect(platform.logged.map(({ message }) => message)).toContain('Couldn’t list external plugins')
})

const build = (number: number, title = 'Drone'): ExternalPlugin => ({
  manifest: { ...drone, title },
  ...{ base: `/external/${number}/`, origin: 'dist/plugin.json', runs: 'page' },
})

/** Opens a page with the first build of a plugin and waits for it. */
async function developed(watched = true) {
  const opened = await page({
    watched,
    plugins: [],
    // The second build exports nothing.
    importModule: async address => (address.includes('/2/') ? {} : pluginWith('play', () => address)),
  })
  const { kernel, platform, listing, arrived } = opened
  listing.plugins = [build(1)]
  await arrived()
  const answers = async (number: number) => {
    const expected = { ok: true, value: `https://neck.example/external/${number}/drone.js` }
    await vi.waitFor(async () => expect(await kernel.commands.execute('drone.play', {})).toEqual(expected))
  }
  await answers(1)
  if (watched) await vi.waitFor(() => expect(platform.clock.pending).toBeGreaterThan(0))
  return { ...opened, answers }
}

it('a new build replaces the running plugin', async () => {
  const { kernel, listing, second, answers } = await developed()
  listing.plugins = [build(4, 'Better drone')]
  await second()
  await answers(4)
  expect(kernel.host.state('drone')).toMatchObject({ status: 'active', title: 'Better drone' })
})

it('a plugin keeps running while the server lists no build or is unreachable', async () => {
  const { kernel, listing, second, listings, answers } = await developed()
  listing.plugins = []
  await second()
  await vi.waitFor(() => expect(listings()).toBe(2))
  listing.status = 500
  await second()
  await vi.waitFor(() => expect(listings()).toBe(3))
  await answers(1)
  expect(kernel.host.state('drone')?.status).toBe('active')
})

it('a build that fails is replaced by the next one', async () => {
  const { kernel, listing, second, answers } = await developed()
  listing.plugins = [build(2)]
  await second()
  await vi.waitFor(() => expect(kernel.host.state('drone')?.status).toBe('failed'))
  listing.plugins = [build(3)]
  await second()
  await answers(3)
})

it('polling for builds stops after logout', async () => {
  const { kernel, second, listings } = await developed()
  await second()
  await vi.waitFor(() => expect(listings()).toBe(2))
  await kernel.auth.logout()
  await vi.waitFor(() => expect(kernel.host.state('drone')).toBeUndefined())
  await second()
  expect(listings()).toBe(2)
})

it('the page requests builds only once if the server does not watch its plugins', async () => {
  const { second, listings } = await developed(false)
  await second()
  await second()
  expect(listings()).toBe(1)
})
