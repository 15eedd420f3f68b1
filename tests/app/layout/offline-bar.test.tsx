import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineBar } from '../../../src/app/layout/app-layout.js'
import { show } from '../../core/react/shown.js'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['says what goes on, and what waits', false, 'You’re offline. The neck, MIDI and songs still work'],
  [
    'covers a public page without moving it, and says what it needs',
    true,
    'You’re offline. Connect to the internet to log in.',
  ],
] as const)('the bar that says one is offline %s', async (_, over, sentence) => {
  await show(<OfflineBar over={over} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expect(status.textContent).toContain(sentence)
  expect(status.dataset.over).toBe(over ? 'true' : undefined)
})
