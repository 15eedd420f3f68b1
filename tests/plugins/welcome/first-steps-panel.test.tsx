// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { hostCommands } from '../../../src/app/host-commands.js'
import { SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { welcomeSettings } from '../../../src/plugins/welcome/settings.js'
import { renderScreen } from '../../support/render-screen.js'
import { welcomeKernel } from './welcome-kernel.js'

async function page() {
  const context = await welcomeKernel()
  hostCommands(context.kernel)
  renderScreen(context.kernel, 'welcome', 'FirstSteps')
  const panel = await screen.findByRole('region', { name: 'First steps' })
  return { ...context, panel, user: userEvent.setup() }
}

it('are shown one at a time, and a press does the present one', async () => {
  const { kernel, panel, user } = await page()
  expect(panel.textContent).toContain('1 of 3Hear a song')
  await user.click(screen.getByRole('button', { name: 'Play Greensleeves' }))
  await waitFor(() => expect(panel.textContent).toContain('2 of 3Play notes'))
  expect(kernel.get(SONG_SESSION).view.getState().playing).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Turn on the keys' }))
  await user.keyboard('a')
  await waitFor(() => expect(panel.textContent).toContain('3 of 3Press'))
  await user.click(screen.getByRole('button', { name: 'Open the search' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})

it('can be skipped and shown again', async () => {
  const { kernel, user } = await page()
  await user.click(screen.getByRole('button', { name: 'Skip the first steps' }))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  await act(() => kernel.commands.execute('welcome.restart'))
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
})

it('ask for taps that play where there are fingers', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('coarse'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  try {
    const { kernel, panel, user } = await page()
    kernel.settings.store(welcomeSettings).change({ done: 1 })
    await user.click(await screen.findByRole('button', { name: 'Play on tap' }))
    await waitFor(() => expect(panel.textContent).toContain('Tap the neck: it plays.'))
    expect(screen.queryByRole('button', { name: 'Play on tap' })).toBeNull()
  } finally {
    vi.unstubAllGlobals()
  }
})
