// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTICE, type Notice } from '../../../src/core/events/notices.js'
import { provideFactory } from '../../../src/core/kernel/manifest/plugin.js'
import { createExtensionPoint, createToken } from '../../../src/core/platform/services/token.js'
import { keySettings } from '../../../src/core/settings/core-settings.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openWorkshop } from './workshop-screen.js'

const STRINGS = createToken<{ pluck(): void }>('neck.strings')
const LAYERS = createExtensionPoint<{ id: string }>('neck.layers')

const neck = makePlugin(
  'neck',
  {
    title: 'Neck',
    provides: [STRINGS],
    extensionPoints: [LAYERS],
    contributes: {
      commands: [{ id: 'neck.pluck', title: 'Pluck a string', keys: ['p'] }],
      routes: [{ path: '/neck', title: 'The neck', screen: 'Neck' }],
    },
  },
  { providers: [provideFactory(STRINGS, () => ({ pluck: () => undefined }))] },
)
const song = makePlugin(
  'song',
  { title: 'Song', requires: [STRINGS] },
  { activate: ({ extend }) => extend(LAYERS, { id: 'song' }) },
)
const broken = makePlugin('broken', { title: 'Broken' }, () => ({
  activate: () => {
    if (broken.loads() < 2) throw new Error('No strings.')
  },
}))

/** The card of a plugin, once it is there. */
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  const found = heading.closest('li')
  if (!found) throw new Error(`${title} has no card`)
  return within(found)
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ neck: { own: 12_345, shared: 2000 }, song: { own: 900, shared: 0 } }),
  )
})

describe('the plugins page', () => {
  it('shows the state, the start time and the size of each plugin', async () => {
    await openWorkshop('PluginsPage', { plugins: [neck, song] })
    const neckCard = await card('Neck')
    expect(neckCard.getByText('Active')).toBeTruthy()
    expect(neckCard.getByText(/started in \d+ ms/)).toBeTruthy()
    expect(await neckCard.findByText('12 kB, 2 kB shared')).toBeTruthy()
    expect((await card('Song')).getByText('0.9 kB')).toBeTruthy()
    expect((await card('Workshop')).getByText('Always on')).toBeTruthy()
  })

  it('shows the size of an external plugin as reported by its server', async () => {
    const drone = makePlugin('drone', { title: 'Drone', origin: 'drone/plugin.json', size: 4200 })
    await openWorkshop('PluginsPage', { plugins: [neck, drone] })
    expect(await (await card('Drone')).findByText('4.2 kB')).toBeTruthy()
  })

  it('says that sizes are unknown where nothing was built', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await openWorkshop('PluginsPage', { plugins: [neck] })
    expect(await (await card('Neck')).findByText('Size unknown')).toBeTruthy()
  })

  it('shows on demand what a plugin brings, one plugin at a time', async () => {
    const { user } = await openWorkshop('PluginsPage', { plugins: [neck, song] })
    await user.click((await card('Neck')).getByRole('button', { name: 'Details of “Neck”' }))
    const commands = (await card('Neck')).getByRole('region', { name: 'Commands' })
    expect(commands.textContent).toContain('Pluck a string neck.pluck')
    expect(within(commands).getByText('P')).toBeTruthy()
    const points = (await card('Neck')).getByRole('region', { name: 'Extension points' })
    expect(points.textContent).toContain('neck.layers Song')
    await user.click((await card('Song')).getByRole('button', { name: 'Details of “Song”' }))
    expect((await card('Neck')).queryByRole('region')).toBeNull()
    const required = (await card('Song')).getByRole('region', { name: 'Required services' })
    expect(required.textContent).toContain('neck.strings Neck')
  })

  it('switches a plugin off and on, and offers to undo it', async () => {
    const { kernel, user } = await openWorkshop('PluginsPage', { plugins: [song, neck] })
    const posted: Notice[] = []
    kernel.events.on(NOTICE, notice => posted.push(notice))
    await user.click((await card('Song')).getByRole('switch'))
    expect(await (await card('Song')).findByText('Disabled by you.')).toBeTruthy()
    expect(kernel.host.state('song')?.status).toBe('disabled')
    const notice = posted.find(({ action }) => action)
    expect(notice?.values).toEqual({ plugin: 'Song' })
    await act(async () => notice?.action?.run())
    await waitFor(() => expect(kernel.host.state('song')?.status).toBe('active'))
  })

  it('names the plugins that need one, and asks before it switches all of them off', async () => {
    const { kernel, user } = await openWorkshop('PluginsPage', { plugins: [song, neck] })
    await user.click((await card('Neck')).getByRole('switch'))
    const question = await screen.findByRole('dialog', { name: 'Disable “Neck”?' })
    expect(within(question).getByText('Song')).toBeTruthy()
    expect(kernel.host.state('neck')?.status).toBe('active')
    await user.click(within(question).getByRole('button', { name: 'Disable' }))
    expect(await (await card('Song')).findByText('Requires “Neck”, which is disabled.')).toBeTruthy()
  })

  it.each(['Cancel', 'Disable'])('gives the focus back to the switch after "%s"', async answer => {
    const { user } = await openWorkshop('PluginsPage', { plugins: [song, neck] })
    await user.click((await card('Neck')).getByRole('switch'))
    const question = await screen.findByRole('dialog', { name: 'Disable “Neck”?' })
    await user.click(within(question).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const toggle = (await card('Neck')).getByRole('switch')
    await waitFor(() => expect(document.activeElement).toBe(toggle))
  })

  it('tries a plugin that failed once more', async () => {
    const { user } = await openWorkshop('PluginsPage', { plugins: [broken] })
    expect((await card('Broken')).getByText('Failed to start (activation_failed): No strings.')).toBeTruthy()
    await user.click((await card('Broken')).getByRole('button', { name: 'Try again' }))
    expect(await (await card('Broken')).findByText('Active')).toBeTruthy()
  })

  it('shows a plugin that was not let in, with its origin, the reason and nothing to switch', async () => {
    const { kernel } = await openWorkshop('PluginsPage', { plugins: [neck] })
    act(() =>
      kernel.host.refuse({
        id: 'tuner',
        title: 'Tuner',
        version: '2.0.0',
        origin: 'https://plugins.example/tuner',
        code: 'integrity_wrong',
        reason: 'The file of “tuner” is not the one that was allowed.',
      }),
    )
    const refused = await card('Tuner')
    expect(refused.getByText(/\(integrity_wrong\): The file of “tuner” is not/)).toBeTruthy()
    expect(refused.getByText('From https://plugins.example/tuner')).toBeTruthy()
    expect(refused.queryByRole('switch')).toBeNull()
    expect(refused.queryByRole('button')).toBeNull()
  })

  it('names what does not fit, above everything else', async () => {
    const lonely = makePlugin('lonely', { requires: [createToken('neck.string')] })
    const rival = makePlugin('rival', {
      contributes: { commands: [{ id: 'rival.pick', title: 'Pick', keys: ['p'] }] },
    })
    await openWorkshop('PluginsPage', { plugins: [neck, lonely, rival] })
    const problems = await screen.findByRole('region', { name: 'Problems' })
    expect(problems.textContent).toContain('did you mean "neck.strings"?')
    expect(problems.textContent).toContain('P is used by “Pluck a string”, so “Pick” has no shortcut.')
  })

  it('says nothing of a key while the plugin that has it is off: the other has it then', async () => {
    const rival = makePlugin('rival', {
      contributes: { commands: [{ id: 'rival.pick', title: 'Pick', keys: ['p'] }] },
    })
    const { kernel } = await openWorkshop('PluginsPage', { plugins: [neck, rival] })
    await screen.findByRole('region', { name: 'Problems' })
    await act(() => kernel.host.disable('neck'))
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull()
    expect(kernel.commands.keysOf('rival.pick')).toEqual(['p'])
  })

  it('names keys by which a command loses, also those that the user has chosen', async () => {
    const { kernel } = await openWorkshop('PluginsPage', { plugins: [neck] })
    await card('Neck')
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull()
    const start = 'workshop.start-inspector'
    act(() => kernel.settings.store(keySettings).change({ keys: { [start]: ['p s'] } }))
    const problems = await screen.findByRole('region', { name: 'Problems' })
    expect(problems.textContent).toContain('P: “Pluck a string” runs before P S for “Start inspector”')
  })

  it('finds plugins by name, command and service, and by their state', async () => {
    const { kernel, user } = await openWorkshop('PluginsPage', { plugins: [song, neck] })
    const shown = () => screen.queryAllByRole('heading', { level: 3 }).map(each => each.textContent)
    const search = await screen.findByRole('textbox', { name: 'Search plugins' })
    await user.type(search, 'pluck')
    await waitFor(() => expect(shown()).toEqual(['Neck']))
    await user.clear(search)
    await user.type(search, 'trombone')
    expect(await screen.findByText('No matching plugins.')).toBeTruthy()
    await user.clear(search)
    await act(() => kernel.host.disable('song'))
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Disabled' }))
    await waitFor(() => expect(shown()).toEqual(['Song']))
  })

  it('draws who uses whom, says the same in sentences, and leads to a card', async () => {
    const { user } = await openWorkshop('PluginsPage', { plugins: [song, neck] })
    const list = await screen.findByRole('list', { name: 'Dependencies' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(each => each.textContent),
    ).toEqual(['Song requires Neck.'])
    await user.click(screen.getByRole('link', { name: 'Neck: Active' }))
    expect((await card('Neck')).getByRole('region', { name: 'Commands' })).toBeTruthy()
  })

  it('speaks German', async () => {
    await openWorkshop('PluginsPage', { plugins: [neck], languages: ['de'] })
    expect(await screen.findByText('Immer an')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Plugins suchen' })).toBeTruthy()
  })

  it('speaks German of a plugin that is off, too', async () => {
    const off = makePlugin('capo', {
      title: 'Capo',
      locales: { de: async () => ({ default: { Capo: 'Kapodaster' } }) },
    })
    const stored = { fretworkPlugins: JSON.stringify({ disabled: ['capo'], version: '1' }) }
    await openWorkshop('PluginsPage', { plugins: [off], languages: ['de'], stored })
    expect((await card('Kapodaster')).getByText('Deaktiviert')).toBeTruthy()
  })
})
