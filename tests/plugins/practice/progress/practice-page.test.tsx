import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { type KeptTake, progressSettings } from '../../../../src/plugins/practice/progress-settings.js'
import { renderScreen } from '../../../support/render-screen.js'
import { emptyDevice } from '../../library/library-kernel.js'
import { songKernel } from '../../player/song-kernel.js'

beforeEach(emptyDevice)

const DAY_MS = 86_400_000

async function open(takes: (now: number) => readonly KeptTake[] = () => []) {
  const { kernel } = await songKernel()
  await kernel.host.activate('practice')
  const now = kernel.platform.clock.date().getTime()
  const settings = kernel.get(SETTINGS).store(progressSettings)
  settings.change({ takes: { '': [...takes(now)] } })
  renderScreen(kernel, 'practice', 'PracticePage')
  await screen.findByRole('heading', { name: 'Practice' })
  return { kernel, settings }
}

const TAKE = { song: 'a', name: 'Greensleeves', from: 3, to: 4, ms: 120_000, tempo: 80, accuracy: 0.7 }

it('without takes, the page explains how to get started', async () => {
  await open()
  expect(screen.getByRole('status').textContent).toContain('No takes yet')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

it('the page shows suggestions, progress by day and song, and the weekly goal', async () => {
  const { settings } = await open(now => [
    { ...TAKE, at: now - DAY_MS, accuracy: 0.5 },
    { ...TAKE, at: now },
  ])
  const next = within(screen.getByRole('region', { name: 'What to play next' }))
  expect(await next.findByRole('button', { name: 'Greensleeves' })).toBeDefined()
  const table = within(screen.getByRole('table', { name: 'Songs' }))
  expect(await table.findByRole('rowheader', { name: 'Greensleeves' })).toBeDefined()
  expect(next.getByText('Bars 3–4: 60% correct in recent takes.')).toBeDefined()
  const days = within(screen.getByRole('list', { name: 'Minutes per day' })).getAllByRole('listitem')
  expect(days).toHaveLength(30)
  expect(days.at(-1)?.textContent).toMatch(/: 2 min, 1 take, 70% right, 80% tempoJan 1$/)
  expect(screen.getByRole('img', { name: 'Accuracy of recent takes (%): 50, 70' })).toBeDefined()
  expect(screen.getByRole('row', { name: /^Greensleeves 2 4 70% 70% –/ })).toBeDefined()
  expect(screen.queryByRole('progressbar', { name: 'Weekly goal' })).toBeNull()
  act(() => settings.change({ goalMinutes: 60 }))
  expect(screen.getByText('4 of 60 minutes in the last 7 days')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Weekly goal' })).toBeDefined()
})
