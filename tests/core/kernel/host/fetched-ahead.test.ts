import { describe, expect, it, vi } from 'vitest'
import {
  type PluginManifest,
  type PluginRuntime,
  provideFactory,
} from '../../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { later } from '../../../support/later.js'
import { kernelWith, makePlugin, providerOf, statuses } from '../make-plugin.js'

const NECK = createToken<object>('ahead.neck')
const BASE = createToken<object>('ahead.base')
const Screen = () => null

async function waitingFor(runtime: PluginRuntime, load?: PluginManifest['load']) {
  const { promise: started, answer: ready } = later()
  const slow = makePlugin(
    'slow',
    { provides: [NECK], activateOn: [] },
    { providers: [provideFactory(NECK, () => ({}))], activate: () => started },
  )
  const page = makePlugin('page', { requires: [NECK], activateOn: [] }, runtime)
  const kernel = await kernelWith([slow, load ? { ...page, load } : page])
  return { kernel, page, ready }
}

/** Typed as what plain JavaScript may hold. */
const screens = (loader: () => unknown) => ({ screens: { Page: loader } }) as unknown as PluginRuntime

describe('code that comes ahead', () => {
  it('is loaded once, and its screen is loaded, too, while the plugin that it needs still starts', async () => {
    const loader = vi.fn(async () => ({ default: Screen }))
    const { kernel, page, ready } = await waitingFor(screens(loader))
    const shown = kernel.host.loadScreen('page', 'Page')
    await vi.waitFor(() => expect(loader).toHaveBeenCalled())
    expect(statuses(kernel)).toEqual({ slow: 'activating', page: 'registered' })
    ready()
    expect(await shown).toBe(Screen)
    expect(page.loads()).toBe(1)
  })

  it.each<[string, () => unknown]>([
    ['throws at once', () => raise('broken')],
    ['is refused', async () => raise('broken')],
  ])('reports the error of a screen that %s, and nothing else fails', async (_how, loader) => {
    // What is caught nowhere fails the run.
    const { kernel, ready } = await waitingFor(screens(loader))
    const shown = kernel.host.loadScreen('page', 'Page')
    ready()
    await expect(shown).rejects.toThrow('broken')
  })

  it('accepts a screen that comes without a promise, and rejects a name that has no screen', async () => {
    const { kernel, ready } = await waitingFor(screens(() => ({ default: Screen })))
    ready()
    expect(await kernel.host.loadScreen('page', 'Page')).toBe(Screen)
    await expect(kernel.host.loadScreen('page', 'toString')).rejects.toMatchObject({ code: 'screen_missing' })
  })

  it('loads a screen again that did not come ahead', async () => {
    let calls = 0
    const loader = async () => {
      calls += 1
      return calls === 1 ? raise('offline') : { default: Screen }
    }
    const { kernel, ready } = await waitingFor(screens(loader))
    const shown = kernel.host.loadScreen('page', 'Page')
    await vi.waitFor(() => expect(calls).toBe(1))
    ready()
    expect(await shown).toBe(Screen)
  })

  it('is loaded again at its turn where it did not come', async () => {
    let calls = 0
    const load = async () => {
      calls += 1
      return calls === 1 ? raise('offline') : { default: {} }
    }
    const { kernel, ready } = await waitingFor({}, load)
    const up = kernel.host.activate('page')
    await vi.waitFor(() => expect(calls).toBe(1))
    ready()
    await up
    expect(statuses(kernel).page).toBe('active')
  })

  it('is not asked for where something that is needed on the way is switched off', async () => {
    const base = providerOf('base', BASE, {}, { activateOn: [] })
    const middle = makePlugin('middle', { requires: [BASE], provides: [NECK], activateOn: [] })
    const page = makePlugin('page', { requires: [NECK], activateOn: [] })
    const kernel = await kernelWith([base, middle, page])
    await kernel.host.disable('base')
    await expect(kernel.host.activate('page')).rejects.toBeDefined()
    expect([base.loads(), middle.loads(), page.loads()]).toEqual([0, 0, 0])
  })
})

function raise(message: string): never {
  throw new Error(message)
}
