// Storage of its own for every plugin: per tenant and user, with a version, migrations and a quota.
import { describe, expect, it } from 'vitest'
import type { PluginStorage, StorageOptions } from '../../../../src/core/kernel/data/plugin-storage.js'
import { AUTH, PLUGIN_DATA, PLUGIN_STORAGE } from '../../../../src/core/kernel/services/tokens.js'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { createTestKernel, expectNoLeaks } from '../../../../src/core/testing/test-kernel.js'
import { settingsCollections } from '../../../../src/plugins/sync/local/settings-collections.js'
import { makePlugin } from '../make-plugin.js'

async function storing(platform = memoryPlatform()) {
  const views = new Map<string, PluginStorage>()
  const plugin = (id: string) =>
    makePlugin(id, {}, () => ({ activate: ({ get }) => void views.set(id, get(PLUGIN_STORAGE)) }))
  const state = createStore<{ status: string; user: { id: string } | undefined }>({
    status: 'none',
    user: undefined,
  })
  const kernel = await createTestKernel({
    platform,
    plugins: [plugin('drill'), plugin('other')],
  })
  const auth = kernel.get(AUTH)
  Object.defineProperty(auth, 'state', { value: state })
  for (const id of ['drill', 'other']) await kernel.host.activate(id)
  const open = (id: string, options?: StorageOptions) => {
    const view = views.get(id)
    if (!view) throw new Error('not active')
    return view.open(options)
  }
  const logIn = (id: string | undefined) => state.setState({ user: id === undefined ? undefined : { id } })
  return { kernel, platform, open, logIn, data: kernel.get(PLUGIN_DATA) }
}

describe('a plugin', () => {
  it('gets back what it has stored, also after a restart', async () => {
    const { open, platform, kernel } = await storing()
    const values = open('drill')
    await values.set('best', { points: [1, 2], at: null })
    await values.set('name', 'Ännchen')
    expect(await values.get('best')).toEqual({ points: [1, 2], at: null })
    expect(await values.get('none')).toBeUndefined()
    expect(await values.keys()).toEqual(['best', 'name'])
    await values.delete('name')
    kernel.dispose()
    const again = await storing(platform)
    expect(await again.open('drill').keys()).toEqual(['best'])
    expectNoLeaks(again.kernel)
  })

  it('neither reads nor removes what another has stored', async () => {
    const { open } = await storing()
    await open('drill').set('best', 1)
    await open('other').delete('best')
    expect(await open('other').get('best')).toBeUndefined()
    expect(await open('drill').get('best')).toBe(1)
  })

  it('has other values for each user', async () => {
    const { open, logIn } = await storing()
    const values = open('drill')
    logIn('7')
    await values.set('best', 1)
    logIn('8')
    expect(await values.get('best')).toBeUndefined()
    logIn('7')
    expect(await values.get('best')).toBe(1)
  })

  it('has other values for each tenant', async () => {
    const { open, kernel } = await storing()
    await open('drill').set('best', 1)
    kernel.tenant.use('studio')
    expect(await open('drill').get('best')).toBeUndefined()
  })

  it('stores what a value is when it is set', async () => {
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
  ])('is refused with %s: %s', async (code, key, value) => {
    const { open } = await storing()
    await expect(open('drill').set(key, value)).rejects.toMatchObject({ code })
    expect(await open('drill').keys()).toEqual([])
  })
})

describe('the quota', () => {
  it('counts bytes of keys and JSON, and says how much is used and what to do', async () => {
    const { open } = await storing()
    const values = open('drill', { quota: 20 })
    await values.set('a', 'ä')
    expect(await values.usage()).toEqual({ used: 5, quota: 20 })
    await values.set('a', '0123456789')
    const refused = values.set('b', '0123456789')
    await expect(refused).rejects.toMatchObject({ code: 'storage_full' })
    await expect(refused).rejects.toThrow('13 of 20 bytes are used, and 26 would be; delete values')
    await values.delete('a')
    await values.set('b', '0123456789')
  })

  it('holds for values that are stored at once', async () => {
    const { open } = await storing()
    const values = open('drill', { quota: 20 })
    const results = await Promise.allSettled([values.set('a', '0123456789'), values.set('b', '0123456789')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('is 5 MB', async () => {
    const { open } = await storing()
    expect(await open('drill').usage()).toEqual({ used: 0, quota: 5 * 1024 * 1024 })
  })

  it('of the device is reported with what to do', async () => {
    const platform = memoryPlatform()
    const save = () => Promise.reject(new Error('The disk is full.'))
    Object.assign(platform, { data: { ...platform.data, save } })
    const { open } = await storing(platform)
    await expect(open('drill').set('a', 1)).rejects.toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('free some space'),
    })
  })
})

describe('a newer version of a plugin', () => {
  it('takes over what older ones have stored, step by step', async () => {
    const { open, platform } = await storing()
    await open('drill').set('best', 12)
    const again = await storing(platform)
    const values = again.open('drill', {
      version: 3,
      migrations: {
        1: ({ best }) => ({ list: [best] }),
        2: ({ list }) => ({ list, count: (list as unknown[]).length }),
      },
    })
    expect(await values.get('list')).toEqual([12])
    expect(await values.keys()).toEqual(['count', 'list'])
  })

  it('leaves everything as it is if a migration throws', async () => {
    const { open, platform } = await storing()
    await open('drill').set('best', 12)
    const again = await storing(platform)
    const broken = () => {
      throw new Error('no list')
    }
    await expect(
      again.open('drill', { version: 2, migrations: { 1: broken } }).get('best'),
    ).rejects.toMatchObject({ code: 'storage_migration' })
    const third = await storing(platform)
    expect(await third.open('drill').get('best')).toBe(12)
  })

  it('is not written over by an older one', async () => {
    const { open, platform } = await storing()
    await open('drill', { version: 2 }).set('best', 12)
    const again = await storing(platform)
    await expect(again.open('drill').set('best', 1)).rejects.toMatchObject({ code: 'storage_newer' })
    await expect(again.open('drill').get('best')).rejects.toThrow('update the plugin')
  })
})

describe('removing the data of a plugin', () => {
  it('removes it for all users of the device, and no other plugin’s', async () => {
    const { open, logIn, data } = await storing()
    await open('drill').set('best', 1)
    logIn('7')
    await open('drill').set('best', 2)
    await open('other').set('best', 3)
    expect(await data.usage('drill')).toBeGreaterThan(0)
    await data.remove('drill')
    expect(await data.usage('drill')).toBe(0)
    expect(await open('drill').get('best')).toBeUndefined()
    expect(await open('other').get('best')).toBe(3)
  })

  it('needs the permission to manage plugins', async () => {
    const kernel = await createTestKernel({
      plugins: [
        {
          ...makePlugin('nosy', {}, () => ({ activate: ({ get }) => void get(PLUGIN_DATA) })),
          permissions: {},
        },
      ],
    })
    await expect(kernel.host.activate('nosy')).rejects.toMatchObject({ code: 'permission_undeclared' })
    kernel.dispose()
  })
})

describe('synchronised values', () => {
  it('are records of the account, one for each key, which another device can change', async () => {
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
    expect(await values.get('best')).toBe(13)
    expect(await values.keys()).toEqual(['best', 'name'])
    expect(await open('drill').keys()).toEqual([])
  })

  it('have a quota and migrations, too, and are removed with the plugin’s data', async () => {
    const { open, logIn, data, platform } = await storing()
    logIn('7')
    const values = open('drill', { sync: true, quota: 20 })
    await values.set('best', 12)
    await expect(values.set('text', 'x'.repeat(20))).rejects.toMatchObject({ code: 'storage_full' })
    const again = await storing(platform)
    again.logIn('7')
    const migrations = { 1: ({ best }: Readonly<Record<string, unknown>>) => ({ list: [best] }) }
    const newer = again.open('drill', { sync: true, version: 2, migrations })
    expect(await newer.get('list')).toEqual([12])
    await again.data.remove('drill')
    expect(await newer.keys()).toEqual([])
    void data
  })
})
