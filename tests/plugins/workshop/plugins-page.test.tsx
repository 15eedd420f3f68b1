// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NOTICE, type Notice } from '../../../src/core/events/notices.js'
import { provideFactory } from '../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../src/core/platform/services/token.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openPluginsPage } from './workshop-screen.js'

const STRINGS = createToken<{ pluck(): void }>('neck.strings')

const neck = makePlugin(
  'neck',
  {
    title: 'Neck',
    provides: [STRINGS],
    contributes: {
      commands: [{ id: 'neck.pluck', title: 'Pluck a string', keys: ['p'] }],
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

/** The card of a plugin, once it is there. */
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  const found = heading.closest('li')
  if (!found) throw new Error(`${title} has no card`)
  return within(found)
}

describe('the plugins page', () => {
  it('switches a plugin off and on, and offers to undo it', async () => {
    const { kernel, user } = await openPluginsPage({ plugins: [song, neck] })
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

  it('names the plugins that need one before it switches all of them off, and gives the focus back', async () => {
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

  it('tries a plugin that failed once more', async () => {
    const { user } = await openPluginsPage({ plugins: [broken] })
    expect((await card('Broken')).getByText('Failed to start (activation_failed): No strings.')).toBeTruthy()
    await user.click((await card('Broken')).getByRole('button', { name: 'Try again' }))
    expect(await (await card('Broken')).findByText('Active')).toBeTruthy()
  })

  it('shows a plugin that was not let in, with its origin, the reason and nothing to switch', async () => {
    const { kernel } = await openPluginsPage({ plugins: [neck] })
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
    await openPluginsPage({ plugins: [neck, lonely, rival] })
    const problems = await screen.findByRole('region', { name: 'Problems' })
    expect(problems.textContent).toContain('did you mean "neck.strings"?')
    expect(problems.textContent).toContain('P is used by “Pluck a string”, so “Pick” has no shortcut.')
  })

  it('finds plugins by name, command and service, and by their state', async () => {
    const { kernel, user } = await openPluginsPage({ plugins: [song, neck] })
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

  it('speaks German of a plugin that is off, too', async () => {
    const off = makePlugin('capo', {
      title: 'Capo',
      locales: { de: async () => ({ default: { Capo: 'Kapodaster' } }) },
    })
    const stored = { fretworkPlugins: JSON.stringify({ disabled: ['capo'], version: '1' }) }
    await openPluginsPage({ plugins: [off], languages: ['de'], stored })
    expect((await card('Kapodaster')).getByText('Deaktiviert')).toBeTruthy()
  })
})
