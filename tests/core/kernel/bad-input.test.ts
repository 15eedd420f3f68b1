import { expect, it } from 'vitest'
import { createEvent } from '../../../src/core/events/event-bus.js'
import {
  type PluginContext,
  type PluginManifest,
  type PluginRuntime,
  provideFactory,
} from '../../../src/core/kernel/plugin.js'
import { COMMANDS } from '../../../src/core/kernel/tokens.js'
import { createToken } from '../../../src/core/platform/token.js'
import { type TestKernel } from '../../../src/core/testing/test-kernel.js'
import { commandOf, kernelWith, makePlugin } from './make-plugin.js'

const [NECK, MIDI] = [createToken<object>('bad.neck'), createToken<object>('input.midi')]
const alive = createEvent<string>('good.heard')

/** Creates a working plugin with a service, an event and a command with a shortcut. */
const good = () =>
  makePlugin(
    'good',
    { provides: [MIDI], contributes: { commands: [{ id: 'good.answer', title: 'Answer', keys: ['x'] }] } },
    {
      providers: [provideFactory(MIDI, () => ({ name: 'good' }))],
      commands: { 'good.answer': ({ get }) => get(MIDI) },
    },
  )

async function expectAlive(kernel: TestKernel): Promise<void> {
  expect(kernel.host.state('good')?.status).toBe('active')
  expect(await kernel.commands.attempt('good.answer')).toEqual({ name: 'good' })
  expect(kernel.commands.keysOf('good.answer')).toEqual(['x'])
  const heard: string[] = []
  const listening = kernel.events.on(alive, word => heard.push(word))
  kernel.events.emit(alive, 'yes')
  listening.dispose()
  expect(heard).toEqual(['yes'])
  expect(kernel.host.add(makePlugin('late')).status).toBe('registered')
  await kernel.host.activate('late')
}

const throwing = (message: string) => (): never => {
  throw new Error(message)
}

const BAD_CODE: [string, () => unknown, code: string, reason: string, manifest?: object][] = [
  ['throws on load', throwing('The disk is gone.'), 'plugin_load_failed', 'The disk is gone.'],
  [
    'registers a command of another plugin at run time',
    () => ({
      activate: ({ get }: PluginContext) =>
        void get(COMMANDS).register({ id: 'good.answer', title: 'Mine' }, 'bad', () => 'mine'),
    }),
    'command_twice',
    'already exists in good',
  ],
  [
    'throws while building a service',
    () => ({ providers: [provideFactory(NECK, throwing('No strings.'))] }),
    'activation_failed',
    'No strings.',
  ],
  [
    'does not provide a declared service',
    () => ({}),
    'token_not_provided',
    '"bad" declares "bad.neck" in provides but has no provider for it.',
    { provides: [NECK] },
  ],
]

it.each(BAD_CODE)(
  'a plugin that %s fails with a reason and affects no other plugin',
  async (_what, runtime, code, reason, manifest = {}) => {
    const bad = makePlugin('bad', manifest, runtime as () => PluginRuntime)
    const kernel = await kernelWith([bad, good()])
    expect(kernel.host.state('bad')).toMatchObject({ status: 'failed', code })
    expect(kernel.host.state('bad')?.reason).toContain(reason)
    await expectAlive(kernel)
  },
)

it('loading a plugin times out after 30 s and can be retried', async () => {
  let arrive: (() => void) | undefined
  const runtime: PluginRuntime = {}
  const bad: PluginManifest = {
    ...makePlugin('bad', { activateOn: ['route:/bad'] }),
    load: () =>
      new Promise(resolve => {
        arrive = () => resolve({ default: runtime })
      }),
  }
  const kernel = await kernelWith([bad, good(), makePlugin('other', { activateOn: ['route:/bad'] })])
  const starting = kernel.host.trigger('route:/bad')
  await expect.poll(() => kernel.host.state('other')?.status).toBe('active')
  await kernel.platform.clock.advance(29_999)
  expect(kernel.host.state('bad')?.status).toBe('activating')
  await kernel.platform.clock.advance(1)
  await starting
  expect(kernel.host.state('bad')).toMatchObject({
    ...{ status: 'failed', code: 'activation_timeout' },
    reason: '"The bad" did not start within 30 seconds.',
  })
  arrive?.()
  await expectAlive(kernel)
  const again = kernel.host.activate('bad')
  arrive?.()
  await again
  expect(kernel.host.state('bad')?.status).toBe('active')
})

it.each([
  ['throws a value that is not an Error', () => Promise.reject('just text'), 'just text'],
  ['is not a function', 'text', 'has no handler for it'],
])('a command that %s is reported while everything else keeps running', async (_how, handler, reason) => {
  const bad = commandOf('bad.go', handler as () => unknown)
  const kernel = await kernelWith([bad, good()])
  const outcome = await kernel.commands.execute('bad.go')
  expect(outcome.ok === false && outcome.error.message).toContain(reason)
  expect(kernel.host.state('bad')?.status).toBe('active')
  await expectAlive(kernel)
})

it.each([
  ['has no default export', async () => ({})],
  ['is undefined', async () => undefined],
])('a screen loader that %s is reported as a missing screen', async (_how, load) => {
  const bad = makePlugin('bad', {}, { screens: { Bad: load as never } })
  const kernel = await kernelWith([bad, good()])
  await expect(kernel.host.loadScreen('bad', 'Bad')).rejects.toMatchObject({ code: 'screen_missing' })
  await expectAlive(kernel)
})
