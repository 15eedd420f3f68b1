// Tests when sync starts and ends.
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { PluginContext } from '../../../../src/core/kernel/plugin.js'
import { ARRIVING } from '../../../../src/core/kernel/plugin-state.js'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { defineSettings } from '../../../../src/core/settings/section.js'
import { startUserDevice } from '../../../../src/plugins/library/sync/start.js'
import { createSync, type StartedDevice } from '../../../../src/plugins/library/sync/sync.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { openKernel } from '../../../support/open-kernel.js'
import { LOGGED_OUT, sessionOf } from '../library-kernel.js'

function syncing() {
  const { storage, clock } = memoryPlatform()
  const session = createStore(sessionOf('ada'))
  const calls: string[] = []
  const sync = createSync({
    ...{ session, storage, clock, isOn: createStore({ on: true }) },
    ...{ keyOf: name => name, log: { error: () => undefined } },
    start: async user => {
      calls.push(`start ${user}`)
      return {
        ...{ conflicts: { view: createStore([]) }, collections: [] },
        device: { now: async () => void calls.push('now') },
        dispose: () => void calls.push(`end ${user}`),
      } as unknown as StartedDevice
    },
  })
  return { sync, session, calls }
}

it('sync starts on request, not with the library, and follows the session', async () => {
  const { sync, session, calls } = syncing()
  expect([calls, sync.view.getState().state]).toEqual([[], 'off'])
  sync.begin()
  expect(sync.view.getState().state).toBe('working')
  await expect.poll(() => calls).toEqual(['start ada'])
  session.setState(LOGGED_OUT)
  session.setState(sessionOf('ben'))
  await expect.poll(() => calls).toEqual(['start ada', 'end ada', 'start ben'])
  sync.dispose()
  await expect.poll(() => calls.at(-1)).toBe('end ben')
})

it('on the command line, the first request starts sync', async () => {
  const { sync, calls } = syncing()
  await sync.now()
  expect(calls).toEqual(['start ada', 'now'])
})

it('sync waits for external plugins, whose settings it includes', async () => {
  let context: PluginContext | undefined
  const plugin = makePlugin(
    'syncing',
    {},
    {
      activate: given => {
        context = given
      },
    },
  )
  const { kernel } = await openKernel({ plugins: [plugin], activate: ['syncing'] })
  kernel.commands.setContext(ARRIVING, true)
  const starting = startUserDevice(context ?? expect.unreachable('Not active.'), 'ada', () => undefined)
  await new Promise(resolve => setTimeout(resolve, 20))
  const section = defineSettings<{ taps: string[] }>({
    ...{ id: 'tap', title: 'Tap', version: '1', defaults: { taps: [] } },
    schema: z.object({ taps: z.array(z.string()) }),
    sync: { lists: { taps: { whole: true } } },
  })
  const registered = kernel.settings.register(section)
  kernel.commands.setContext(ARRIVING, undefined)
  const { collections, dispose } = await starting
  expect(collections.map(({ kind }) => kind)).toContain('tap.taps.1')
  dispose()
  registered.dispose()
})
