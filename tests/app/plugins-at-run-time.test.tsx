// @vitest-environment happy-dom
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Contributions } from '../../src/core/kernel/manifest/plugin.js'
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
    const drawer = {
      id: 'tuner.dial',
      side: 'right',
      on: '/fretboard',
      title: 'Dial',
      screen: 'Dial',
    } as const
    await act(async () => void kernel.host.add(tuner('In tune', { drawers: [drawer] })))
    expect(await within(navigation).findByText('Tuner')).toBeTruthy()
    expect(await screen.findByText('440 Hz')).toBeTruthy()
    await act(() => kernel.commands.attempt('app.go-to-tuner'))
    expect(await screen.findByText('In tune')).toBeTruthy()
    expect(address()).toBe('/tuner')
  })

  it('is led to by a command of its own, also where another address differs by a dash alone', async () => {
    const { kernel, screen, address } = await open('/fretboard')
    await screen.findByText('Six strings')
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
