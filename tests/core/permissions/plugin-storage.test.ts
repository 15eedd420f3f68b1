import { expect, it } from 'vitest'
import { AUTH, PLUGIN_STORAGE } from '../../../src/core/kernel/tokens.js'
import type { PluginStorage } from '../../../src/core/permissions/plugin-storage.js'
import { PLUGIN_STORAGES } from '../../../src/core/permissions/plugin-storages.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../src/core/platform/store.js'
import { createTestKernel, expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { settingsCollections } from '../../../src/plugins/library/sync/local/settings-collections.js'
import { takeOverValues } from '../../../src/sandbox/host/external-runtime.js'
import { makePlugin } from '../kernel/make-plugin.js'

async function storing(platform = memoryPlatform()) {
  const views = new Map<string, PluginStorage>()
  const plugin = (id: string) =>
    makePlugin(id, {}, () => ({ activate: ({ get }) => void views.set(id, get(PLUGIN_STORAGE)) }))
  const state = createStore<{ status: string; user: { id: string } | undefined }>({
    status: 'none',
    user: undefined,
  })
  const kernel = await createTestKernel({ platform, plugins: [plugin('drill'), plugin('other')] })
  const auth = kernel.get(AUTH)
  Object.defineProperty(auth, 'state', { value: state })
  for (const id of ['drill', 'other']) await kernel.host.activate(id)
  const open = (id: string, where: keyof PluginStorage = 'device') => {
    const view = views.get(id)
    if (!view) throw new Error('The plugin is not active.')
    return view[where]
  }
  const logIn = (id: string | undefined) => state.setState({ user: id === undefined ? undefined : { id } })
  return { kernel, platform, open, logIn, data: kernel.get(PLUGIN_STORAGES) }
}

it('stored plugin values survive a restart', async () => {
  const { open, platform, kernel } = await storing()
  const values = open('drill')
  await values.set('best', { points: [1, 2], at: null })
  await values.set('name', 'Ännchen')
  expect(await values.get('best')).toEqual({ points: [1, 2], at: null })
  expect([await values.get('none'), await values.keys()]).toEqual([undefined, ['best', 'name']])
  await values.delete('name')
  kernel.dispose()
  const again = await storing(platform)
  expect(await again.open('drill').keys()).toEqual(['best'])
  expectNoLeaks(again.kernel)
})

it('a plugin cannot read or remove another plugin’s values', async () => {
  const { open } = await storing()
  await open('drill').set('best', 1)
  await open('other').delete('best')
  expect([await open('other').get('best'), await open('drill').get('best')]).toEqual([undefined, 1])
})

it('stored plugin values are separate for each user and tenant', async () => {
  const { open, logIn, kernel } = await storing()
  const values = open('drill')
  logIn('7')
  await values.set('best', 1)
  logIn('8')
  expect(await values.get('best')).toBeUndefined()
  logIn('7')
  expect(await values.get('best')).toBe(1)
  kernel.tenant.use('studio')
  expect(await values.get('best')).toBeUndefined()
})

it('modifying an object after storing it does not change the stored value', async () => {
  const { open } = await storing()
  const value = { points: 1 }
  const stored = open('drill').set('best', value)
  value.points = 2
  await stored
  expect(await open('drill').get('best')).toEqual({ points: 1 })
})

it.each([
  ['storage_key', '', 1],
  ['storage_key', 'k'.repeat(201), 1],
  ['storage_value', 'best', undefined],
  ['storage_value', 'best', () => 1],
  ['storage_value', 'best', 1n],
])('storing an invalid entry fails with %s: %s', async (code, key, value) => {
  const { open } = await storing()
  await expect(open('drill').set(key, value)).rejects.toMatchObject({ code })
  expect(await open('drill').keys()).toEqual([])
})

const MOST = 5 * 1024 * 1024
const half = 'x'.repeat(MOST / 2)

it('the quota covers keys and JSON values in bytes, and its error suggests a remedy', async () => {
  const { open } = await storing()
  const values = open('drill')
  await values.set('a', 'ä')
  await values.set('a', half)
  const refused = values.set('b', half)
  await expect(refused).rejects.toMatchObject({ code: 'storage_full' })
  await expect(refused).rejects.toThrow(
    `it would use ${MOST + 6} of ${MOST} bytes (${MOST / 2 + 3} are used now)`,
  )
  await values.delete('a')
  await values.set('b', half)
})

it('concurrent writes cannot exceed the storage quota', async () => {
  const { open } = await storing()
  const values = open('drill')
  const results = await Promise.allSettled([values.set('a', half), values.set('b', half)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

it('a full disk is reported with a suggested remedy', async () => {
  const platform = memoryPlatform()
  const save = () => Promise.reject(new Error('The disk is full.'))
  Object.assign(platform, { data: { ...platform.data, save } })
  const { open } = await storing(platform)
  await expect(open('drill').set('a', 1)).rejects.toMatchObject({
    code: 'storage_full',
    message: expect.stringContaining('free up storage'),
  })
})

it('removing a plugin’s data clears it for all users and keeps other plugins’ data', async () => {
  const { open, logIn, data } = await storing()
  await open('drill').set('best', 1)
  logIn('7')
  await open('drill').set('best', 2)
  await open('other').set('best', 3)
  expect(await data.usage('drill')).toBeGreaterThan(0)
  await data.remove('drill')
  expect([await data.usage('drill'), await open('drill').get('best')]).toEqual([0, undefined])
  expect(await open('other').get('best')).toBe(3)
})

it('another tab of the same user is notified which device value has changed', async () => {
  const platform = memoryPlatform()
  const { open, logIn } = await storing(platform)
  const other = memoryPlatform()
  // What one tab stores in the browser, the other one hears.
  other.storage.set = platform.storage.change
  const tab = await storing(other)
  const heard: (readonly string[])[] = []
  logIn('7')
  open('drill').onChange(keys => heard.push(keys))
  open('other').onChange(keys => heard.push(keys))
  tab.logIn('8')
  await tab.open('drill').set('best', 1)
  tab.logIn('7')
  await tab.open('drill').set('best', 2)
  await tab.open('drill').delete('best')
  expect(heard).toEqual([['best'], ['best']])
})

const synced = ({ kernel }: Awaited<ReturnType<typeof storing>>) =>
  settingsCollections(kernel.settings, '7').find(({ kind }) => kind === 'PluginData.values.1') ??
  expect.unreachable('Plugin values are not synced.')

it('each synced key is one record that other devices can change', async () => {
  const world = await storing()
  const { open, logIn } = world
  logIn('7')
  const values = open('drill', 'account')
  await values.set('best', { points: 12 })
  const list = synced(world)
  expect([...(await list.read())]).toEqual([['drill best', { value: { points: 12 } }]])
  const changed: (readonly string[])[] = []
  values.onChange(keys => changed.push(keys))
  await list.change(['drill best', 'drill name', 'other best'], (_id, here) => ({
    value: here ? 13 : 'Anna',
  }))
  expect(changed).toEqual([['best', 'name']])
  expect([await values.get('best'), await values.keys()]).toEqual([13, ['best', 'name']])
  expect(await open('drill').keys()).toEqual([])
})

it('sync that started before the plugin picks up the values that the plugin stores, even after a restart', async () => {
  const world = await storing()
  const { kernel, open, logIn } = world
  logIn('7')
  const list = synced(world)
  await open('drill', 'account').set('best', 1)
  await kernel.host.disable('drill')
  await kernel.host.enable('drill')
  await open('drill', 'account').set('best', 2)
  expect([...(await list.read())]).toEqual([['drill best', { value: 2 }]])
  await list.change(['drill best'], () => ({ value: 3 }))
  expect(await open('drill', 'account').get('best')).toBe(3)
})

it('storing a value keeps values that another tab has just stored', async () => {
  const world = await storing()
  const { open, logIn, platform } = world
  logIn('7')
  const values = open('drill', 'account')
  await values.set('best', 1)
  const elsewhere = JSON.stringify({
    version: '1',
    values: { 7: { 'drill best': 2, 'drill name': 'Anna' } },
  })
  // The event of this change has not arrived yet.
  platform.storage.set('fretworkPluginData', elsewhere)
  await values.set('tempo', 90)
  expect(await Promise.all(['best', 'name', 'tempo'].map(key => values.get(key)))).toEqual([2, 'Anna', 90])
  platform.storage.set('fretworkPluginData', elsewhere)
  await synced(world).change(['drill tempo'], () => ({ value: 100 }))
  expect(await Promise.all(['best', 'name', 'tempo'].map(key => values.get(key)))).toEqual([2, 'Anna', 100])
})

it('a plugin is notified of changes in other tabs but not of its own changes', async () => {
  const { open, logIn, platform } = await storing()
  logIn('7')
  const values = open('drill', 'account')
  const heard: (readonly string[])[] = []
  values.onChange(keys => heard.push(keys))
  await values.set('best', 1)
  await values.delete('best')
  expect(heard).toEqual([])
  platform.storage.change(
    'fretworkPluginData',
    JSON.stringify({ version: '1', values: { 7: { 'drill best': 2 } } }),
  )
  expect([heard, await values.get('best')]).toEqual([[['best']], 2])
})

it('synced values have a separate quota and are removed with the plugin’s data', async () => {
  const { open, logIn, data } = await storing()
  logIn('7')
  const values = open('drill', 'account')
  await values.set('best', 12)
  await open('other', 'account').set('best', 13)
  await expect(values.set('text', 'x'.repeat(100 * 1024))).rejects.toMatchObject({ code: 'storage_full' })
  await expect(values.set('k'.repeat(129), 1)).rejects.toMatchObject({ code: 'storage_key' })
  expect(await data.usage('drill')).toBe(6)
  await data.remove('drill')
  expect(await values.keys()).toEqual([])
  expect(await open('other', 'account').get('best')).toBe(13)
})

it('values stored by version 1.2 are migrated', async () => {
  const stored = { 'fretworkData.drill': JSON.stringify({ version: '1', values: { 7: { best: 12 } } }) }
  const { kernel, open, logIn, platform } = await storing(memoryPlatform({ stored }))
  logIn('7')
  takeOverValues({ ...kernel, platform }, 'drill')
  expect(await open('drill', 'account').get('best')).toBe(12)
  expect(platform.storage.get('fretworkData.drill')).toBeUndefined()
})
