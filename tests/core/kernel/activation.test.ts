import { expect, it, vi } from 'vitest'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { NOTICE, type Notice } from '../../../src/core/events/notices.js'
import {
  type PluginContext,
  type PluginManifest,
  type PluginRuntime,
  provide,
  provideFactory,
} from '../../../src/core/kernel/plugin.js'
import { inject, injectable } from '../../../src/core/platform/inject.js'
import { memoryPlatform, settle } from '../../../src/core/platform/memory-platform.js'
import { createToken } from '../../../src/core/platform/token.js'
import { expectNoLeaks, type TestKernel } from '../../../src/core/testing/test-kernel.js'
import { later } from '../../support/later.js'
import { kernelWith, makePlugin, providerOf, statuses } from './make-plugin.js'

interface Named {
  readonly name: string
}

const [NECK, MIDI] = [createToken<Named>('activation.neck'), createToken<Named>('activation.midi')]
const SOUND = createToken<Named>('activation.sound')

const providing = (token: typeof NECK, name: string) => ({
  providers: [provideFactory(token, () => ({ name }))],
})

function noticesOf(kernel: TestKernel): Notice[] {
  const notices: Notice[] = []
  kernel.events.on(NOTICE, notice => notices.push(notice))
  return notices
}

it('a plugin’s code is loaded only when its route, command or event needs it', async () => {
  const played = createEvent<number>('test.played')
  const command = (id: string) => ({ contributes: { commands: [{ id, title: 'Go' }] } })
  const byRoute = makePlugin('by-route', { activateOn: ['route:/fretboard'] })
  const byCommand = makePlugin(
    'by-command',
    { activateOn: ['command:by-command.go'], ...command('by-command.go') },
    { commands: { 'by-command.go': () => 'gone' } },
  )
  const byFamily = makePlugin('by-family', { activateOn: ['command:by-command.*'] })
  const byEvent = makePlugin('by-event', { activateOn: ['event:test.played'] })
  const plugins = [byRoute, byCommand, byFamily, byEvent]
  const kernel = await kernelWith(plugins)
  const loads = () => plugins.map(plugin => plugin.loads())
  expect(loads()).toEqual([0, 0, 0, 0])

  await kernel.host.trigger('route:/fretboard')
  expect(loads()).toEqual([1, 0, 0, 0])
  expect(await kernel.commands.execute('by-command.go')).toEqual({ ok: true, value: 'gone' })
  await settle()
  expect(loads()).toEqual([1, 1, 1, 0])
  kernel.events.emit(played, 1)
  kernel.events.emit(played, 2)
  await settle()
  expect(loads()).toEqual([1, 1, 1, 1])
  expect(kernel.host.state('by-event')?.status).toBe('active')
  expectNoLeaks(kernel)
})

it('loading a lazy service activates its provider', async () => {
  const sound = providerOf('sound', SOUND, { name: 'sound' }, { activateOn: ['route:/sound'] })
  const player = makePlugin(
    'player',
    { lazy: [SOUND], contributes: { commands: [{ id: 'player.play', title: 'Play' }] } },
    { commands: { 'player.play': async ({ load }) => (await load(SOUND)).name } },
  )
  const kernel = await kernelWith([sound, player])
  expect(sound.loads()).toBe(0)
  expect(await kernel.commands.execute('player.play')).toEqual({ ok: true, value: 'sound' })
  expect(statuses(kernel)).toEqual({ sound: 'active', player: 'active' })
})

it('a slow activation logs a warning', async () => {
  const platform = memoryPlatform()
  const slow = makePlugin(
    'slow',
    {},
    { activate: () => new Promise<void>(done => void platform.clock.after(60, done)) },
  )
  const starting = kernelWith([slow], { platform })
  // Two timers: the plugin's own and the activation timeout.
  await expect.poll(() => platform.clock.pending).toBe(2)
  await platform.clock.advance(60)
  expect((await starting).host.state('slow')).toMatchObject({ status: 'active', ms: 60 })
  expect(platform.logged.some(({ message }) => message === 'Activating slow took 60 ms.')).toBe(true)
})

it('a plugin that fails blocks its dependents but no other plugin', async () => {
  const kernel = await kernelWith([
    makePlugin('bad', { provides: [NECK] }, { activate: () => Promise.reject(new Error('No strings.')) }),
    makePlugin('dependent', { requires: [NECK] }),
    makePlugin('good'),
  ])
  expect(kernel.host.state('dependent')).toMatchObject({
    ...{ status: 'blocked', by: 'bad', code: 'plugin_blocked' },
    reason: expect.stringContaining('Requires "The bad", which couldn’t start'),
  })
  expect(kernel.host.state('good')?.status).toBe('active')
  expect(() => kernel.get(NECK)).toThrow(/"activation.neck" comes from the plugin "bad", which is failed/)
  expectNoLeaks(kernel)
})

it('a service that the manifest does not declare is private to its plugin', async () => {
  const SECRET = createToken<Named>('owner.secret')
  const activate = ({ get }: PluginContext) => void get(SECRET)
  const kernel = await kernelWith([
    makePlugin('owner', {}, { ...providing(SECRET, 'secret'), activate }),
    makePlugin('other', {}, { activate }),
  ])
  expect(kernel.host.state('owner')?.status).toBe('active')
  expect(kernel.host.state('other')).toMatchObject({ status: 'failed', code: 'token_undeclared' })
})

it('a private service is unavailable as an optional service, but its own plugin can follow it', async () => {
  const SECRET = createToken<Named>('owner.secret')
  const found: unknown[] = []
  const follow = ({ follow }: PluginContext) => follow(SECRET, service => void found.push(service?.name))
  await kernelWith([
    makePlugin('owner', {}, { ...providing(SECRET, 'secret'), activate: follow }),
    makePlugin('other', { optional: [SECRET] }, { activate: ({ find }) => void found.push(find(SECRET)) }),
  ])
  expect(found).toEqual(['secret', undefined])
})

it('an activation failure is reported to the user in one notice', async () => {
  const bad = makePlugin('bad', { activateOn: ['route:/bad'] }, { activate: () => raise('no neck') })
  const kernel = await kernelWith([bad])
  const notices = noticesOf(kernel)
  await kernel.host.trigger('route:/bad')
  expect(notices).toHaveLength(1)
  const [notice] = notices
  expect(notice).toMatchObject({ kind: 'error', code: 'activation_failed' })
  expect(kernel.translator.t('core', notice?.message ?? '', notice?.values)).toBe(
    '“The bad” couldn’t start: no neck. Everything else still works.',
  )
})

it.each([
  ['a token of another plugin', MIDI],
  ['an unknown token', createToken<Named>('activation.unknown')],
])('a class that injects %s is rejected, and the error includes its name', async (_what, token) => {
  @injectable()
  class Greedy {
    constructor(@inject(token) readonly midi: Named) {}
  }
  const kernel = await kernelWith([
    providerOf('midi', MIDI, { name: 'midi' }),
    makePlugin('greedy', { provides: [NECK] }, { providers: [provide(NECK, Greedy as never)] }),
  ])
  expect(kernel.host.state('greedy')).toMatchObject({ status: 'failed', code: 'token_undeclared' })
  expect(kernel.host.state('greedy')?.reason).toBe(
    `"greedy" uses "${token.id}", which its manifest does not declare; add it to requires, optional or lazy.`,
  )
})

it('activation times out after 5 s, and later registrations are undone', async () => {
  const platform = memoryPlatform()
  const [asleep, awake] = [later(), later()]
  let undone = 0
  const sleeper = makePlugin(
    'sleeper',
    { provides: [NECK] },
    {
      ...providing(NECK, 'neck'),
      activate: async ({ scope }) => {
        scope.onDispose(() => void undone++)
        asleep.answer()
        await awake.promise
        scope.onDispose(() => void undone++)
      },
    },
  )
  const starting = kernelWith([sleeper, makePlugin('dependent', { requires: [NECK] }), makePlugin('good')], {
    platform,
  })
  await asleep.promise
  await platform.clock.advance(4999)
  expect(undone).toBe(0)
  await platform.clock.advance(1)
  const kernel = await starting
  expect(kernel.host.state('sleeper')).toMatchObject({
    ...{ status: 'failed', code: 'activation_timeout' },
    reason: '"The sleeper" did not start within 5 seconds.',
  })
  expect(statuses(kernel)).toMatchObject({ dependent: 'blocked plugin_blocked', good: 'active' })
  expect(undone).toBe(1)
  awake.answer()
  await settle()
  expect([undone, kernel.host.state('sleeper')?.status]).toEqual([2, 'failed'])
  expectNoLeaks(kernel)
})

it('closing the app aborts pending activations without a notice', async () => {
  const hanging = makePlugin(
    'hanging',
    { activateOn: ['route:/x'] },
    { activate: () => new Promise(() => undefined) },
  )
  const kernel = await kernelWith([hanging])
  const notices = noticesOf(kernel)
  const starting = kernel.host.trigger('route:/x')
  await settle()
  expect(kernel.host.state('hanging')?.status).toBe('activating')
  kernel.dispose()
  await starting
  expect([kernel.platform.clock.pending, notices]).toEqual([0, []])
})

const [AHEAD, BASE] = [createToken<object>('ahead.neck'), createToken<object>('ahead.base')]
const Screen = () => null

async function waitingFor(runtime: PluginRuntime, load?: PluginManifest['load']) {
  const { promise: started, answer: ready } = later()
  const slow = makePlugin(
    'slow',
    { provides: [AHEAD], activateOn: [] },
    { providers: [provideFactory(AHEAD, () => ({}))], activate: () => started },
  )
  const page = makePlugin('page', { requires: [AHEAD], activateOn: [] }, runtime)
  const kernel = await kernelWith([slow, load ? { ...page, load } : page])
  return { kernel, page, ready }
}

/** Accepts invalid loaders too, because JavaScript plugins can pass anything. */
const screens = (loader: () => unknown) => ({ screens: { Page: loader } }) as unknown as PluginRuntime

it('a plugin’s code and screen are preloaded once while a required plugin is starting', async () => {
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
  ['throws', () => raise('broken')],
  ['rejects', async () => raise('broken')],
])('a screen loader that %s is reported and has no other effect', async (_how, loader) => {
  // An unhandled rejection would fail the test run.
  const { kernel, ready } = await waitingFor(screens(loader))
  const shown = kernel.host.loadScreen('page', 'Page')
  ready()
  await expect(shown).rejects.toThrow('broken')
})

it('a screen may load synchronously, and an unknown screen name is rejected', async () => {
  const { kernel, ready } = await waitingFor(screens(() => ({ default: Screen })))
  ready()
  expect(await kernel.host.loadScreen('page', 'Page')).toBe(Screen)
  await expect(kernel.host.loadScreen('page', 'toString')).rejects.toMatchObject({ code: 'screen_missing' })
})

const failsOnce = <T>(loaded: T) => vi.fn(async () => loaded).mockRejectedValueOnce(new Error('offline'))

it('a screen is loaded again if preloading failed', async () => {
  const loader = failsOnce({ default: Screen })
  const { kernel, ready } = await waitingFor(screens(loader))
  const shown = kernel.host.loadScreen('page', 'Page')
  await vi.waitFor(() => expect(loader).toHaveBeenCalledOnce())
  ready()
  expect(await shown).toBe(Screen)
})

it('plugin code is loaded again if preloading failed', async () => {
  const load = failsOnce({ default: {} })
  const { kernel, ready } = await waitingFor({}, load)
  const up = kernel.host.activate('page')
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  ready()
  await up
  expect(statuses(kernel).page).toBe('active')
})

it('code is not preloaded if an indirect dependency is disabled', async () => {
  const base = providerOf('base', BASE, {}, { activateOn: [] })
  const middle = makePlugin('middle', { requires: [BASE], provides: [AHEAD], activateOn: [] })
  const page = makePlugin('page', { requires: [AHEAD], activateOn: [] })
  const kernel = await kernelWith([base, middle, page])
  await kernel.host.disable('base')
  await expect(kernel.host.activate('page')).rejects.toBeDefined()
  expect([base.loads(), middle.loads(), page.loads()]).toEqual([0, 0, 0])
})

function raise(message: string): never {
  throw new Error(message)
}
