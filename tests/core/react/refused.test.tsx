import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/core/http/api-error.js'
import { refusalWords } from '../../../src/core/http/error-sentences.js'
import { Refused } from '../../../src/core/react/refused.js'
import { show } from './shown.js'

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

describe('what could not be fetched', () => {
  it('is said in the plugin’s words, and fetched again by the button', async () => {
    const { alert, user, onRetry } = await refused()
    expect(alert.getByText('Couldn’t load this')).toBeTruthy()
    expect(alert.getByText('Lift the block first.')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('is not a fault while there is no connection, and is fetched on its own once there is one', async () => {
    const { alert, onRetry } = await refused()
    await connection(false)
    expect(alert.getByText('You’re offline')).toBeTruthy()
    expect(alert.queryByText('Lift the block first.')).toBeNull()
    expect(onRetry).not.toHaveBeenCalled()
    await connection(true)
    expect(onRetry).toHaveBeenCalledOnce()
  })
})
