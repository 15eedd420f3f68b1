import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SONG_FINGERING } from '../../../src/plugins/player/tokens.js'
import score from '../../../src/plugins/score/index.js'
import { CHOSEN_NOTE } from '../../../src/plugins/score/tokens.js'
import scoreFiles from '../../../src/plugins/score-files/index.js'
import { renderScreen } from '../../support/render-screen.js'
import { songNeck } from '../player/song-neck.js'
import { songJson } from '../player/songs.js'

it('the notation view draws the song and announces the selected beat', async () => {
  const plugins = [scoreFiles, score]
  const { kernel, clock, open, run } = await songNeck({ plugins, activate: ['score'] })
  await open(songJson('Scale', [[64, 65].map((pitch, index) => [pitch, index / 2, 0.4] as const)]))
  const { view } = kernel.get(SONG_FINGERING)
  await vi.waitFor(async () => {
    await act(() => clock.advance(8))
    expect(view.getState().working).toBe(false)
  })
  renderScreen(kernel, 'score', 'TablaturePanel')
  await screen.findByText('Notation')
  await act(() => run('tablature.show-view', { view: 'notation' }))
  // Role queries take minutes in a drawing.
  const shown = (query: string) => document.querySelector<HTMLElement>(query)
  await waitFor(() => expect(shown('[data-notation] svg')).not.toBeNull())
  const notation = shown('[data-notation]') ?? document.body
  expect(notation.getAttribute('aria-label')).toBe('Notation for Scale')
  const words = async (key: string) => {
    await act(async () => fireEvent.keyDown(notation, { key }))
    return shown('[data-notation-words]')?.textContent
  }
  expect(await words('Home')).toBe('Bar 1, beat 1: E4, string 1, fret 0')
  expect(await words('ArrowRight')).toBe('Bar 1, beat 1: rest')
  expect(kernel.get(CHOSEN_NOTE).view.getState().chosen).toBeUndefined()
  expect(await words('ArrowRight')).toBe('Bar 1, beat 2: F4, string 2, fret 6')
  expect(kernel.get(CHOSEN_NOTE).view.getState().chosen).toBe(1)
})
