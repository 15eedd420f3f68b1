import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { GO_TO } from '../../../src/core/events/app-events.js'
import { NOTICE_WITHDRAWN } from '../../../src/core/events/notices.js'
import { type PluginManifest, provideFactory } from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import pluginManager from '../../../src/plugins/plugin-manager/index.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { type KernelSetting, openKernel } from '../../support/open-kernel.js'
import { renderRoutes } from '../../support/render-routes.js'

const PITCH = createToken<{ readonly hz: number }>('hearing.pitch', { permission: 'midi-in' })
const hearing = makePlugin(
  'hearing',
  { title: 'Hearing', provides: [PITCH] },
  { providers: [provideFactory(PITCH, () => ({ hz: 440 }))] },
)

const ASKED: PluginManifest['permissions'] = {
  'midi-in': 'Listens for the pitch.',
  network: { hosts: ['a.example.org', '*.example.net'], reason: 'Looks up tunings.' },
}

const drone = (change: Partial<PluginManifest> = {}) =>
  makePlugin('drone', {
    ...{ title: 'Drone', version: '2.1.0', origin: 'https://drones.example/plugin.json' },
    ...{ runs: 'apart', permissions: ASKED, ...change },
  })

/** Built-in plugin that lists permissions and requires the pitch service. */
const tuner = makePlugin(
  'tuner',
  { title: 'Tuner', permissions: ['midi-in', 'account'], requires: [PITCH] },
  { activate: ({ get }) => void get(PITCH) },
)

async function openPluginsPage({ plugins = [], ...setting }: KernelSetting = {}, path = '/plugins') {
  const { kernel, notices } = await openKernel({ plugins: [...plugins, pluginManager], ...setting })
  // Loading the page's many modules takes a while on a busy machine.
  await kernel.host.loadScreen('plugin-manager', 'PluginsPage')
  renderRoutes(kernel, pluginManager, path)
  return { kernel, notices, user: userEvent.setup() }
}

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  return within(heading.closest('li') ?? expect.unreachable(`${title} has no card`))
}

type Opened = Awaited<ReturnType<typeof openPluginsPage>>
const switchOn = async ({ user }: Opened) => {
  await user.click((await card('Drone')).getByRole('switch', { name: 'Enable “Drone”' }))
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Enable “Drone”?' }))
const details = async ({ user }: Opened, title: string) => {
  await user.click((await card(title)).getByRole('button', { name: `Details for “${title}”` }))
  return within((await card(title)).getByRole('region', { name: 'Permissions' }))
}
const granted = ({ kernel }: Opened, id: string) => {
  const manifest = kernel.host.manifests.find(each => each.id === id)
  return manifest && kernel.host.grants.granted(manifest)
}

it('the permission dialog shows origin and reasons, and grants only the selected permissions', async () => {
  const plugin = drone()
  const opened = await openPluginsPage({ plugins: [hearing, plugin] })
  expect((await card('Drone')).getByText('Requests permissions.')).toBeTruthy()
  await switchOn(opened)
  const shown = await dialog()
  expect(shown.getByText('Version 2.1.0')).toBeTruthy()
  expect(shown.getByText('From https://drones.example/plugin.json')).toBeTruthy()
  expect(shown.getByText('Runs in a sandbox')).toBeTruthy()
  const boxes = shown.getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Sees what you playListens for the pitch\.It can read and change what your MIDI/),
    expect.stringMatching(
      /^Connects to a\.example\.orgLooks up tunings\.It can exchange data with a\.example\.org/,
    ),
    expect.stringMatching(/^Connects to \*\.example\.netLooks up tunings\./),
  ])
  expect(shown.queryByText('New')).toBeNull()
  expect(opened.kernel.host.state('drone')?.status).toBe('disabled')
  await opened.user.click(shown.getByRole('checkbox', { name: 'Connects to *.example.net' }))
  expect(plugin.loads()).toBe(0)
  const withdrawn: string[] = []
  opened.kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => withdrawn.push(topic))
  await opened.user.click(shown.getByRole('button', { name: 'Allow and enable' }))
  expect(await (await card('Drone')).findByText('Active')).toBeTruthy()
  expect(granted(opened, 'drone')).toEqual(['midi-in', 'network:a.example.org'])
  expect(plugin.loads()).toBe(1)
  // The notice about the request is removed.
  expect(withdrawn).toEqual(['permissions'])
})

it('a new plugin version with more permissions asks again and keeps earlier choices', async () => {
  const opened = await openPluginsPage({ plugins: [hearing, drone()] })
  const { kernel } = opened
  act(() => kernel.host.grants.answer(drone(), ['midi-in', 'network:a.example.org']))
  await waitFor(() => expect(kernel.host.state('drone')?.status).toBe('active'))
  const next = drone({ version: '3.0.0', permissions: { ...ASKED, clipboard: 'Copies chords.' } })
  await act(() => kernel.host.replace(next))
  expect(await (await card('Drone')).findByText('Requests additional permissions.')).toBeTruthy()
  await switchOn(opened)
  const shown = await dialog()
  expect(shown.getByText('It requests additional permissions:')).toBeTruthy()
  const ticks = (shown.getAllByRole('checkbox') as HTMLInputElement[]).map(({ checked }) => checked)
  expect(ticks).toEqual([true, true, true, false])
  expect(shown.getAllByRole('listitem')[0]?.textContent).toMatch(/^Writes to the clipboardNewCopies/)
  expect(shown.getAllByText('New')).toHaveLength(1)
  await opened.user.click(shown.getByRole('button', { name: 'Allow and enable' }))
  expect(await (await card('Drone')).findByText('Active')).toBeTruthy()
  expect(granted(opened, 'drone')).toEqual(['midi-in', 'network:a.example.org', 'clipboard'])
})

it('external plugins are described by what they can do through the SDK', async () => {
  const asking = drone({ permissions: { songs: 'Follows the song.' } })
  const inside = makePlugin('inside', { title: 'Inside', permissions: ['songs'] })
  const opened = await openPluginsPage({ plugins: [inside, asking] })
  expect((await details(opened, 'Drone')).getByText('Controls the open song')).toBeTruthy()
  expect((await details(opened, 'Inside')).getByText('Reads and changes your songs')).toBeTruthy()
})

it('a permission can be revoked immediately and granted again from the notice', async () => {
  const opened = await openPluginsPage({ plugins: [hearing, drone()] })
  const { kernel, notices, user } = opened
  act(() => kernel.host.grants.answer(drone(), ['midi-in', 'network:a.example.org']))
  await waitFor(() => expect(kernel.host.state('drone')?.status).toBe('active'))
  const list = await details(opened, 'Drone')
  const toggle = list.getByRole('switch', { name: 'Sees what you play' }) as HTMLInputElement
  expect(toggle.checked).toBe(true)
  await user.click(toggle)
  expect(granted(opened, 'drone')).toEqual(['network:a.example.org'])
  await waitFor(() => expect(toggle.checked).toBe(false))
  const notice = notices.find(({ action }) => action)
  expect(notice?.values).toEqual({ plugin: 'Drone' })
  expect(notice?.texts?.permission?.message).toBe('Sees what you play')
  act(() => notice?.action?.run())
  await waitFor(() => expect(toggle.checked).toBe(true))
  expect(granted(opened, 'drone')).toEqual(['midi-in', 'network:a.example.org'])
})

it('the command “Permissions” lists plugins with permissions and opens a plugin’s permissions', async () => {
  const quiet = makePlugin('quiet', { title: 'Quiet', permissions: [] })
  const { kernel } = await openPluginsPage({ plugins: [hearing, drone(), tuner, quiet] })
  const choices = await kernel.host.choicesFor('plugin-manager', 'plugin-manager.show-permissions', 'plugin')
  expect(choices?.map(({ label }) => label)).toEqual(['Drone', 'Tuner', 'Plugin manager'])
  const paths: string[] = []
  kernel.events.on(GO_TO, ({ path }) => paths.push(path))
  await kernel.commands.execute('plugin-manager.show-permissions', { plugin: 'drone' })
  expect(paths).toEqual(['/plugins?permissions=drone'])
  const unknown = await kernel.commands.execute('plugin-manager.show-permissions', { plugin: 'dron' })
  expect(unknown).toMatchObject({ ok: false, error: { code: 'plugin_unknown' } })
})

const STRINGS = createToken<{ pluck(): void }>('neck.strings')

const neck = makePlugin(
  'neck',
  {
    title: 'Neck',
    provides: [STRINGS],
    contributes: {
      commands: [
        { id: 'neck.pluck', title: 'Pluck a string', keys: ['p'] },
        { id: 'neck.also', title: 'Play also' },
      ],
      routes: [{ path: '/neck', title: 'The neck', screen: 'Neck' }],
    },
  },
  { providers: [provideFactory(STRINGS, () => ({ pluck: () => undefined }))] },
)
const song = makePlugin('song', { title: 'Song', requires: [STRINGS] })
const broken = makePlugin('broken', { title: 'Broken' }, () => ({
  activate: () => {
    if (broken.loads() < 2) throw new Error('No strings.')
  },
}))

describe('plugins page', () => {
  const shown = () => screen.queryAllByRole('heading', { level: 3 }).map(each => each.textContent)

  it('broken plugins come first, then external ones, then those of the app', async () => {
    const failing = makePlugin('failing', { title: 'Failing' }, () => ({
      activate: () => {
        throw new Error('No strings.')
      },
    }))
    const { kernel } = await openPluginsPage({ plugins: [neck, hearing, drone(), failing] })
    const unfit = { id: 'late', title: 'Late', version: '1.0.0', origin: 'late/plugin.json' }
    act(() => kernel.host.refuse({ ...unfit, code: 'plugin_outdated', reason: '“Late” was written for 1.' }))
    await waitFor(() =>
      expect(shown()).toEqual(['Failing', 'Late', 'Drone', 'Neck', 'Hearing', 'Plugin manager']),
    )
    const groups = screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)
    expect(groups).toEqual(['Plugins with problems', 'External plugins', 'Built-in plugins'])
    const sentence = 'Written for Fretwork 1. Install a version for SDK 2, or ask the author for one.'
    expect((await card('Late')).getByText(sentence)).toBeTruthy()
  })

  it('a card links to the plugin’s page, panel and settings', async () => {
    const section = defineSettings({
      ...{ id: 'neck', title: 'Neck', version: '1', defaults: { frets: 12 } },
      schema: z.object({ frets: z.number() }),
    })
    const page = makePlugin('page', {
      title: 'Page',
      contributes: {
        routes: [{ path: '/page', title: 'Page', screen: 'Page', auth: true }],
        navigation: [{ path: '/page', title: 'Page' }],
        settings: [section],
      },
    })
    const drawer = {
      id: 'panel.one',
      side: 'right',
      on: '/fretboard',
      title: 'Panel',
      screen: 'One',
    } as const
    const panel = makePlugin('panel', { title: 'Panel', contributes: { drawers: [drawer] } })
    const opened = await openPluginsPage({ plugins: [page, panel, neck] })
    const links = async (title: string) =>
      (await card(title)).queryAllByRole('link').map(each => [each.textContent, each.getAttribute('href')])
    expect(await links('Page')).toEqual([
      ['Open', '/page'],
      ['Settings', '/account/settings#neck'],
    ])
    expect(await links('Panel')).toEqual([['Show panel', '/fretboard']])
    expect(await links('Neck')).toEqual([])
    await act(() => opened.kernel.host.disable('page'))
    expect(await links('Page')).toEqual([])
  })

  it('disabling a required plugin lists its dependents first and returns focus', async () => {
    const { kernel, user } = await openPluginsPage({ plugins: [song, neck] })
    await user.click((await card('Neck')).getByRole('switch'))
    const question = await screen.findByRole('dialog', { name: 'Disable “Neck”?' })
    expect(within(question).getByText('Song')).toBeTruthy()
    expect(kernel.host.state('neck')?.status).toBe('active')
    await user.click(within(question).getByRole('button', { name: 'Disable' }))
    expect(await (await card('Song')).findByText('Requires “Neck”, which is disabled.')).toBeTruthy()
    const toggle = (await card('Neck')).getByRole('switch')
    await waitFor(() => expect(document.activeElement).toBe(toggle))
  })

  it('a rejected plugin is shown with its origin and reason but without a switch', async () => {
    const { kernel } = await openPluginsPage({ plugins: [neck] })
    const reason = 'The file of “tuner” is not the allowed file.'
    const unfit = { id: 'tuner', title: 'Tuner', version: '2.0.0', origin: 'https://plugins.example/tuner' }
    act(() => kernel.host.refuse({ ...unfit, code: 'integrity_wrong', reason }))
    const refused = await card('Tuner')
    expect(refused.getByText(/\(integrity_wrong\): The file of “tuner” is not/)).toBeTruthy()
    expect(refused.getByText('From https://plugins.example/tuner')).toBeTruthy()
    expect([refused.queryByRole('switch'), refused.queryByRole('button')]).toEqual([null, null])
  })

  it('plugin problems are listed above everything else', async () => {
    const lonely = makePlugin('lonely', { requires: [createToken('neck.string')] })
    const rival = makePlugin('rival', {
      contributes: { commands: [{ id: 'rival.pick', title: 'Pick', keys: ['p'] }] },
    })
    await openPluginsPage({ plugins: [neck, lonely, rival] })
    const problems = await screen.findByRole('region', { name: 'Problems' })
    expect(problems.textContent).toContain('"lonely" requires "neck.string", which no plugin here provides.')
    expect(problems.textContent).toContain('P is used by “Pluck a string”, so “Pick” has no shortcut.')
  })

  it('plugins can be found by name, command, service and state, names first', async () => {
    const sonar = makePlugin('sonar', { title: 'Sonar' })
    const { kernel, user } = await openPluginsPage({ plugins: [neck, song, sonar] })
    const search = await screen.findByRole('textbox', { name: 'Search plugins' })
    await user.type(search, 'pluck')
    await waitFor(() => expect(shown()).toEqual(['Neck']))
    await user.clear(search)
    await user.type(search, 'so')
    await waitFor(() => expect(shown()).toEqual(['Song', 'Sonar', 'Neck']))
    await user.clear(search)
    await user.type(search, 'trombone')
    expect(await screen.findByText('No matching plugins.')).toBeTruthy()
    await user.clear(search)
    await act(() => kernel.host.disable('song'))
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Disabled' }))
    await waitFor(() => expect(shown()).toEqual(['Song']))
  })
})
