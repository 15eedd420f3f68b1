import { Menu } from '@mantine/core'
import { act, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { PALETTE } from '../../../src/core/events/app-events.js'
import { ApiError } from '../../../src/core/http/api-error.js'
import { refusalWords } from '../../../src/core/http/error-sentences.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { CommandButton, CommandItem } from '../../../src/core/react/command-button.js'
import { usePrinting } from '../../../src/core/react/hooks/use-printing.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { KeyCaps } from '../../../src/core/react/key-caps.js'
import { PageTabs } from '../../../src/core/react/page-tabs.js'
import { PlanGate, usePlan } from '../../../src/core/react/plan-gate.js'
import { type Asked, Question } from '../../../src/core/react/question.js'
import { Refused } from '../../../src/core/react/refused.js'
import { cookieOf, goodServer, tokenOf } from '../auth/session.js'
import { fakeTransport, ok } from '../http/fake-transport.js'
import { kernelWith, makePlugin } from '../kernel/make-plugin.js'
import { show, showIn } from './shown.js'

const plugin = makePlugin('paper', {
  contributes: {
    commands: [
      { id: 'paper.export', title: 'Export as page', feature: 'Download.HTML' },
      { id: 'paper.print', title: 'Print' },
    ],
  },
})

async function itemsFor(features: string) {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf({ features })) } })
  const kernel = await kernelWith([plugin], { platform })
  kernel.auth.init()
  const items = ['paper.export', 'paper.print', 'paper.of-no-plugin'].map(id => (
    <CommandItem key={id} command={id} />
  ))
  await showIn(
    kernel,
    <Menu opened>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>,
  )
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent)
}

it('a button prompts for its command’s arguments', async () => {
  const play = { id: 'paper.play', title: 'Play', args: z.object({ song: z.string() }) }
  const kernel = await kernelWith([makePlugin('paper', { contributes: { commands: [play] } })])
  const asked: unknown[] = []
  kernel.events.on(PALETTE, how => void asked.push(how))
  const user = await showIn(kernel, <CommandButton command="paper.play" />)
  await user.click(screen.getByRole('button', { name: 'Play' }))
  expect(asked).toEqual([{ ask: 'paper.play' }])
})

it('a menu item shows the required add-on instead of its shortcut to users without it', async () => {
  expect(await itemsFor('')).toEqual(['Export as pageAdd-on', 'Print'])
})

it('a menu item does not show the add-on to users who have it', async () => {
  expect(await itemsFor('Download.HTML')).toEqual(['Export as page', 'Print'])
})

function Level() {
  const plan = usePlan()
  return <output>{plan.level}</output>
}

async function gate(features: string, next = features) {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf({ features })) } })
  const refresh = () => ok({ jwt: tokenOf({ features: next, mark: 'r2' }), refreshToken: 'r2' })
  const { transport } = fakeTransport(goodServer({ refresh }))
  const kernel = await kernelWith([], { platform, transport })
  kernel.auth.init()
  await showIn(
    kernel,
    <MemoryRouter>
      <PlanGate feature="positions" title="Recording">
        <p>The recorder</p>
      </PlanGate>
      <Level />
    </MemoryRouter>,
  )
  return kernel
}

it('the plan gate shows the required plan and links to it', async () => {
  await gate('SubscriptionLevel.Basic')
  expect(screen.queryByText('The recorder')).toBeNull()
  expect(screen.getByText('“Recording” requires Pro.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe(
    '/account/subscription?need=positions',
  )
})

it('the plan gate opens after an upgrade without a reload', async () => {
  const kernel = await gate('', 'SubscriptionLevel.Pro')
  expect(screen.getByText('free')).toBeTruthy()
  await act(async () => void (await kernel.auth.refresh()))
  expect(screen.getByText('The recorder')).toBeTruthy()
  expect(screen.getByText('Pro')).toBeTruthy()
})

const page = (title: string, order: number, more: object = {}) =>
  makePlugin(title.toLowerCase(), {
    contributes: {
      navigation: [{ path: `/${title.toLowerCase()}`, title, group: 'Account', order, ...more }],
    },
  })

it('the group tabs list the visible pages of all plugins in order', async () => {
  const kernel = await kernelWith([
    page('Pedals', 2),
    page('Profile', 1),
    page('Songs', 3, { group: 'Music' }),
    page('Plugins', 4, { unlisted: true }),
    page('Users', 5, { when: 'admin' }),
  ])
  render(
    <KernelProvider kernel={kernel}>
      <MemoryRouter initialEntries={['/pedals']}>
        <PageTabs group="Account" />
      </MemoryRouter>
    </KernelProvider>,
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link')
  expect(tabs.map(tab => tab.textContent)).toEqual(['Profile', 'Pedals'])
  expect(tabs.map(tab => tab.getAttribute('aria-current'))).toEqual([null, 'page'])
})

const caps = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent)

it.each([
  ['en', ['Ctrl+Shift+Del', 'Space', 'PgUp']],
  ['de', ['Strg+Umschalt+Entf', 'Leertaste', 'Bild↑']],
])('keys are labeled as on a keyboard in the language %s', async (language, labels) => {
  await show(<KeyCaps binding="$mod+Shift+delete space pageup" />, language)
  await screen.findByText(labels[0] ?? '')
  expect(caps()).toEqual(labels)
})

function Asking({ question }: { readonly question: Asked }) {
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <button type="button" onClick={() => setAsked(question)}>
        Suspend
      </button>
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

async function ask() {
  const run = vi.fn()
  const question = { title: 'Suspend Anna?', text: ['Sessions end.', 'So it stays.'], yes: 'Do it', run }
  const user = await show(<Asking question={question} />)
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  return { user, run, dialog: within(await screen.findByRole('dialog', { name: 'Suspend Anna?' })) }
}

it('a dialog shows its text in paragraphs and adds no second banner landmark', async () => {
  const { dialog } = await ask()
  expect(dialog.getByText('Sessions end.')).toBeTruthy()
  expect(dialog.getByText('So it stays.')).toBeTruthy()
  expect(screen.queryByRole('banner')).toBeNull()
})

it.each([
  ['Do it', 1],
  ['Cancel', 0],
  ['Close', 0],
])('the button “%s” closes the dialog and runs the action %i times', async (name, times) => {
  const { dialog, user, run } = await ask()
  await user.click(dialog.getByRole('button', { name }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(run).toHaveBeenCalledTimes(times)
})

const words = refusalWords('core', { forbidden: 'Lift the block first.' })
const forbidden = new ApiError('bad_request', 'forbidden', 'raw')

async function refused(language?: string) {
  const onRetry = vi.fn()
  const user = await show(<Refused error={forbidden} words={words} onRetry={onRetry} />, language)
  return { user, onRetry, alert: within(await screen.findByRole('alert')) }
}

const connection = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  return act(async () => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

afterEach(() => vi.restoreAllMocks())

it('a load error shows the plugin’s message and a retry button', async () => {
  const { alert, user, onRetry } = await refused()
  expect(alert.getByText('Couldn’t load this')).toBeTruthy()
  expect(alert.getByText('Lift the block first.')).toBeTruthy()
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it('an offline page shows no error and reloads when the connection returns', async () => {
  const { alert, onRetry } = await refused()
  await connection(false)
  expect(alert.getByText('You’re offline')).toBeTruthy()
  expect(alert.queryByText('Lift the block first.')).toBeNull()
  expect(onRetry).not.toHaveBeenCalled()
  await connection(true)
  expect(onRetry).toHaveBeenCalledOnce()
})

const Paper = () => <p>{usePrinting() ? 'all bars' : 'a few bars'}</p>

it('print content is rendered when printing begins and removed afterwards', () => {
  render(<Paper />)
  // `act` is not used because the browser prints the page as soon as the event has been dispatched.
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText('all bars')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('a few bars')).toBeTruthy()
})
