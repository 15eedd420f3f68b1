import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OfflineBar } from '../../../src/app/layout/app-layout.js'
import { StepUpDialog } from '../../../src/app/layout/inside.js'
import { RunningCommands } from '../../../src/app/layout/running-commands.js'
import { SideDrawers } from '../../../src/app/layout/sheets.js'
import type { CommandControl } from '../../../src/core/commands/command-runs.js'
import { exportAccount } from '../../../src/core/contract/account.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { goodServer } from '../../core/auth/session.js'
import { type Answering, fakeTransport, ok, problem } from '../../core/http/fake-transport.js'
import { kernelWith, makePlugin } from '../../core/kernel/make-plugin.js'
import { show, showIn } from '../../core/react/shown.js'
import { later } from '../../support/later.js'
import { openApp } from '../open-app.js'

const neck = makePlugin(
  'neck',
  {
    activateOn: ['route:/fretboard'],
    contributes: {
      routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true }],
      commands: [{ id: 'neck.strum', title: 'Strum', keys: ['x'], when: "route == '/songs'" }],
    },
  },
  { screens: { Neck: async () => ({ default: () => <button type="button">Pluck</button> }) } },
)

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

async function openNeck() {
  const app = await openApp('/fretboard', { plugins: [neck], loggedIn: true })
  const pluck = await app.screen.findByRole('button', { name: 'Pluck' })
  pluck.focus()
  const closed = async () => {
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(pluck))
  }
  return { ...app, closed }
}

it('focus returns after the palette has replaced the shortcut list', async () => {
  const { screen, user, closed } = await openNeck()
  // The palette is already loaded, so it opens while the list is closing.
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await closed()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await closed()
})

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

it('the busy indicator is visible until the session is refreshed and the user has loaded', async () => {
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
  // The screen is shown without waiting for the session refresh.
  expect(await screen.findByText('The page')).toBeTruthy()
  const indicator = await screen.findByRole('status', { name: 'Loading' })
  expect(indicator.querySelector('.mantine-Loader-root')?.getAttribute('style')).toContain('--loader-size')
  await act(async () => answer())
  await waitFor(() => expect(kernel.auth.state.getState().busy).toBe(false))
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

it('user menu links lead to existing account pages', async () => {
  // Mantine logs a warning because the menu cannot be focused while it fades in.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { screen, user, address } = await openApp('/fretboard', {
    plugins: [pages('/fretboard', '/people', '/account/profile')],
    loggedIn: true,
  })
  await user.click(await screen.findByRole('button', { name: /’s account$/ }))
  // The menu counts as hidden while it fades in.
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  const links = items.map(item => item.getAttribute('href')).filter(href => href !== null)
  expect(links).toEqual(['/account/profile', '/people'])
  await user.click(screen.getByRole('menuitem', { name: 'Page /people', hidden: true }))
  await waitFor(() => expect(address()).toBe('/people'))
})

const CHALLENGE = 'C'.repeat(43)
const EXPORTED = { exportedAt: '', tenant: 'fretwork', rows: {} }

async function openDialog(confirm: Answering = () => ({ status: 204 })) {
  let confirmed = false
  const { transport, sent } = fakeTransport(
    goodServer({
      export: () => (confirmed ? ok(EXPORTED) : problem(403, 'second_factor_needed')),
      challenge: () => ok({ challenge: CHALLENGE, methods: ['totp', 'recovery'] }),
      confirm: request => {
        const answer = confirm(request)
        confirmed = 'status' in answer && answer.status === 204
        return answer
      },
    }),
  )
  const kernel = await createTestKernel({ transport })
  await kernel.auth.login({ email: 'jo@example.org', password: 'x', rememberMe: true })
  const user = await showIn(kernel, <StepUpDialog />)
  const exported = kernel.api.call(exportAccount).then(
    () => 'done',
    error => error.code,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await dialog.findByLabelText('Code from your authenticator app')
  return { dialog, exported, sent, user }
}

it('a correct code closes the dialog and repeats the request', async () => {
  const { dialog, exported, sent, user } = await openDialog()
  await user.type(dialog.getByLabelText('Code from your authenticator app'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await exported).toBe('done')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const bodies = sent.filter(({ url }) => url.endsWith('/confirm')).map(({ body }) => body)
  expect(bodies).toEqual([{ challenge: CHALLENGE, code: '123456' }])
})

async function working() {
  const kernel = await kernelWith([])
  const controls: CommandControl[] = []
  const ends: ((value?: unknown) => void)[] = []
  const command = { id: 'songs.import', title: 'Import', busy: 'parallel' } as const
  kernel.commands.register(command, 'songs', (_args, control) => {
    controls.push(control)
    return new Promise(resolve => ends.push(resolve))
  })
  const user = await showIn(
    kernel,
    <>
      <main id="main" tabIndex={-1} />
      <RunningCommands page="Songs" />
    </>,
  )
  const wait = (ms: number) => act(() => kernel.platform.clock.advance(ms))
  const execute = () => act(async () => void kernel.commands.execute('songs.import'))
  return { kernel, controls, ends, wait, execute, user }
}

const bars = () => screen.queryAllByRole('progressbar', { name: 'Import' })

it('a running command is shown after 400 ms and announced after 2.5 s', async () => {
  const { controls, ends, wait, execute } = await working()
  await execute()
  await wait(399)
  expect(bars()).toEqual([])
  await wait(1)
  expect([bars().length, screen.getByRole('status').textContent]).toEqual([1, ''])
  await wait(2100)
  expect(screen.getByRole('status').textContent).toBe('“Import” is running.')
  expect(bars()[0]?.hasAttribute('aria-valuenow')).toBe(false)
  act(() => controls[0]?.progress(0.25, 'Reading'))
  expect(bars()[0]?.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('Reading')).toBeTruthy()
  expect(screen.getByText('25 %')).toBeTruthy()
  await act(async () => ends[0]?.())
  expect(bars()).toEqual([])
})

it('each running command can be canceled individually, and focus moves to the page', async () => {
  const { kernel, controls, wait, execute, user } = await working()
  await execute()
  await wait(300)
  await execute()
  await wait(100)
  expect(bars()).toHaveLength(1)
  await wait(300)
  expect(bars()).toHaveLength(2)
  const [first] = screen.getAllByRole('button', { name: 'Cancel: Import' })
  if (first) await user.click(first)
  expect(controls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(bars()).toHaveLength(1)
  expect(document.activeElement?.id).toBe('main')
  // The remaining timer will announce the second command.
  expect(kernel.platform.clock.pending).toBe(1)
})

it('opening a drawer scrolls it into view every time', async () => {
  const kernel = await kernelWith([])
  const seen: string[] = []
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView')
  scrolling.mockImplementation(function (this: Element) {
    seen.push(this.id)
  })
  const side = 'right' as const
  const drawers = ['devices', 'settings'].map(id => ({
    ...{ id, plugin: 'midi-io', side, on: '/fretboard', title: id, screen: id },
  }))
  const page = (shown?: { drawer: string }) => (
    <MantineProvider>
      <KernelProvider kernel={kernel}>
        <SideDrawers drawers={drawers} shown={shown} />
      </KernelProvider>
    </MantineProvider>
  )
  const { rerender } = render(page())
  expect(seen).toEqual([])
  rerender(page({ drawer: 'settings' }))
  rerender(page({ drawer: 'settings' }))
  expect(seen).toEqual(['drawer-settings', 'drawer-settings'])
  scrolling.mockRestore()
})

afterEach(() => vi.restoreAllMocks())

it.each([
  ['names the features that still work', false, 'You’re offline. The neck, MIDI and songs still work'],
  [
    'covers a public page and asks for a connection',
    true,
    'You’re offline. Connect to the internet to log in.',
  ],
] as const)('the offline bar %s', async (_, over, sentence) => {
  await show(<OfflineBar over={over} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expect(status.textContent).toContain(sentence)
  expect(status.dataset.over).toBe(over ? 'true' : undefined)
})
