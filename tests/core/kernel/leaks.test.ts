import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { type PluginContext, provide } from '../../../src/core/kernel/plugin.js'
import {
  AUTH,
  CLOCK,
  COMMANDS,
  CONNECTION,
  EVENTS,
  NOTICES,
  SETTINGS,
  STORAGE,
} from '../../../src/core/kernel/tokens.js'
import { inject, injectable } from '../../../src/core/platform/inject.js'
import type { Disposable } from '../../../src/core/platform/store.js'
import { createExtensionPoint, createToken } from '../../../src/core/platform/token.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { kernelWith, makePlugin } from './make-plugin.js'

const heard = createEvent<number>('leaks.heard')
const NECK = createToken<object>('leaks.neck')
const LAYERS = createExtensionPoint<string>('leaks.layers')

const section = {
  ...{ id: 'Leaky', title: 'Leaky', version: '1', schema: z.object({ on: z.boolean() }) },
  defaults: { on: true },
}

const leaky = (activate: (context: PluginContext) => void | Promise<void>) =>
  makePlugin('leaky', {}, { activate })

/** Disables the plugin and returns its reported leaks. */
async function leaksOf(activate: (context: PluginContext) => void | Promise<void>) {
  const kernel = await kernelWith([leaky(activate)])
  await kernel.host.disable('leaky')
  return { kernel, leaks: kernel.host.state('leaky')?.leaks }
}

it('everything that a disabled plugin leaked is removed and reported', async () => {
  const { kernel, leaks } = await leaksOf(({ get }) => {
    get(EVENTS).on(heard, () => undefined)
    get(CLOCK).after(250, () => undefined)
    get(CLOCK).every(1000, () => undefined)
    get(COMMANDS).register({ id: 'leaky.more', title: 'More' }, 'leaky', () => 1)
    get(SETTINGS).register(section)
    get(STORAGE).onChange(() => undefined)
    get(NOTICES).show(() => undefined)
    get(AUTH).onLoggedOut(() => undefined)
    get(CONNECTION).onConnected(() => undefined)
  })
  expect(leaks).toEqual([
    'a listener of leaks.heard',
    'a timer of 250 ms',
    'a timer of every 1000 ms',
    'the command leaky.more',
    'the settings section Leaky',
    'a listener of the storage',
    'a listener of the notices',
    'a listener of the log-out',
    'a listener of the connection',
  ])
  expect([kernel.events.listenerCount(heard), kernel.platform.clock.pending]).toEqual([0, 0])
  expect(kernel.commands.find('leaky.more')).toBeUndefined()
  expect(kernel.settings.sections.getState().some(({ id }) => id === 'Leaky')).toBe(false)
  expect(kernel.platform.logged.at(-1)).toMatchObject({
    ...{ level: 'warn', source: 'leaky' },
    message: expect.stringMatching(
      /^Removed because the plugin didn’t clean up: a listener of leaks\.heard, .*scope\.$/,
    ),
  })
  expect(() => expectNoLeaks(kernel)).toThrow(
    'a listener of leaks.heard of leaky, a timer of 250 ms of leaky',
  )
})

it('leaks in services and commands are also found', async () => {
  @injectable()
  class Neck {
    constructor(@inject(EVENTS) events: { on: (event: typeof heard, listener: () => void) => Disposable }) {
      events.on(heard, () => undefined)
    }
  }
  const kernel = await kernelWith([
    makePlugin(
      'neck',
      { provides: [NECK], contributes: { commands: [{ id: 'neck.wait', title: 'Wait' }] } },
      {
        providers: [provide(NECK, Neck as never)],
        commands: { 'neck.wait': ({ get }) => void get(CLOCK).after(5, () => undefined) },
      },
    ),
  ])
  await kernel.commands.attempt('neck.wait')
  await kernel.host.disable('neck')
  expect(kernel.host.state('neck')?.leaks).toEqual(['a listener of leaks.heard', 'a timer of 5 ms'])
})

it('disposed registrations and finished timers do not count as leaks', async () => {
  const kernel = await kernelWith([
    leaky(({ get, scope }) => {
      scope.add(get(EVENTS).on(heard, () => undefined))
      get(EVENTS)
        .on(heard, () => undefined)
        .dispose()
      get(CLOCK).after(100, () => undefined)
    }),
  ])
  await kernel.platform.clock.advance(100)
  await kernel.host.disable('leaky')
  expect(kernel.host.state('leaky')?.leaks).toBeUndefined()
  expect(kernel.platform.logged.filter(({ level }) => level === 'warn')).toEqual([])
  expectNoLeaks(kernel)
})

it('registrations disposed by a screen when its plugin stops do not count as leaks', async () => {
  let listening: Disposable | undefined
  const kernel = await kernelWith([
    leaky(({ get }) => {
      listening = get(EVENTS).on(heard, () => undefined)
    }),
  ])
  // React would dispose the registrations right after the state change, before other code runs.
  const unfollow = kernel.host.states.subscribe(({ leaky: state }) => {
    if (state?.status === 'disabled') void Promise.resolve().then(() => listening?.dispose())
  })
  await kernel.host.disable('leaky')
  unfollow()
  expect(kernel.host.state('leaky')?.leaks).toBeUndefined()
  expect(kernel.platform.logged.filter(({ level }) => level === 'warn')).toEqual([])
})

it('a disabled plugin’s conditions are cleared, and late code cannot set them again', async () => {
  let late: (() => void) | undefined
  const { kernel, leaks } = await leaksOf(({ get }) => {
    get(COMMANDS).setContext('leaky.tuned', true)
    late = () => {
      get(COMMANDS).setContext('leaky.late', true)
      get(EVENTS).on(heard, () => undefined)
    }
  })
  late?.()
  const conditions = kernel.commands.conditions.getState()
  expect([conditions['leaky.tuned'], conditions['leaky.late']]).toEqual([undefined, undefined])
  expect([kernel.events.listenerCount(heard), leaks]).toEqual([0, undefined])
  expectNoLeaks(kernel)
})

it('leaks are reported after each restart, and a run without leaks clears the report', async () => {
  let forgetful = true
  const kernel = await kernelWith([
    leaky(({ get, scope }) => {
      const listening = get(EVENTS).on(heard, () => undefined)
      if (!forgetful) scope.add(listening)
    }),
  ])
  await kernel.host.disable('leaky')
  await kernel.host.enable('leaky')
  expect(kernel.host.state('leaky')).toMatchObject({
    status: 'active',
    leaks: ['a listener of leaks.heard'],
  })
  forgetful = false
  await kernel.host.replace(leaky(({ get, scope }) => void scope.add(get(EVENTS).on(heard, () => undefined))))
  await kernel.host.disable('leaky')
  expect(kernel.host.state('leaky')?.leaks).toBeUndefined()
})

it('leaks from a failed activation are removed', async () => {
  const kernel = await kernelWith([
    leaky(({ get }) => {
      get(EVENTS).on(heard, () => undefined)
      throw new Error('No strings.')
    }),
  ])
  expect(kernel.events.listenerCount(heard)).toBe(0)
  expect(kernel.host.state('leaky')).toMatchObject({
    status: 'failed',
    leaks: ['a listener of leaks.heard'],
  })
})

it('expectNoLeaks reports leaks without a known owner', async () => {
  const kernel = await kernelWith([makePlugin('neck', { extensionPoints: [LAYERS] })])
  kernel.events.on(heard, () => undefined)
  kernel.events.on(heard, () => undefined)
  kernel.platform.clock.after(5, () => undefined)
  kernel.commands.register({ id: 'x.go', title: 'Go' }, 'x', () => 1)
  kernel.settings.register(section)
  kernel.commands.setContext('neck.held', 1)
  expect(() => expectNoLeaks(kernel)).toThrow(
    'After disposal there is still 2 × a listener of leaks.heard, 1 × a timer, the command x.go of x, ' +
      'the settings section Leaky, the condition neck.held.',
  )
})
