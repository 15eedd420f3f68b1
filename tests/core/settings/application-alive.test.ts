// Whatever is in storage, the application starts, says what it has to, and its settings work.
import { expect, it } from 'vitest'
import type { Notice } from '../../../src/core/events/notices.js'
import { definePlugin, defineRuntime } from '../../../src/core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../src/core/kernel/services/tokens.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createTestKernel, expectNoLeaks, type TestKernel } from '../../../src/core/testing/test-kernel.js'
import { neck } from './settings-parts.js'

const guitar = definePlugin({
  id: 'guitar',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Guitar',
  runsIn: ['browser'],
  contributes: {
    settings: [neck],
    commands: [{ id: 'guitar.move-capo', title: 'Move the capo up' }],
  },
  load: async () => ({
    default: defineRuntime({
      commands: {
        'guitar.move-capo': ({ get }) => {
          const store = get(SETTINGS).store(neck)
          store.change({ capo: store.getState().capo + 1 })
        },
      },
      // Reads them at once, as a plugin does that shows something.
      activate: ({ get }) => void get(SETTINGS).store(neck).getState(),
    }),
  }),
})

async function start(platform: ReturnType<typeof memoryPlatform>) {
  const kernel = await createTestKernel({ platform, plugins: [guitar] })
  const notices: Notice[] = []
  kernel.notices.show(notice => void notices.push(notice))
  return { kernel, codes: () => notices.map(({ code }) => code) }
}

async function works(kernel: TestKernel): Promise<void> {
  expect(kernel.host.state('guitar')?.status).toBe('active')
  const before = kernel.settings.store(neck).getState().capo
  expect(await kernel.commands.execute('guitar.move-capo')).toMatchObject({ ok: true })
  expect(kernel.settings.store(neck).getState().capo).toBe(before + 1)
}

const NECK = 'fretworkNeck'

it.each([
  ['broken JSON', '{"capo":', 'settings_broken'],
  ['a bad field', '{"scale":"A Minor","capo":99,"leftHanded":false,"version":"3"}', 'settings_broken'],
  ['a newer version', '{"frets":[1],"version":"9"}', 'settings_newer'],
])('%s: said once, kept aside, and the plugin works', async (_, text, code) => {
  const platform = memoryPlatform({ stored: { [NECK]: text } })
  const first = await start(platform)
  await works(first.kernel)
  expect(first.codes()).toEqual([code])
  const aside = code === 'settings_newer' ? `${NECK}.v9` : `${NECK}.broken`
  expect(platform.storage.get(aside)).toBe(text)
  first.kernel.dispose()

  const second = await start(platform)
  await works(second.kernel)
  expect(second.codes()).toEqual([])
  expect(platform.storage.get(aside)).toBe(text)
})

it('an older version: taken over without a word, and written in the new form with the next change', async () => {
  const text = '{"scale":"G Major","capo":"4","mirrored":true,"version":"1"}'
  const platform = memoryPlatform({ stored: { [NECK]: text } })
  const { kernel, codes } = await start(platform)
  // A tab of the older program that is still open can go on until something is changed here.
  expect(platform.storage.get(NECK)).toBe(text)
  await works(kernel)
  expect(codes()).toEqual([])
  expect(JSON.parse(platform.storage.get(NECK) ?? '')).toEqual({
    scale: 'G Major',
    capo: 5,
    leftHanded: true,
    version: '3',
  })
})

it('two tabs: each goes on from what the other has set', async () => {
  const [left, right] = [memoryPlatform(), memoryPlatform()]
  // One storage; what one tab writes the other hears a moment later, as browsers do it.
  const { set } = left.storage
  left.storage.set = (key, value) => {
    set(key, value)
    right.storage.change(key, value)
  }
  const [a, b] = [await start(left), await start(right)]
  await works(a.kernel)
  await works(b.kernel)
  expect(b.kernel.settings.store(neck).getState().capo).toBe(2)
  expect([...a.codes(), ...b.codes()]).toEqual([])
})

it('a storage that takes nothing: settings hold until the end', async () => {
  const platform = memoryPlatform({ stored: { [NECK]: '{"capo":' } })
  platform.storage.set = () => {
    throw new Error('QuotaExceededError')
  }
  const { kernel, codes } = await start(platform)
  await works(kernel)
  expect(new Set(codes())).toEqual(new Set(['settings_broken', 'settings_not_stored']))
  expect(platform.storage.get(NECK)).toBe('{"capo":')
})

it('leaves nothing behind', async () => {
  const kernel = await createTestKernel({ plugins: [guitar] })
  kernel.settings.store(neck).change({ capo: 1 })
  expectNoLeaks(kernel)
})
