import { describe, expect, it, vi } from 'vitest'
import { NOTICE, type Notice } from '../../../src/core/events/notices.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createToken } from '../../../src/core/platform/token.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { kernelWith, makePlugin, providerOf, statuses } from './make-plugin.js'

const MIDI = createToken<object>('switches.midi')
const KEY = 'fretworkPlugins'
const midi = () => providerOf('midi', MIDI)
const neck = () => makePlugin('neck', { requires: [MIDI] })
const stored = (...disabled: string[]) => ({ [KEY]: JSON.stringify({ disabled, version: '1' }) })

it('a disabled plugin stays disabled after a restart, and its code is not loaded', async () => {
  const platform = memoryPlatform()
  const first = await kernelWith([midi(), neck()], { platform })
  await first.host.disable('neck')
  first.dispose()

  const [off, on] = [neck(), midi()]
  const second = await kernelWith([on, off], { platform })
  expect(statuses(second)).toEqual({ midi: 'active', neck: 'disabled plugin_disabled' })
  expect(off.loads()).toBe(0)
  await second.host.enable('neck')
  second.dispose()
  expect(statuses(await kernelWith([midi(), neck()], { platform }))).toEqual({
    midi: 'active',
    neck: 'active',
  })
})

it('a dependent of a disabled plugin stays blocked until that plugin is enabled', async () => {
  const kernel = await kernelWith([midi(), neck()], {
    platform: memoryPlatform({ stored: stored('midi', 'neck') }),
  })
  await expect(kernel.host.enable('neck')).rejects.toMatchObject({ code: 'plugin_blocked' })
  expect(kernel.host.state('neck')).toMatchObject({
    ...{ status: 'blocked', by: 'midi', reason: 'It needs "The midi", which is disabled.' },
  })
  expect(kernel.platform.storage.get(KEY)).toBe(stored('midi')[KEY])
  await kernel.host.enable('midi')
  expect(statuses(kernel)).toEqual({ midi: 'active', neck: 'active' })
})

it('disabling a plugin affects only the current tenant', async () => {
  const platform = memoryPlatform({ stored: stored('neck') })
  const kernel = await createTestKernel({ plugins: [], platform })
  kernel.tenant.use('other')
  kernel.host.add(makePlugin('neck'))
  expect(kernel.host.state('neck')?.status).toBe('registered')
  kernel.tenant.use('fretwork')
  await kernel.host.disable('neck').catch(() => undefined)
  expect(kernel.host.state('neck')?.status).toBe('disabled')
})

it('enabling or disabling a plugin in another tab also affects this tab', async () => {
  const kernel = await kernelWith([midi(), neck()])
  const { storage } = kernel.platform
  storage.change(KEY, stored('midi')[KEY])
  await expect
    .poll(() => statuses(kernel))
    .toEqual({ midi: 'disabled plugin_disabled', neck: 'blocked plugin_disabled' })
  storage.change(KEY, stored()[KEY])
  await expect.poll(() => statuses(kernel)).toEqual({ midi: 'active', neck: 'active' })
})

it('an uninstalled plugin stays in the list of disabled plugins', async () => {
  const kernel = await kernelWith([midi()], { platform: memoryPlatform({ stored: stored('stranger') }) })
  await kernel.host.disable('midi')
  expect(kernel.platform.storage.get(KEY)).toBe(stored('stranger', 'midi')[KEY])
  expect(kernel.host.add(makePlugin('stranger')).status).toBe('disabled')
})

it('a locked plugin is never disabled, regardless of the stored value', async () => {
  const platform = memoryPlatform({ stored: stored('auth') })
  const kernel = await kernelWith([makePlugin('auth', { locked: true })], { platform })
  expect(statuses(kernel)).toEqual({ auth: 'active' })
})

it('the last of several concurrent enable or disable requests wins', async () => {
  const kernel = await kernelWith([midi(), neck()])
  await Promise.all([kernel.host.disable('midi'), kernel.host.enable('midi'), kernel.host.disable('midi')])
  expect(statuses(kernel)).toMatchObject({ midi: 'disabled plugin_disabled' })
  await Promise.all([kernel.host.enable('midi'), kernel.host.disable('neck'), kernel.host.enable('neck')])
  expect(statuses(kernel)).toEqual({ midi: 'active', neck: 'active' })
})

describe('commands for enabling and disabling plugins', () => {
  const plugins = () => [midi(), neck(), makePlugin('auth', { locked: true })]

  it('commands for toggling plugins list the available plugins and report the result', async () => {
    const kernel = await kernelWith(plugins())
    const { commands } = kernel
    commands.setContext('loggedIn', true)
    const said: string[] = []
    kernel.events.on(NOTICE, ({ message, values }) => said.push(kernel.translator.t('core', message, values)))
    const choices = (command: string) => commands.choicesFor(command, 'plugin')

    expect(await choices('core.disable-plugin')).toEqual([
      { value: 'midi', label: 'The midi' },
      { value: 'neck', label: 'The neck' },
    ])
    expect(commands.isEnabled('core.enable-plugin')).toBe(false)
    await commands.attempt('core.disable-plugin', { plugin: 'midi' })
    expect(commands.isEnabled('core.enable-plugin')).toBe(true)
    expect(await choices('core.enable-plugin')).toEqual([{ value: 'midi', label: 'The midi' }])
    await commands.attempt('core.enable-plugin', { plugin: 'midi' })
    expect(statuses(kernel)).toEqual({ midi: 'active', neck: 'active', auth: 'active' })
    expect(said).toEqual([
      '“The midi” and the plugins that require it are disabled: The neck.',
      '“The midi” is enabled.',
    ])
  })

  it('the notice about a disabled plugin lists its dependents and offers Undo', async () => {
    const titled = makePlugin('neck', {
      requires: [MIDI],
      locales: { de: async () => ({ default: { 'The neck': 'Der Hals' } }) },
    })
    const kernel = await kernelWith([midi(), titled])
    await kernel.translator.setLanguage('de')
    kernel.commands.setContext('loggedIn', true)
    const posted: Notice[] = []
    kernel.events.on(NOTICE, notice => posted.push(notice))
    await kernel.commands.attempt('core.disable-plugin', { plugin: 'midi' })
    expect(posted[0]?.values).toEqual({ plugin: 'The midi', others: 'Der Hals' })
    expect(posted[0]?.action?.label).toBe('Undo')
    posted[0]?.action?.run()
    await vi.waitFor(() => expect(statuses(kernel)).toEqual({ midi: 'active', neck: 'active' }))

    await kernel.commands.attempt('core.disable-plugin', { plugin: 'neck' })
    expect(posted[1]?.message).toBe('“{{plugin}}” is disabled.')
  })

  it('a plugin disabled at startup is listed under its translated title', async () => {
    const titled = makePlugin('neck', {
      locales: { de: async () => ({ default: { 'The neck': 'Der Hals' } }) },
    })
    const kernel = await kernelWith([titled], { platform: memoryPlatform({ stored: stored('neck') }) })
    expect(statuses(kernel)).toEqual({ neck: 'disabled plugin_disabled' })
    await kernel.translator.setLanguage('de')
    kernel.commands.setContext('loggedIn', true)
    const choices = await kernel.commands.choicesFor('core.enable-plugin', 'plugin')
    expect(choices).toEqual([{ value: 'neck', label: 'Der Hals' }])
    const posted: Notice[] = []
    kernel.events.on(NOTICE, notice => posted.push(notice))
    await kernel.commands.attempt('core.enable-plugin', { plugin: 'neck' })
    expect(posted[0]?.values).toEqual({ plugin: 'Der Hals' })
  })

  it('a disabled plugin that was merged into another plugin leaves nothing to enable', async () => {
    const kernel = await kernelWith([makePlugin('neck', { formerly: ['chords'] })], {
      platform: memoryPlatform({ stored: stored('chords') }),
    })
    kernel.commands.setContext('loggedIn', true)
    expect(statuses(kernel)).toEqual({ neck: 'active' })
    expect(kernel.commands.isEnabled('core.enable-plugin')).toBe(false)
  })

  it('commands for toggling plugins reject guests, unknown plugins and locked plugins', async () => {
    const { commands } = await kernelWith(plugins())
    await expect(commands.attempt('core.disable-plugin', { plugin: 'midi' })).rejects.toMatchObject({
      code: 'command_unavailable',
    })
    commands.setContext('loggedIn', true)
    await expect(commands.attempt('core.disable-plugin', { plugin: 'missing' })).rejects.toMatchObject({
      code: 'plugin_unknown',
    })
    await expect(commands.attempt('core.disable-plugin', { plugin: 'auth' })).rejects.toMatchObject({
      code: 'plugin_locked',
    })
  })
})

const going = (id: string, keys: readonly string[], more: Partial<PluginManifest> = {}) =>
  makePlugin(id, { contributes: { commands: [{ id: `${id}.go`, title: 'Go', keys }] }, ...more })

it('a shared default key belongs to the second plugin while the first is disabled', async () => {
  const kernel = await kernelWith([going('one', ['x', 'z']), going('two', ['x', 'y']), going('three', ['x'])])
  const keys = () => ['one', 'two', 'three'].map(id => kernel.commands.keysOf(`${id}.go`))
  expect(keys()).toEqual([['x', 'z'], ['y'], []])
  await kernel.host.disable('one')
  expect(keys()).toEqual([[], ['x', 'y'], []])
  await kernel.host.disable('two')
  expect(keys()).toEqual([[], [], ['x']])
  await kernel.host.enable('one')
  expect(keys()).toEqual([['x', 'z'], [], []])
  await kernel.host.enable('two')
  expect(keys()).toEqual([['x', 'z'], ['y'], []])
})

it('a shared default key belongs to the first plugin once its new version defines the key', async () => {
  const kernel = await kernelWith([going('one', []), going('two', ['x'])])
  expect(kernel.commands.keysOf('two.go')).toEqual(['x'])
  await kernel.host.replace(going('one', ['x']))
  expect(kernel.commands.keysOf('one.go')).toEqual(['x'])
  expect(kernel.commands.keysOf('two.go')).toEqual([])
})
