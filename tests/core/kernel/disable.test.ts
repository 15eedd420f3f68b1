import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  type PluginContext,
  type PluginManifest,
  type PluginRuntime,
  provideFactory,
} from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { later } from '../../support/later.js'
import { kernelWith, makePlugin, statuses } from './make-plugin.js'

interface Numbered {
  readonly turn: number
}

const [MIDI, NECK] = [createToken<Numbered>('disable.midi'), createToken<Numbered>('disable.neck')]
const SOUND = createToken<Numbered>('disable.sound')

/**
 * Creates plugins that record when they start and stop. The `turn` of a service is its plugin's activation
 * count.
 */
function diary() {
  const lines: string[] = []
  const turns = new Map<string, number>()
  const plugin = (
    id: string,
    manifest: Partial<PluginManifest> & { provides?: readonly (typeof MIDI)[] } = {},
    runtime: PluginRuntime = {},
  ) =>
    makePlugin(id, manifest, {
      providers: (manifest.provides ?? []).map(token =>
        provideFactory(token, () => ({ turn: turns.get(id) ?? 0 })),
      ),
      ...runtime,
      activate: async context => {
        turns.set(id, (turns.get(id) ?? 0) + 1)
        lines.push(`+${id}`)
        context.scope.onDispose(() => void lines.push(`-${id}`))
        await runtime.activate?.(context)
      },
    })
  const since = () => lines.splice(0)
  return { plugin, since }
}

it('disabling a plugin stops its dependents first, and enabling it restarts them', async () => {
  const { plugin, since } = diary()
  const kernel = await kernelWith([
    plugin('page', { requires: [NECK, SOUND] }),
    plugin('neck', { provides: [NECK], requires: [MIDI] }),
    plugin('sound', { provides: [SOUND], requires: [MIDI] }),
    plugin('midi', { provides: [MIDI] }),
    plugin('bystander'),
  ])
  since()
  await kernel.host.disable('midi')
  expect(since()).toEqual(['-page', '-sound', '-neck', '-midi'])
  expect(statuses(kernel)).toEqual({
    ...{ page: 'blocked plugin_disabled', neck: 'blocked plugin_disabled' },
    ...{ sound: 'blocked plugin_disabled', midi: 'disabled plugin_disabled', bystander: 'active' },
  })
  expect(kernel.host.state('page')).toMatchObject({
    by: 'midi',
    reason: 'It needs "The midi", which is disabled.',
  })
  expect(() => kernel.get(NECK)).toThrow('“The midi” is disabled.')
  await expect(kernel.host.activate('page')).rejects.toMatchObject({ code: 'plugin_blocked' })

  await kernel.host.enable('midi')
  expect(new Set(Object.values(statuses(kernel)))).toEqual(new Set(['active']))
  const back = since()
  expect([[back[0], back.at(-1)], back.length]).toEqual([['+midi', '+page'], 4])
  expectNoLeaks(kernel)
})

it('a service provided under several tokens is disposed once', async () => {
  const ended: string[] = []
  const neck = { turn: 1, dispose: () => void ended.push('neck') }
  const kernel = await kernelWith([
    makePlugin(
      'both',
      { provides: [MIDI, NECK, SOUND] },
      {
        providers: [
          provideFactory(MIDI, () => neck),
          provideFactory(SOUND, () => ({ turn: 1, dispose: () => void ended.push('sound') })),
          provideFactory(NECK, () => neck),
        ],
      },
    ),
  ])
  await kernel.host.disable('both')
  expect(ended).toEqual(['sound', 'neck'])
  await kernel.host.enable('both')
  await kernel.host.disable('both')
  expect(ended).toEqual(['sound', 'neck', 'sound', 'neck'])
  expectNoLeaks(kernel)
})

it('disabling a plugin restarts plugins that use its service optionally, and their dependents', async () => {
  const { plugin, since } = diary()
  const found: boolean[] = []
  const kernel = await kernelWith([
    plugin('sound', { provides: [SOUND] }),
    plugin(
      'neck',
      { provides: [NECK], optional: [SOUND] },
      { activate: ({ find }) => void found.push(find(SOUND) !== undefined) },
    ),
    plugin('page', { requires: [NECK] }),
    plugin('other', { provides: [MIDI] }),
  ])
  since()
  found.length = 0
  await kernel.host.disable('sound')
  expect([since(), found]).toEqual([['-sound', '-page', '-neck', '+neck', '+page'], [false]])
  await kernel.host.enable('sound')
  expect(since()).toEqual(['+sound', '-page', '-neck', '+neck', '+page'])
  expect(found).toEqual([false, true])
})

it('a plugin disabled while starting is disposed once it has started', async () => {
  const { plugin, since } = diary()
  const { promise, answer: goOn } = later()
  const activate = vi.fn(() => promise)
  const kernel = await kernelWith([
    plugin('midi', { provides: [MIDI] }),
    plugin('slow', { requires: [MIDI], activateOn: ['route:/x'] }, { activate }),
  ])
  const starting = kernel.host.trigger('route:/x')
  await expect.poll(() => activate).toHaveBeenCalled()
  const disabling = kernel.host.disable('midi')
  goOn()
  await Promise.all([starting, disabling])
  expect(since()).toEqual(['+midi', '+slow', '-slow', '-midi'])
  expect(statuses(kernel)).toEqual({ midi: 'disabled plugin_disabled', slow: 'blocked plugin_disabled' })
})

it('disabling a plugin blocks waiting dependents and hides their commands until it is enabled', async () => {
  const { plugin } = diary()
  const later = { activateOn: ['command:x'] } as const
  const kernel = await kernelWith([
    plugin('midi', { provides: [MIDI], ...later }),
    plugin('neck', {
      provides: [NECK],
      requires: [MIDI],
      contributes: { commands: [{ id: 'neck.light', title: 'Light' }] },
      ...later,
    }),
    plugin('page', { requires: [NECK], ...later }),
    plugin('sound', { optional: [MIDI], ...later }),
  ])
  await kernel.host.disable('midi')
  expect(statuses(kernel)).toMatchObject({
    ...{ neck: 'blocked plugin_disabled', page: 'blocked plugin_disabled', sound: 'registered' },
  })
  expect(kernel.host.state('page')).toMatchObject({ by: 'midi' })
  expect(kernel.commands.find('neck.light')).toBeUndefined()
  await kernel.host.enable('midi')
  expect(statuses(kernel)).toEqual({
    ...{ midi: 'active', neck: 'registered', page: 'registered', sound: 'registered' },
  })
  expect(kernel.commands.find('neck.light')).toBeDefined()
})

it('a plugin disabled by the user stays disabled when its dependency is enabled', async () => {
  const { plugin } = diary()
  const kernel = await kernelWith([
    plugin('midi', { provides: [MIDI] }),
    plugin('neck', { requires: [MIDI] }),
  ])
  await kernel.host.disable('neck')
  await kernel.host.disable('midi')
  await kernel.host.enable('midi')
  expect(statuses(kernel)).toEqual({ midi: 'active', neck: 'disabled plugin_disabled' })
})

it('disabling a plugin removes its settings, and enabling restores them', async () => {
  const section = {
    ...{ id: 'Neck', title: 'Neck', version: '1', schema: z.object({ frets: z.number() }) },
    defaults: { frets: 12 },
  }
  const kernel = await kernelWith([makePlugin('neck', { contributes: { settings: [section as never] } })])
  const isThere = () => kernel.settings.sections.getState().some(({ id }) => id === 'Neck')
  expect(isThere()).toBe(true)
  await kernel.host.disable('neck')
  expect(isThere()).toBe(false)
  await kernel.host.enable('neck')
  expect(isThere()).toBe(true)
})

it('a plugin’s registrations are undone in reverse order, even if one throws', async () => {
  const order: string[] = []
  class Disposed {
    dispose() {
      order.push('service')
    }
  }
  const kernel = await kernelWith([
    makePlugin(
      'neck',
      { provides: [SOUND] },
      {
        providers: [provideFactory(SOUND, () => Object.assign(new Disposed(), { turn: 1 }))],
        activate: ({ scope }) => {
          scope.onDispose(() => void order.push('first'))
          scope.onDispose(() => {
            throw new Error('Stuck.')
          })
          scope.onDispose(() => void order.push('last'))
        },
      },
    ),
  ])
  await kernel.host.disable('neck')
  expect(order).toEqual(['last', 'first', 'service'])
  expect(kernel.platform.logged.slice(-1)).toMatchObject([
    { level: 'error', source: 'neck', message: 'Couldn’t dispose of a registration' },
  ])
  expect([kernel.host.state('neck')?.status, kernel.find(SOUND)]).toEqual(['disabled', undefined])
})

function noting() {
  const found: Record<string, readonly string[]> = {}
  const plugin = (id: string, manifest: Partial<PluginManifest>) =>
    makePlugin(id, manifest, {
      providers: (manifest.provides ?? []).map(token => provideFactory(token, () => ({}))),
      activate: ({ find }) => {
        found[id] = (manifest.optional ?? []).filter(token => find(token)).map(token => token.id)
      },
    })
  return { found, plugin }
}

it('the next call finds an optional service that started later', async () => {
  const { found, plugin } = noting()
  let find: PluginContext['find'] | undefined
  const activate = (context: PluginContext) => {
    find = context.find
  }
  const asking = makePlugin('asking', { optional: [SOUND] }, { activate })
  const sound = plugin('sound', { provides: [SOUND], activateOn: ['route:/x'] })
  const kernel = await kernelWith([asking, plugin('page', { optional: [SOUND] }), sound])
  const seen: boolean[] = []
  kernel.host.states.subscribe(() => seen.push(find?.(SOUND) !== undefined))
  expect(sound.loads()).toBe(0)
  await kernel.host.trigger('route:/x')
  expect(found.page).toEqual([])
  expect(find?.(SOUND)).toBeDefined()
  expect(seen.at(-1)).toBe(true)
})

it('a cycle of optional dependencies drops only one of them, and all plugins start', async () => {
  const { found, plugin } = noting()
  const kernel = await kernelWith([
    plugin('neck', { provides: [NECK], optional: [SOUND] }),
    plugin('sound', { provides: [SOUND], optional: [MIDI] }),
    plugin('midi', { provides: [MIDI], optional: [NECK] }),
    plugin('page', { requires: [SOUND], optional: [MIDI, NECK] }),
  ])
  expect(new Set(Object.values(statuses(kernel)))).toEqual(new Set(['active']))
  expect(found).toEqual({
    ...{
      midi: [],
      sound: ['disable.midi'],
      neck: ['disable.sound'],
      page: ['disable.midi', 'disable.neck'],
    },
  })
})

it('an optional service is missing if its provider fails, and the provider is started only once', async () => {
  const { found, plugin } = noting()
  const broken = makePlugin(
    'sound',
    { provides: [SOUND] },
    { activate: () => Promise.reject(new Error('No sound card.')) },
  )
  const kernel = await kernelWith([plugin('neck', { optional: [SOUND] }), broken])
  expect(statuses(kernel)).toMatchObject({ neck: 'active', sound: expect.stringContaining('failed') })
  expect(found.neck).toEqual([])
  expect(broken.loads()).toBe(1)
})
