import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OfflineBar } from '../../../src/app/layout/app-layout.js'
import { show } from '../../core/react/shown.js'

afterEach(() => vi.restoreAllMocks())

async function offline(over: boolean) {
  await show(<OfflineBar over={over} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await act(async () => void window.dispatchEvent(new Event('offline')))
  return status
}

describe('the bar that says one is offline', () => {
  it('says what goes on, and what waits', async () => {
    const status = await offline(false)
    expect(status.textContent).toMatch(/^You’re offline\. The neck, MIDI and songs still work/)
    expect(status.dataset.over).toBeUndefined()
  })

  it('covers the top of the pages before the login without moving them, and says what they need', async () => {
    const status = await offline(true)
    expect(status.textContent).toBe('You’re offline. Connect to the internet to log in.')
    expect(status.dataset.over).toBe('true')
  })
})
