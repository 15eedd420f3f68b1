// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { provideFactory } from '../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../src/core/platform/services/token.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

const MIDI = createToken<object>('off.midi')

const midi = makePlugin(
  'midi',
  { title: 'MIDI devices', provides: [MIDI] },
  { providers: [provideFactory(MIDI, () => ({}))] },
)
const neck = makePlugin(
  'neck',
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

const open = async (...off: string[]) => {
  const app = await openApp('/fretboard', { plugins: [midi, neck, workshop], loggedIn: true })
  await app.screen.findByText('Six strings')
  for (const id of off) await act(() => app.kernel.host.disable(id))
  await app.screen.findByRole('heading', { level: 1, name: 'This page is disabled' })
  return app
}

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

describe('the page of a plugin that is off', () => {
  it('names the plugin, and switches it on', async () => {
    const { screen, user } = await open('neck')
    expect(screen.getByText('It belongs to the plugin “Fretboard”, which is disabled.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Enable “Fretboard”' }))
    expect(await screen.findByText('Six strings')).toBeTruthy()
  })

  it('names the plugin that it needs, and switches that one on', async () => {
    const { screen, user, kernel } = await open('midi')
    expect(screen.getByText('“Fretboard” needs “MIDI devices”, which is disabled.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Go to the fretboard' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open plugins' }).getAttribute('href')).toBe('/plugins')
    await user.click(screen.getByRole('button', { name: 'Enable “MIDI devices”' }))
    expect(await screen.findByText('Six strings')).toBeTruthy()
    expect(kernel.host.state('midi')?.status).toBe('active')
  })
})
