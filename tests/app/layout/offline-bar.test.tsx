import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OfflineBar } from '../../../src/app/layout/app-layout.js'
import { show } from '../../core/react/shown.js'

afterEach(() => vi.restoreAllMocks())

describe('the bar that says one is offline', () => {
  it.each([
    ['says what goes on, and what waits', false, /^You’re offline\. The neck, MIDI and songs still work/],
    [
      'covers the top of the pages before the login without moving them, and says what they need',
      ...([true, /^You’re offline\. Connect to the internet to log in\.$/] as const),
    ],
  ] as const)('%s', async (_, over, sentence) => {
    await show(<OfflineBar over={over} />)
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('')
    await act(async () => void window.dispatchEvent(new Event('offline')))
    expect(status.textContent).toMatch(sentence)
    expect(status.dataset.over).toBe(over ? 'true' : undefined)
  })
})
