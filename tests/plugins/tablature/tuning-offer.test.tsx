// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SONG_FINGERING } from '../../../src/plugins/player/tokens.js'
import positions from '../../../src/plugins/positions/index.js'
import tablature from '../../../src/plugins/tablature/index.js'
import { renderScreen } from '../../support/render-screen.js'
import { songNeck } from '../player/song-neck.js'
import { songJson } from '../player/songs.js'

const LOW: [number, number, number][] = [
  [39, 0, 1],
  [64, 1, 1],
]

it('the tablature offers the tuning that has the notes out of range', async () => {
  const { kernel, clock, open } = await songNeck({
    plugins: [positions, tablature],
    activate: ['positions', 'tablature'],
  })
  await open(songJson('Low', [LOW]))
  renderScreen(kernel, 'tablature', 'TablaturePanel')
  await screen.findByRole('region', { name: 'Tablature' })
  const { view } = kernel.get(SONG_FINGERING)
  const found = async () => {
    for (let tries = 0; tries < 50 && view.getState().working; tries += 1) await act(() => clock.advance(8))
    expect(view.getState().working).toBe(false)
  }
  const says = () => screen.queryByText('One note is out of range.')
  await found()
  await waitFor(() => expect(says()).toBeTruthy())
  await userEvent.click(screen.getByRole('button', { name: 'Use the tuning “Half-step down”' }))
  await waitFor(() => expect(view.getState().working).toBe(true))
  await found()
  await waitFor(() => expect(says()).toBeNull())
  expect(screen.queryByRole('button', { name: /Use the tuning/ })).toBeNull()
})
