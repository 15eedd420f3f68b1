import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Contributions, provideFactory } from '../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../src/core/platform/services/token.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

const neck = makePlugin(
  'neck',
  {
    contributes: {
      routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true }],
      navigation: [{ path: '/fretboard', title: 'Fretboard' }],
    },
  },
  { screens: { Neck: async () => ({ default: () => <p>Six strings</p> }) } },
)

const tuner = (says = 'In tune', contributes: Contributions = {}) =>
  makePlugin(
    'tuner',
    {
      activateOn: ['route:/tuner'],
      contributes: {
        routes: [{ path: '/tuner', title: `Tuner: ${says}`, screen: 'Tuner', auth: true }],
        navigation: [{ path: '/tuner', title: 'Tuner' }],
        ...contributes,
      },
    },
    {
      screens: {
        Tuner: async () => ({ default: () => <p>{says}</p> }),
        Dial: async () => ({ default: () => <p>440 Hz</p> }),
      },
    },
  )

const open = (path: string) => openApp(path, { plugins: [neck], loggedIn: true })

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

describe('a plugin that comes while the application runs', () => {
  it('is in the navigation, with its drawers and a command that leads there', async () => {
    const { kernel, screen, address } = await open('/fretboard')
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' })
    const side = 'right' as const
    const drawer = { id: 'tuner.dial', side, on: '/fretboard', title: 'Dial', screen: 'Dial' }
    await act(async () => void kernel.host.add(tuner('In tune', { drawers: [drawer] })))
    expect(await within(navigation).findByText('Tuner')).toBeTruthy()
    expect(await screen.findByText('440 Hz')).toBeTruthy()
    await act(() => kernel.commands.attempt('app.go-to-tuner'))
    expect(await screen.findByText('In tune')).toBeTruthy()
    expect(address()).toBe('/tuner')
    // Each address has its own command, even if it differs from another only by a dash.
    const two = makePlugin('two', {
      contributes: {
        navigation: [
          { path: '/slow-songs', title: 'Slow songs' },
          { path: '/slow/songs', title: 'Songs, slowly' },
        ],
      },
    })
    act(() => void kernel.host.add(two))
    await act(() => kernel.commands.attempt('app.go-to-slow-songs'))
    expect(address()).toBe('/slow/songs')
    await act(() => kernel.commands.attempt('app.go-to-slow--songs'))
    expect(address()).toBe('/slow-songs')
  })

  it('shows its new screen when it is replaced, and nothing where it no longer has a route', async () => {
    const { kernel, screen } = await open('/fretboard')
    act(() => void kernel.host.add(tuner()))
    await act(() => kernel.commands.attempt('app.go-to-tuner'))
    await screen.findByText('In tune')
    await act(() => kernel.host.replace(tuner('A little sharp')))
    expect(await screen.findByText('A little sharp')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Tuner: A little sharp · Fretwork'))
    await act(() => kernel.host.replace(tuner('Nowhere', { routes: [], navigation: [] })))
    expect(await screen.findByText('No note at this fret')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Page not found · Fretwork'))
    expect(kernel.commands.find('app.go-to-tuner')).toBeUndefined()
  })
})

const MIDI = createToken<object>('off.midi')

const midi = makePlugin(
  'midi',
  { title: 'MIDI devices', provides: [MIDI] },
  { providers: [provideFactory(MIDI, () => ({}))] },
)
const needy = makePlugin(
  'needy',
  {
    title: 'Fretboard',
    requires: [MIDI],
    contributes: { routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true }] },
  },
  { screens: { Neck: async () => ({ default: () => <p>Six strings</p> }) } },
)
const workshop = makePlugin(
  'workshop',
  { contributes: { routes: [{ path: '/plugins', title: 'Plugins', screen: 'Plugins', auth: true }] } },
  { screens: { Plugins: async () => ({ default: () => <p>All plugins</p> }) } },
)

const openOff = async (...off: string[]) => {
  const app = await openApp('/fretboard', { plugins: [midi, needy, workshop], loggedIn: true })
  await app.screen.findByText('Six strings')
  for (const id of off) await act(() => app.kernel.host.disable(id))
  await app.screen.findByRole('heading', { level: 1, name: 'This page is disabled' })
  return app
}

describe('the page of a plugin that is off', () => {
  it('names the plugin, and switches it on', async () => {
    const { screen, user } = await openOff('needy')
    expect(screen.getByText('It’s part of the plugin “Fretboard”, which is disabled.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Enable “Fretboard”' }))
    expect(await screen.findByText('Six strings')).toBeTruthy()
  })

  it('names the plugin that it needs, and switches that one on', async () => {
    const { screen, user, kernel } = await openOff('midi')
    expect(screen.getByText('“Fretboard” requires “MIDI devices”, which is disabled.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Go to the fretboard' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open plugins' }).getAttribute('href')).toBe('/plugins')
    await user.click(screen.getByRole('button', { name: 'Enable “MIDI devices”' }))
    expect(await screen.findByText('Six strings')).toBeTruthy()
    expect(kernel.host.state('midi')?.status).toBe('active')
  })
})
