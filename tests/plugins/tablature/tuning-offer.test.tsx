// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import fretboard from '../../../src/plugins/fretboard/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { SONG_FINGERING, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import positions from '../../../src/plugins/positions/index.js'
import tablature from '../../../src/plugins/tablature/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderScreen } from '../../support/render-screen.js'
import { fileOf, openFile, SONG_PLUGINS, songJson } from '../player/songs.js'

const LOW: [number, number, number][] = [
  [39, 0, 1],
  [64, 1, 1],
]

it('the tablature offers the tuning that has the notes out of range', async () => {
  const { kernel, clock } = await openKernel({
    plugins: [midiIo, fretboard, positions, ...SONG_PLUGINS, tablature],
    route: '/fretboard',
    activate: ['midi-io', 'fretboard', 'player', 'practice', 'library', 'positions', 'tablature'],
  })
  await openFile(kernel.get(SONG_SESSION), fileOf('low.json', songJson('Low', [LOW])))
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
