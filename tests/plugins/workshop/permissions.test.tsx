// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { GO_TO } from '../../../src/core/events/app-events.js'
import { NOTICE_WITHDRAWN } from '../../../src/core/events/notices.js'
import { type PluginManifest, provideFactory } from '../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../src/core/platform/services/token.js'
import { permissionSettings } from '../../../src/core/settings/core-settings.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openPluginsPage } from './workshop-screen.js'

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
    title: 'Drone',
    version: '2.1.0',
    origin: 'https://drones.example/plugin.json',
    runs: 'apart',
    permissions: ASKED,
    ...change,
  })

/** Built in: a list without reasons. It needs the pitch to start. */
const tuner = makePlugin(
  'tuner',
  { title: 'Tuner', permissions: ['midi-in', 'account'], requires: [PITCH] },
  { activate: ({ get }) => void get(PITCH) },
)

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  const found = heading.closest('li')
  if (!found) throw new Error(`${title} has no card`)
  return within(found)
}

type Opened = Awaited<ReturnType<typeof openPluginsPage>>
const switchOn = async ({ user }: Opened) => {
  await user.click((await card('Drone')).getByRole('switch', { name: 'Enable “Drone”' }))
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Switch on “Drone”?' }))
const details = async ({ user }: Opened, title: string) => {
  await user.click((await card(title)).getByRole('button', { name: `Details of “${title}”` }))
  return within((await card(title)).getByRole('region', { name: 'Permissions' }))
}
const granted = ({ kernel }: Opened, id: string) => {
  const manifest = kernel.host.manifests.find(each => each.id === id)
  return manifest && kernel.host.grants.granted(manifest)
}

describe('switching on a plugin that asks for permissions', () => {
  it('shows first who it is, how it runs, and each permission with its reason; what stays ticked is allowed', async () => {
    const plugin = drone()
    const opened = await openPluginsPage({ plugins: [hearing, plugin] })
    expect((await card('Drone')).getByText('Asks for permissions. Switch it on to see them.')).toBeTruthy()
    await switchOn(opened)
    const shown = await dialog()
    expect(shown.getByText('Version 2.1.0')).toBeTruthy()
    expect(shown.getByText('From https://drones.example/plugin.json')).toBeTruthy()
    expect(shown.getByText('Runs apart from the page')).toBeTruthy()
    const boxes = shown.getAllByRole('checkbox') as HTMLInputElement[]
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Sees what you playListens for the pitch\.It receives the notes/),
      expect.stringMatching(
        /^Connects to a\.example\.orgLooks up tunings\.It can send data to a\.example\.org/,
      ),
      expect.stringMatching(/^Connects to \*\.example\.netLooks up tunings\./),
    ])
    expect(shown.queryByText('New')).toBeNull()
    expect(opened.kernel.host.state('drone')?.status).toBe('disabled')
    await opened.user.click(shown.getByRole('checkbox', { name: 'Connects to *.example.net' }))
    expect(plugin.loads()).toBe(0)
    const withdrawn: string[] = []
    opened.kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => withdrawn.push(topic))
    await opened.user.click(shown.getByRole('button', { name: 'Allow and switch on' }))
    expect(await (await card('Drone')).findByText('Active')).toBeTruthy()
    expect(granted(opened, 'drone')).toEqual(['midi-in', 'network:a.example.org'])
    expect(plugin.loads()).toBe(1)
    // The notice that it asks has nothing more to say.
    expect(withdrawn).toEqual(['permissions'])
  })

  it('changes nothing after Escape, and gives the focus back', async () => {
    const opened = await openPluginsPage({ plugins: [hearing, drone()] })
    await switchOn(opened)
    await dialog()
    await opened.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.kernel.settings.store(permissionSettings).getState().allowed).toEqual({})
    expect(opened.kernel.host.state('drone')?.code).toBe('permission_needed')
    const toggle = (await card('Drone')).getByRole('switch')
    await waitFor(() => expect(document.activeElement).toBe(toggle))
  })

  it('asks again when a new version wants more, the new ones first, the others as they were answered', async () => {
    const opened = await openPluginsPage({ plugins: [hearing, drone()] })
    const { kernel } = opened
    act(() => kernel.host.grants.answer(drone(), ['midi-in', 'network:a.example.org']))
    await waitFor(() => expect(kernel.host.state('drone')?.status).toBe('active'))
    const next = drone({ version: '3.0.0', permissions: { ...ASKED, clipboard: 'Copies chords.' } })
    await act(() => kernel.host.replace(next))
    expect(await (await card('Drone')).findByText(/^Asks for more permissions than before/)).toBeTruthy()
    await switchOn(opened)
    const shown = await dialog()
    expect(shown.getByText('It asks for more than before:')).toBeTruthy()
    const ticks = (shown.getAllByRole('checkbox') as HTMLInputElement[]).map(({ checked }) => checked)
    expect(ticks).toEqual([true, true, true, false])
    expect(shown.getAllByRole('listitem')[0]?.textContent).toMatch(/^Writes to the clipboardNewCopies/)
    expect(shown.getAllByText('New')).toHaveLength(1)
    await opened.user.click(shown.getByRole('button', { name: 'Allow and switch on' }))
    expect(await (await card('Drone')).findByText('Active')).toBeTruthy()
    expect(granted(opened, 'drone')).toEqual(['midi-in', 'network:a.example.org', 'clipboard'])
  })
})

describe('the permissions on a card', () => {
  it('are taken back at once, and given again by the notice', async () => {
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

  it('cannot be taken from a plugin that Fretwork needs', async () => {
    const opened = await openPluginsPage()
    const list = await details(opened, 'Workshop')
    expect(list.getByText('Manages plugins')).toBeTruthy()
    expect(list.getByText('Fretwork doesn’t work without them.')).toBeTruthy()
    expect(list.queryByRole('switch')).toBeNull()
  })
})

describe('the command for the permissions of a plugin', () => {
  it('offers the plugins that ask for any, and leads to those of one', async () => {
    const quiet = makePlugin('quiet', { title: 'Quiet', permissions: [] })
    const { kernel } = await openPluginsPage({ plugins: [hearing, drone(), tuner, quiet] })
    const choices = await kernel.host.choicesFor('workshop', 'workshop.plugin-permissions', 'plugin')
    expect(choices?.map(({ label }) => label)).toEqual(['Drone', 'Tuner', 'Workshop'])
    const paths: string[] = []
    kernel.events.on(GO_TO, ({ path }) => paths.push(path))
    await kernel.commands.execute('workshop.plugin-permissions', { plugin: 'drone' })
    expect(paths).toEqual(['/plugins?permissions=drone'])
    const unknown = await kernel.commands.execute('workshop.plugin-permissions', { plugin: 'dron' })
    expect(unknown).toMatchObject({ ok: false, error: { code: 'plugin_unknown' } })
  })
})

describe('enabling from the palette', () => {
  it('leads to the page of plugins where a plugin asks first', async () => {
    // The command is there once a plugin is disabled.
    const stored = { fretworkPlugins: JSON.stringify({ disabled: ['hearing'], version: '1' }) }
    const { kernel, notices } = await openPluginsPage({ plugins: [hearing, drone()], stored })
    const before = notices.length
    await kernel.commands.execute('core.enable-plugin', { plugin: 'drone' })
    expect(notices.slice(before)).toMatchObject([
      {
        message: '“{{plugin}}” asks for permissions.',
        values: { plugin: 'Drone' },
        leadsTo: { path: '/plugins?permissions=drone' },
      },
    ])
    expect(kernel.host.state('drone')?.code).toBe('permission_needed')
  })
})
