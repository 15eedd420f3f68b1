import { describe, expect, it } from 'vitest'
import { AUTH, PLUGIN_STORAGE } from '../../../src/core/kernel/tokens.js'
import type { PluginStorage, StorageOptions } from '../../../src/core/permissions/plugin-storage.js'
import { PLUGIN_STORAGES } from '../../../src/core/permissions/plugin-storages.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../src/core/platform/store.js'
import { createTestKernel, expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { settingsCollections } from '../../../src/plugins/library/sync/local/settings-collections.js'
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
  const open = (id: string, options?: StorageOptions) => {
    const view = views.get(id)
    if (!view) throw new Error('The plugin is not active.')
    return view.open(options)
  }
  const logIn = (id: string | undefined) => state.setState({ user: id === undefined ? undefined : { id } })
  return { kernel, platform, open, logIn, data: kernel.get(PLUGIN_STORAGES) }
}

describe('plugin storage', () => {
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
})

describe('storage quota', () => {
  const MOST = 5 * 1024 * 1024
  const half = 'x'.repeat(MOST / 2)

  it('the quota covers keys and JSON values in bytes, and its error suggests a remedy', async () => {
    const { open } = await storing()
    const values = open('drill')
    await values.set('a', 'ä')
    expect(await values.usage()).toEqual({ used: 5, quota: MOST })
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

describe('synchronized plugin values', () => {
  it('each synchronized key is stored as one account record that other devices can change', async () => {
    const { open, logIn, kernel } = await storing()
    logIn('7')
    const values = open('drill', { sync: true })
    await values.set('best', { points: 12 })
    const list = settingsCollections(kernel.settings, '7').find(({ kind }) => kind === 'Data.drill.values.1')
    expect([...((await list?.read()) ?? [])]).toEqual([['best', { value: { points: 12 } }]])
    const changed: (readonly string[])[] = []
    values.onChange(keys => changed.push(keys))
    await list?.change(['best', 'name'], (_id, here) => ({ value: here ? 13 : 'Anna' }))
    expect(changed).toEqual([['best', 'name']])
    expect([await values.get('best'), await values.keys()]).toEqual([13, ['best', 'name']])
    expect(await open('drill').keys()).toEqual([])
  })

  it('synchronized values have a separate quota and are removed with the plugin’s data', async () => {
    const { open, logIn, data } = await storing()
    logIn('7')
    const values = open('drill', { sync: true })
    await values.set('best', 12)
    await expect(values.set('text', 'x'.repeat(100 * 1024))).rejects.toMatchObject({ code: 'storage_full' })
    expect(await data.usage('drill')).toBe(6)
    await data.remove('drill')
    expect(await values.keys()).toEqual([])
  })
})
