import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ApartStart, Channel } from '../../../../src/apart/protocol.js'
import { StandIns } from '../../../../src/apart/worker/stand-ins.js'
import { workerContext } from '../../../../src/apart/worker/worker-context.js'
import { bridge } from '../../../../src/app/external/apart/bridge.js'
import { openServices } from '../../../../src/app/external/apart/services.js'
import { type PluginManifest, provideFactory } from '../../../../src/core/kernel/manifest/plugin.js'
import { AUTH, PLUGIN_STORAGE } from '../../../../src/core/kernel/services/tokens.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'
import { METRONOME } from '../../../../src/plugins/practice/tokens.js'
import { settingsCollections } from '../../../../src/plugins/sync/local/settings-collections.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'

const thrown = (error: Error) => {
  throw error
}

function ticking(activateOn: PluginManifest['activateOn'] = ['startup']) {
  const view = createStore({ running: false, bpm: 90 })
  const metronome = { view, start: () => 'on', stop: () => 'off' }
  const plugin = makePlugin(
    'metronome',
    { provides: [METRONOME], activateOn },
    { providers: [provideFactory(METRONOME, () => metronome as never)] },
  )
  return { plugin, view }
}

/** The context of a plugin called coach in its worker; the worker itself is not needed for it. */
async function coach(uses: Partial<PluginManifest>, plugins: readonly PluginManifest[]) {
  const manifest = makePlugin('coach', { runs: 'apart', ...uses })
  const kernel = await createTestKernel({ plugins: [...plugins, manifest] })
  await kernel.host.enable('coach')
  const { port1, port2 } = new MessageChannel()
  const say = (name: string, ...args: readonly unknown[]) => page.say(name, args)
  const call = (name: string, ...args: readonly unknown[]) => page.call(name, args)
  const context = kernel.host.activeContext('coach')
  const page: Channel = new Channel(
    port1,
    bridge({ kernel, manifest, context, say, call, addScreen: () => undefined }),
    thrown,
  )
  const { requires = [], optional = [], lazy = [] } = manifest
  const start: ApartStart = {
    ...{ plugin: 'coach', base: '', entry: '', granted: [], settings: {}, commands: [], timeOrigin: 0 },
    ...{ provides: [], words: { language: 'en', locale: 'en-US', sentences: {} } },
    declared: [...requires, ...optional, ...lazy].map(({ id }) => id),
    services: openServices(manifest, context, say),
  }
  const heard = (name: string) => [name, (...args: never[]) => standIns.heard[name]?.(...args)] as const
  const worker: Channel = new Channel(
    port2,
    Object.fromEntries(['store', 'service', 'storage.changed'].map(heard)),
    thrown,
  )
  const standIns = new StandIns(start, worker)
  onTestFinished(() => {
    for (const channel of [page, worker]) channel.close()
    for (const port of [port1, port2]) port.close()
    kernel.dispose()
  })
  return { kernel, apart: workerContext({ start, channel: worker, standIns, runtime: {}, items: new Map() }) }
}

describe('a service of another plugin, apart', () => {
  it('is followed as it comes and goes', async () => {
    const { plugin } = ticking()
    const { kernel, apart } = await coach({ lazy: [METRONOME] }, [plugin])
    await kernel.host.activate('metronome')
    const seen: unknown[] = []
    apart.follow(METRONOME, metronome => {
      seen.push(metronome?.view.getState().bpm)
      return () => void seen.push('over')
    })
    await kernel.host.disable('metronome')
    await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined())
    expect(apart.find(METRONOME)).toBeUndefined()
    await kernel.host.enable('metronome')
    await vi.waitFor(() => expect(seen.slice(-4)).toEqual(['over', undefined, 'over', 90]))
  })

  it('is activated by loading it, when it is lazy', async () => {
    const { plugin, view } = ticking(['command:metronome.*'])
    const { apart, kernel } = await coach({ lazy: [METRONOME] }, [plugin])
    expect(apart.find(METRONOME)).toBeUndefined()
    const found = await apart.load(METRONOME)
    expect(await found.start()).toBe('on')
    expect(kernel.host.states.getState().metronome?.status).toBe('active')
    view.setState({ running: true })
    await vi.waitFor(() => expect(found.view.getState()).toEqual({ running: true, bpm: 90 }))
  })

  it('has to be declared, also to be followed', async () => {
    const { apart } = await coach({}, [])
    const undeclared = expect.objectContaining({ code: 'token_undeclared' })
    expect(() => apart.follow(METRONOME, () => undefined)).toThrow(undeclared)
    await expect(apart.load(METRONOME)).rejects.toEqual(undeclared)
  })
})

it('a storage says what another device has changed', async () => {
  const { kernel, apart } = await coach({}, [])
  const state = createStore({ status: 'loggedIn', user: { id: '7' } })
  Object.defineProperty(kernel.get(AUTH), 'state', { value: state })
  const values = apart.get(PLUGIN_STORAGE).open({ sync: true })
  await values.set('best', 12)
  const changed: (readonly string[])[] = []
  const ending = values.onChange(keys => changed.push(keys))
  // The page has been asked to watch once it answers what was asked later.
  await values.keys()
  const list = settingsCollections(kernel.settings, '7').find(({ kind }) => kind === 'Data.coach.values.1')
  await list?.change(['best', 'name'], (_id, here) => ({ value: here ? 13 : 'Anna' }))
  await vi.waitFor(() => expect(changed).toEqual([['best', 'name']]))
  ending.dispose()
  await list?.change(['best'], () => ({ value: 14 }))
  expect(await values.get('best')).toBe(14)
  expect(changed).toHaveLength(1)
})
