import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { goodServer } from '../../core/auth/session.js'
import { ok } from '../../core/http/fake-transport.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { later } from '../../support/later.js'
import { openApp } from '../open-app.js'

const Page = () => <p>The page</p>
const screens = { Page: async () => ({ default: Page }) }

const pages = (...paths: string[]): PluginManifest =>
  makePlugin(
    'pages',
    {
      contributes: {
        routes: paths.map(path => ({ path, title: `Page ${path}`, screen: 'Page', auth: true })),
        navigation: paths.map(path => ({ path, title: `Page ${path}`, when: 'loggedIn' })),
      },
    },
    { screens },
  )

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

it('while a session is taken up again, an indicator says so, until the token is refreshed and the user is known', async () => {
  const { promise: answered, answer } = later()
  const refresh = async () => {
    await answered
    return ok({ jwt: 'x', refreshToken: 'r2' })
  }
  const { screen, kernel } = await openApp('/fretboard', {
    plugins: [pages('/fretboard')],
    loggedIn: true,
    answering: goodServer({ refresh }),
  })
  // The screen is already visible, so no one has to wait for it.
  expect(await screen.findByText('The page')).toBeTruthy()
  const indicator = await screen.findByRole('status', { name: 'Loading' })
  expect(indicator.querySelector('.mantine-Loader-root')?.getAttribute('style')).toContain('--loader-size')
  await act(async () => answer())
  await waitFor(() => expect(kernel.auth.state.getState().busy).toBe(false))
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

it('the user menu leads to the existing account pages', async () => {
  // The menu cannot be focused while it fades in, so Mantine logs a warning.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { screen, user, address } = await openApp('/fretboard', {
    plugins: [pages('/fretboard', '/people', '/account/profile')],
    loggedIn: true,
  })
  await user.click(await screen.findByRole('button', { name: /^Account of/ }))
  // While it fades in, it counts as hidden.
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  const links = items.map(item => item.getAttribute('href')).filter(href => href !== null)
  expect(links).toEqual(['/account/profile', '/people'])
  await user.click(screen.getByRole('menuitem', { name: 'Page /people', hidden: true }))
  await waitFor(() => expect(address()).toBe('/people'))
})
