import { notifications } from '@mantine/notifications'
import { act, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { GO_TO, SHOW_DRAWER } from '../../src/core/events/app-events.js'
import { provideFactory } from '../../src/core/kernel/plugin.js'
import { createToken } from '../../src/core/platform/token.js'
import { useText } from '../../src/core/react/kernel-context.js'
import { layoutSettings } from '../../src/core/settings/core-settings.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

const Neck = () => <p>Six strings</p>
const Drawer = () => <p>Two devices</p>
const Settings = () => {
  const { t } = useText()
  return <p>{t('Terms')}</p>
}

const neck = makePlugin(
  'neck',
  {
    activateOn: ['route:/fretboard'],
    contributes: {
      routes: [
        {
          ...{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true },
          keys: [{ title: 'Move around the neck', keys: ['arrowleft'] }],
        },
        { path: '/about', title: 'Terms', screen: 'Terms' },
        { path: '/demo', title: 'Demo', screen: 'Neck', standsFor: '/fretboard' },
      ],
      navigation: [{ path: '/fretboard', title: 'Fretboard' }],
      drawers: [{ id: 'neck.devices', side: 'right', on: '/fretboard', title: 'Devices', screen: 'Drawer' }],
      commands: [
        { id: 'neck.break', title: 'Break a string', keys: ['x'] },
        { id: 'neck.play', title: 'Play', keys: ['space'], hidden: true, keysWhen: 'neck.free' },
        { id: 'neck.keep', title: 'Keep', when: "loggedIn && route == '/fretboard'" },
        { id: 'neck.away', title: 'Elsewhere', keys: ['y'], when: "route == '/about'" },
      ],
    },
  },
  {
    screens: {
      Neck: async () => ({ default: Neck }),
      Drawer: async () => ({ default: Drawer }),
      Terms: async () => ({ default: Settings }),
    },
    commands: { 'neck.break': () => Promise.reject(new Error('The high E is gone.')) },
  },
)
const plugins = [neck]

beforeEach(() => {
  // Notifications belong to the page and would outlive the app.
  notifications.clean()
  notifications.cleanQueue()
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

it('a logged-out user logs in first and then returns to the requested page', async () => {
  const { screen, address, user } = await openApp('/fretboard?scale=C%20Major#top', { plugins })
  const email = await screen.findByLabelText(/Email address/)
  expect(address()).toBe('/login?return=%2Ffretboard%3Fscale%3DC%2520Major%23top')
  await user.type(email, 'jo@example.org')
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Six strings')).toBeTruthy()
  expect(address()).toBe('/fretboard?scale=C%20Major#top')
  await waitFor(() => expect(document.title).toBe('Fretboard · Fretwork'))
})

it('a drawer appears in its sidebar, and opening the drawer opens that sidebar', async () => {
  const sided = makePlugin(
    'sided',
    {
      contributes: {
        drawers: [
          { id: 'sided.near', side: 'left', on: '/fretboard', title: 'Near', screen: 'Near' },
          { id: 'sided.far', side: 'right', on: '/fretboard', title: 'Far', screen: 'Far' },
        ],
      },
    },
    {
      screens: {
        Near: async () => ({ default: () => <p>Near the navigation</p> }),
        Far: async () => ({ default: () => <p>Across the page</p> }),
      },
    },
  )
  const closed = JSON.stringify({ leftDrawerOpen: false, rightDrawerOpen: false, version: '1' })
  const opening = { plugins: [neck, sided], loggedIn: true, stored: { fretworkLayout: closed } }
  const { screen, kernel } = await openApp('/fretboard', opening)
  const left = screen.getByRole('navigation', { name: 'Main navigation', hidden: true })
  const right = screen.getByRole('complementary', { name: 'Tools', hidden: true })
  expect(await within(left).findByText('Near the navigation')).toBeTruthy()
  expect(await within(right).findByText('Across the page')).toBeTruthy()
  expect(screen.getAllByText('Near the navigation')).toHaveLength(1)
  const layout = () => kernel.settings.store(layoutSettings).getState()
  act(() => kernel.events.emit(SHOW_DRAWER, { drawer: 'sided.near' }))
  expect(layout()).toMatchObject({ leftDrawerOpen: true, rightDrawerOpen: false })
  act(() => kernel.events.emit(SHOW_DRAWER, { drawer: 'sided.far' }))
  expect(layout()).toMatchObject({ leftDrawerOpen: true, rightDrawerOpen: true })
})

it('a drawer can be collapsed, stays collapsed and expands when opened by an event', async () => {
  const { screen, kernel, platform, user } = await openApp('/fretboard', { plugins, loggedIn: true })
  const title = await screen.findByRole('button', { name: 'Devices' })
  expect(screen.getByRole('heading', { level: 2, name: 'Devices' }).contains(title)).toBe(true)
  await screen.findByText('Two devices')
  await user.click(title)
  expect(screen.queryByText('Two devices')).toBeNull()
  expect(title.getAttribute('aria-expanded')).toBe('false')
  expect(platform.storage.get('fretworkLayout')).toContain('"foldedDrawers":["neck.devices"]')
  act(() => kernel.events.emit(SHOW_DRAWER, { drawer: 'neck.devices' }))
  expect(await screen.findByText('Two devices')).toBeTruthy()
  expect(kernel.settings.store(layoutSettings).getState().foldedDrawers).toEqual([])
})

it('on a tablet, the right sidebar covers the page, and the stored layout is unchanged', async () => {
  const { screen, kernel, user } = await openApp('/fretboard', { plugins, loggedIn: true, width: 1024 })
  await screen.findByText('Six strings')
  expect(screen.queryByText('Two devices')).toBeNull()
  act(() => kernel.events.emit(SHOW_DRAWER, { drawer: 'neck.devices' }))
  const cover = await screen.findByRole('dialog', { name: 'Panels' })
  expect(await within(cover).findByText('Two devices')).toBeTruthy()
  await user.click(within(cover).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('Two devices')).toBeNull())
  expect(kernel.settings.store(layoutSettings).getState().rightDrawerOpen).toBe(true)
})

it('a bottom drawer is shown without its title while its condition is true', async () => {
  const dock = {
    ...({ id: 'radio.dock', side: 'bottom', on: '/fretboard', title: 'Radio' } as const),
    ...{ screen: 'Dock', when: 'radio.on' },
  }
  const radio = makePlugin(
    'radio',
    { contributes: { drawers: [dock] } },
    { screens: { Dock: async () => ({ default: () => <p>On the air</p> }) } },
  )
  const layout = JSON.stringify({ leftDrawerOpen: true, rightDrawerOpen: true, version: '1' })
  const stored = { fretworkLayout: layout }
  const opening = { plugins: [neck, radio], loggedIn: true, stored }
  const { screen, kernel, platform } = await openApp('/fretboard', opening)
  await screen.findByText('Six strings')
  expect(screen.queryByText('On the air')).toBeNull()
  act(() => kernel.commands.setContext('radio.on', true))
  expect(await within(screen.getByRole('contentinfo')).findByText('On the air')).toBeTruthy()
  expect(screen.queryByText('Radio')).toBeNull()
  vi.mocked(window.scrollTo).mockClear()
  act(() => kernel.events.emit(GO_TO, { path: '/about' }))
  expect(await screen.findByText('Terms')).toBeTruthy()
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  // A public screen has no drawers and does not change the stored layout.
  for (const drawer of ['On the air', 'Two devices']) expect(screen.queryByText(drawer)).toBeNull()
  expect(platform.storage.get('fretworkLayout')).toBe(layout)
  await act(() => kernel.commands.execute('app.go-to-fretboard'))
  expect(await screen.findByText('On the air')).toBeTruthy()
  act(() => kernel.commands.setContext('radio.on', undefined))
  expect(screen.queryByText('On the air')).toBeNull()
})

it('an unknown URL shows an error page and sets the document language', async () => {
  const { screen, kernel } = await openApp('/nowhere/at/all', { plugins })
  expect(await screen.findByRole('heading', { name: 'No note at this fret' })).toBeTruthy()
  expect(screen.getByText(/There’s no page at \/nowhere\/at\/all/)).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Page not found · Fretwork'))
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login')
  // Screen readers use this attribute to choose the pronunciation.
  expect(document.documentElement.lang).toBe('en')
  await act(() => kernel.translator.setLanguage('de'))
  expect(document.documentElement.lang).toBe('de')
})

it('pressing ? lists the available shortcuts, and opening a CMS page reloads the browser', async () => {
  const { screen, user, kernel, address } = await openApp('/fretboard', { plugins, loggedIn: true })
  await screen.findByText('Six strings')
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(await within(dialog).findByText('Break a string')).toBeTruthy()
  // The list includes keys of unfocused elements and keys handled by the screen itself.
  expect(within(dialog).getByRole('row', { name: 'Play Space' })).toBeTruthy()
  expect(within(dialog).getByRole('row', { name: 'Move around the neck ←' })).toBeTruthy()
  expect(within(dialog).queryByText('Elsewhere')).toBeNull()
  const reload = stubReload()
  act(() => kernel.events.emit(GO_TO, { path: '/cms/chords?open=1' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(address()).toBe('/cms/chords?open=1')
})

const stubReload = () =>
  vi
    .spyOn(window.location, 'reload')
    .mockReset()
    .mockImplementation(() => undefined)

it('a guest sees the page, its drawers and commands that need no account', async () => {
  const { screen, kernel, address } = await openApp('/demo', { plugins, guest: true })
  await screen.findByText('Six strings')
  await screen.findByText('Two devices')
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?return=%2Fdemo')
  const { commands } = kernel
  expect(['neck.break', 'neck.keep', 'neck.away'].map(id => commands.isEnabled(id))).toEqual([
    true,
    false,
    false,
  ])
  expect(['neck.break', 'neck.keep', 'neck.away'].map(id => commands.needsAccount(id))).toEqual([
    false,
    true,
    false,
  ])
  await act(() => commands.execute('neck.keep'))
  await screen.findByText('“Keep” needs a free account.')
  expect(address()).toBe('/demo')
})

it.each([
  ['a guest opens a page with accounts', '/demo', true, '/login'],
  ['a guest opens an unknown page', '/demo', true, '/people'],
  ['a logged-out user opens a guest page', '/about', false, '/demo'],
])('the app is reloaded when %s', async (_when, from, guest, path) => {
  const { kernel, address } = await openApp(from, { plugins, guest })
  const reload = stubReload()
  act(() => kernel.events.emit(GO_TO, { path }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(address()).toBe(path)
})

let renders = 0

function Endless() {
  const [count, setCount] = useState(0)
  useEffect(() => setCount(count + 1), [count])
  renders++
  return <p>Renders forever</p>
}

const route = (path: string, screen: string) => ({ path, title: screen, screen, auth: true })
const plugin = makePlugin(
  'endless',
  { contributes: { routes: [route('/calm', 'Calm'), route('/endless', 'Endless')] } },
  {
    screens: {
      Calm: async () => ({ default: () => <p>Renders once</p> }),
      Endless: async () => ({ default: Endless }),
    },
  },
)

it('navigating away works even if a screen keeps re-rendering', async () => {
  const { kernel, screen } = await openApp('/calm', { plugins: [plugin], loggedIn: true })
  await screen.findByText('Renders once')
  // act() would wait forever for the renders to finish.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  kernel.events.emit(GO_TO, { path: '/endless' })
  await screen.findByText('Renders forever')
  await vi.waitFor(() => expect(renders).toBeGreaterThan(100))

  kernel.events.emit(GO_TO, { path: '/calm' })
  await screen.findByText('Renders once')
  expect(screen.queryByText('Renders forever')).toBeNull()
  environment.IS_REACT_ACT_ENVIRONMENT = true
  const before = renders
  await act(async () => undefined)
  expect(renders).toBe(before)
})

const tuner = makePlugin(
  'tuner',
  {
    activateOn: ['route:/tuner'],
    contributes: {
      routes: [{ path: '/tuner', title: 'Tuner', screen: 'Tuner', auth: true }],
      navigation: [{ path: '/tuner', title: 'Tuner' }],
      drawers: [{ id: 'tuner.dial', side: 'right', on: '/fretboard', title: 'Dial', screen: 'Dial' }],
    },
  },
  {
    screens: {
      Tuner: async () => ({ default: () => <p>In tune</p> }),
      Dial: async () => ({ default: () => <p>440 Hz</p> }),
    },
  },
)

it('an added plugin appears in the navigation, with its drawers and a command that opens it', async () => {
  const { kernel, screen, address } = await openApp('/fretboard', { plugins, loggedIn: true })
  const navigation = await screen.findByRole('navigation', { name: 'Main navigation' })
  await act(async () => void kernel.host.add(tuner))
  expect(await within(navigation).findByText('Tuner')).toBeTruthy()
  expect(await screen.findByText('440 Hz')).toBeTruthy()
  await act(() => kernel.commands.attempt('app.go-to-tuner'))
  expect(await screen.findByText('In tune')).toBeTruthy()
  expect(address()).toBe('/tuner')
  // Paths that differ only by a dash still get different command IDs.
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
  { screens: { Neck: async () => ({ default: Neck }) } },
)
const pluginManager = makePlugin(
  'plugin-manager',
  { contributes: { routes: [{ path: '/plugins', title: 'Plugins', screen: 'Plugins', auth: true }] } },
  { screens: { Plugins: async () => ({ default: () => <p>All plugins</p> }) } },
)

const openOff = async (...off: string[]) => {
  const app = await openApp('/fretboard', { plugins: [midi, needy, pluginManager], loggedIn: true })
  await app.screen.findByText('Six strings')
  for (const id of off) await act(() => app.kernel.host.disable(id))
  await app.screen.findByRole('heading', { level: 1, name: 'This page is disabled' })
  return app
}

it('a disabled plugin’s page offers to enable the plugin', async () => {
  const { screen, user } = await openOff('needy')
  expect(screen.getByText('It’s part of the “Fretboard” plugin, which is disabled.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enable “Fretboard”' }))
  expect(await screen.findByText('Six strings')).toBeTruthy()
})

it('a page whose required plugin is disabled offers to enable it', async () => {
  const { screen, user, kernel } = await openOff('midi')
  expect(screen.getByText('“Fretboard” requires “MIDI devices”, which is disabled.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to the fretboard' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open plugins' }).getAttribute('href')).toBe('/plugins')
  await user.click(screen.getByRole('button', { name: 'Enable “MIDI devices”' }))
  expect(await screen.findByText('Six strings')).toBeTruthy()
  expect(kernel.host.state('midi')?.status).toBe('active')
})
