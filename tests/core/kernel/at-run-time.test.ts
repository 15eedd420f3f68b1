import { expect, it, vi } from 'vitest'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { drawersOf, navigationOf, routesOf, usablePlugins } from '../../../src/core/kernel/contributions.js'
import { checkManifests } from '../../../src/core/kernel/manifest-check.js'
import { type PluginManifest, provideFactory } from '../../../src/core/kernel/plugin.js'
import { settle } from '../../../src/core/platform/memory-platform.js'
import { createToken } from '../../../src/core/platform/token.js'
import { createTestKernel, expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { later } from '../../support/later.js'
import { kernelWith, makePlugin, providerOf, statuses } from './make-plugin.js'

const [MIDI, NECK] = [createToken<object>('later.midi'), createToken<object>('later.neck')]

const strummed = createEvent<number>('later.strummed')

const tuner = (title = 'Tune', answer = 'tuned') =>
  makePlugin(
    'tuner',
    {
      activateOn: ['command:tuner.*'],
      contributes: {
        commands: [{ id: 'tuner.tune', title, keys: ['x'] }],
        routes: [{ path: '/tuner', title, screen: 'Tuner' }],
        navigation: [{ path: '/tuner', title }],
        drawers: [{ id: 'tuner.dial', side: 'right', on: '/tuner', title, screen: 'Dial' }],
      },
    },
    { commands: { 'tuner.tune': () => answer } },
  )

it('a plugin added at runtime contributes its UI immediately but loads code only when activated', async () => {
  const kernel = await kernelWith([makePlugin('neck')])
  const seen: number[] = []
  kernel.host.states.subscribe(() => seen.push(kernel.host.manifests.length))
  const added = tuner()
  expect(kernel.host.add(added)).toMatchObject({ id: 'tuner', status: 'registered' })
  expect(seen).toEqual([2])
  expect(routesOf(kernel.host.manifests)).toMatchObject([{ path: '/tuner', plugin: 'tuner' }])
  expect(navigationOf(usablePlugins(kernel.host))).toHaveLength(1)
  expect(drawersOf(usablePlugins(kernel.host), '/tuner')).toHaveLength(1)
  expect([added.loads(), await kernel.commands.attempt('tuner.tune')]).toEqual([0, 'tuned'])
  expectNoLeaks(kernel)
})

it('a startup plugin added at runtime starts immediately and unblocks its dependents', async () => {
  const kernel = await kernelWith([
    providerOf('neck', NECK, {}, { requires: [MIDI] }),
    makePlugin('page', { requires: [NECK] }),
  ])
  expect(statuses(kernel)).toEqual({ neck: 'failed token_missing', page: 'blocked plugin_blocked' })
  kernel.host.add(providerOf('midi', MIDI))
  await kernel.host.trigger('startup')
  expect(new Set(Object.values(statuses(kernel)))).toEqual(new Set(['active']))
})

it('a plugin added at runtime starts at its activation event', async () => {
  const kernel = await kernelWith([])
  kernel.host.add(makePlugin('strummer', { activateOn: ['event:later.strummed'] }))
  kernel.events.emit(strummed, 1)
  await settle()
  expect(kernel.host.state('strummer')?.status).toBe('active')
  expectNoLeaks(kernel)
})

it('a dependency cycle fails both plugins, and removing the new plugin resolves it', async () => {
  const kernel = await kernelWith([providerOf('neck', NECK, {}, { requires: [MIDI] }), makePlugin('good')])
  expect(kernel.host.add(makePlugin('midi', { requires: [NECK], provides: [MIDI] }))).toMatchObject({
    code: 'cycle',
    reason: expect.stringContaining('neck → midi → neck'),
  })
  expect(statuses(kernel)).toEqual({ neck: 'failed cycle', good: 'active', midi: 'failed cycle' })
  await kernel.host.remove('midi')
  expect(statuses(kernel)).toEqual({ neck: 'failed token_missing', good: 'active' })
})

it('a plugin added at runtime does not replace an existing command', async () => {
  const kernel = await kernelWith([])
  kernel.commands.register({ id: 'tuner.tune', title: 'Mine' }, 'app', () => 'mine')
  expect(kernel.host.add(tuner()).status).toBe('registered')
  expect(await kernel.commands.attempt('tuner.tune')).toBe('mine')
  expect(kernel.platform.logged.at(-1)?.message).toBe('A contribution of tuner could not be registered')
})

const refused = {
  ...{ id: 'stranger', title: 'Stranger', version: '1.0.0', code: 'hash_refused', reason: 'It differs.' },
}

it('a rejected plugin is listed with its reason, never activates and can be removed', async () => {
  const kernel = await kernelWith([makePlugin('neck')])
  kernel.host.refuse(refused)
  expect(kernel.host.state('stranger')).toMatchObject({ ...refused, status: 'failed' })
  expect(kernel.host.manifests.map(({ id }) => id)).toEqual(['neck'])
  await expect(kernel.host.activate('stranger')).rejects.toMatchObject({ code: 'plugin_unavailable' })
  await kernel.host.remove('stranger')
  expect(kernel.host.state('stranger')).toBeUndefined()
})

it('a rejected plugin does not affect an active plugin with the same ID', async () => {
  const kernel = await kernelWith([makePlugin('neck')])
  kernel.host.refuse({ ...refused, id: 'neck' })
  expect(kernel.host.state('neck')?.status).toBe('active')
  expect(kernel.host.state('neck#refused')).toMatchObject({ status: 'failed', code: 'hash_refused' })
})

it('replacing a plugin restarts it and its dependents and removes every trace of the old version', async () => {
  const order: string[] = []
  const noting = (id: string) => ({
    activate: ({ scope }: { scope: { onDispose(undo: () => void): void } }) => {
      order.push(`+${id}`)
      scope.onDispose(() => void order.push(`-${id}`))
    },
  })
  const midi = (turn: number) =>
    makePlugin(
      'midi',
      { provides: [MIDI] },
      { providers: [provideFactory(MIDI, () => ({ turn }))], ...noting('midi') },
    )
  const kernel = await kernelWith([
    midi(1),
    makePlugin('neck', { requires: [MIDI] }, noting('neck')),
    makePlugin('hearer', { optional: [MIDI] }, noting('hearer')),
    makePlugin('bystander', {}, noting('bystander')),
  ])
  order.length = 0
  await kernel.host.replace(midi(2))
  expect(order.indexOf('-neck')).toBeLessThan(order.indexOf('-midi'))
  expect(order.slice(3)).toEqual(['+midi', '+neck', '+hearer'])
  expect(order).not.toContain('-bystander')
  expect(kernel.get(MIDI)).toEqual({ turn: 2 })
  expect(new Set(Object.values(statuses(kernel)))).toEqual(new Set(['active']))
  expectNoLeaks(kernel)
})

it('a replacement updates commands and titles and keeps its list position', async () => {
  const kernel = await kernelWith([tuner(), makePlugin('last')])
  await kernel.host.replace(tuner('Tune again', 'tuned again'))
  expect(kernel.commands.find('tuner.tune')?.title).toBe('Tune again')
  expect(await kernel.commands.attempt('tuner.tune')).toBe('tuned again')
  expect(kernel.host.manifests.map(({ id }) => id)).toEqual(['tuner', 'last'])
})

it('a replacement starts even if the old version is still starting', async () => {
  const { promise, answer: goOn } = later()
  const activate = vi.fn(() => promise)
  const kernel = await kernelWith([makePlugin('slow', { activateOn: ['route:/x'] }, { activate })])
  const starting = kernel.host.activate('slow').catch(() => undefined)
  await expect.poll(() => activate).toHaveBeenCalled()
  const replacing = kernel.host.replace(makePlugin('slow', { activateOn: ['route:/x'] }))
  await settle()
  goOn()
  await starting
  await replacing
  expect(statuses(kernel)).toEqual({ slow: 'active' })
})

it('a replacement stops conflicting plugins and their dependents', async () => {
  const kernel = await kernelWith([
    makePlugin('first'),
    makePlugin(
      'second',
      { ...tunerCommand(), provides: [NECK] },
      { providers: [provideFactory(NECK, () => ({}))], commands: { 'tuner.tune': () => 'tuned' } },
    ),
    makePlugin('third', { requires: [NECK] }),
  ])
  await kernel.host.replace(makePlugin('first', tunerCommand()))
  expect(statuses(kernel)).toEqual({
    ...{ first: 'active', second: 'failed command_twice', third: 'blocked plugin_blocked' },
  })
  expect(kernel.find(NECK)).toBeUndefined()
})

it('replacing a disabled or waiting plugin does not activate it', async () => {
  const waiting = () => makePlugin('waiting', { activateOn: ['route:/x'] })
  const kernel = await kernelWith([makePlugin('off'), waiting()])
  await kernel.host.disable('off')
  await kernel.host.replace(makePlugin('off', { version: '1.0.1' }))
  await kernel.host.replace(waiting())
  expect(kernel.host.state('off')).toMatchObject({ status: 'disabled', version: '1.0.1' })
  expect(kernel.host.state('waiting')?.status).toBe('registered')
})

it('removing a plugin removes its contributions, and its dependents report the missing token', async () => {
  const kernel = await kernelWith([
    providerOf('midi', MIDI, {}, tunerCommand()),
    makePlugin('neck', { requires: [MIDI] }),
    makePlugin('hearer', { optional: [MIDI] }),
  ])
  await kernel.host.remove('midi')
  expect(statuses(kernel)).toEqual({ neck: 'failed token_missing', hearer: 'active' })
  expect(kernel.commands.find('tuner.tune')).toBeUndefined()
  kernel.host.add(providerOf('midi', MIDI))
  await kernel.host.activate('neck')
  expect(statuses(kernel)).toEqual({ neck: 'active', hearer: 'active', midi: 'active' })
})

it('locked and unknown plugins cannot be removed', async () => {
  const kernel = await kernelWith([makePlugin('auth', { locked: true })])
  await expect(kernel.host.remove('auth')).rejects.toMatchObject({ code: 'plugin_locked' })
  await expect(kernel.host.remove('missing')).rejects.toMatchObject({ code: 'plugin_unknown' })
})

function tunerCommand(): Pick<PluginManifest, 'contributes'> {
  return { contributes: { commands: [{ id: 'tuner.tune', title: 'Tune' }] } }
}

// Built-in plugins are not checked. External plugins are never added without a check.

const wrong = { ...makePlugin('app'), origin: 'https://plugins.example' }

it('an external plugin can be added only once the manifest check is available', async () => {
  const kernel = await createTestKernel({ plugins: [makePlugin('own')], check: undefined })
  expect(() => kernel.host.add(wrong)).toThrow(expect.objectContaining({ code: 'check_missing' }))
  expect(kernel.host.state('app')).toBeUndefined()
  kernel.host.checkWith(checkManifests)
  expect(kernel.host.add(wrong)).toMatchObject({ status: 'failed', code: 'manifest_invalid' })
  expect(kernel.host.state('own')).toMatchObject({ status: 'active' })
  await kernel.host.remove('app')
  expect(kernel.host.report.problems).toEqual([])
  expectNoLeaks(kernel)
})
