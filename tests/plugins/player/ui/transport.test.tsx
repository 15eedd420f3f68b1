// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setWindowWidth } from '../../../window-width.js'
import { oneNote } from '../../midi-file/midi-bytes.js'
import { fileOf, openFile, songJson } from '../songs.js'
import { songPage } from './song-page.js'

describe('the transport', () => {
  it('is there while a song is open, plays it and pauses it', async () => {
    const { user, session, transport, open } = await songPage(oneNote)
    expect(screen.queryByLabelText('Transport')).toBeNull()
    await open()
    await user.click(await screen.findByLabelText('Play the song'))
    expect(session.view.getState().playing).toBe(true)
    await user.click(screen.getByLabelText('Pause the song'))
    expect(session.view.getState().playing).toBe(false)
    expect(transport.querySelector('[data-song-place]')?.textContent).toBe('bar 1.1')
    expect(screen.getByLabelText('Time in the song').getAttribute('aria-valuetext')).toBe(
      'bar 1.1, 0:00 of 0:00',
    )
  })

  it('says that a song has nothing to play, and still opens and closes', async () => {
    const { user, open } = await songPage('{"tracks":[]}')
    await open()
    expect(await screen.findByText('“chosen” has no notes to play.')).toBeTruthy()
    expect(screen.queryByLabelText('Play the song')).toBeNull()
    await user.click(screen.getByLabelText('Song'))
    expect(await screen.findByRole('menuitem', { name: /^Open a song file/ })).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: /^Close the song/ }))
    expect(await screen.findByText('Play Greensleeves')).toBeTruthy()
    expect(screen.queryByLabelText('Transport')).toBeNull()
  })

  it('practises: slower and transposed from the popovers, looped and waiting by one press', async () => {
    const { user, session, open } = await songPage(songJson('Long', [[[64, 0, 60]]]))
    await open()
    const tools = within(await screen.findByLabelText('Practise'))
    const button = (name: string) => tools.getByRole('button', { name })
    await user.click(button('Tempo 100 %'))
    await user.click(await screen.findByRole('button', { name: /slower/ }))
    expect(button('Tempo 95 %').textContent).toBe('95 %Tempo')
    await user.keyboard('{Escape}')
    await user.click(button('Playback options'))
    const options = within(await screen.findByRole('dialog', { name: 'Playback options' }))
    await user.click(options.getByRole('button', { name: /up/i }))
    expect(options.getByRole('status').textContent).toBe('+1')
    await user.keyboard('{Escape}')
    await user.click(button('Wait for me'))
    expect(button('Wait for me').getAttribute('aria-pressed')).toBe('true')
    expect(button('Loop on or off').textContent).toBe('Loop')
    const slider = screen.getByLabelText('Time in the song')
    fireEvent.change(slider, { target: { value: '4000' } })
    expect(session.positionMs()).toBe(4000)
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('bar 3.1, 0:04 of 1:00'))
    await user.click(button('Loop from here (A)'))
    expect(button('Loop on or off').textContent).toMatch(/^Bars 3–/)
    expect(button('Loop on or off').getAttribute('aria-pressed')).toBe('true')
  })

  it('is one row on a phone, and has a sheet for the rest', async () => {
    setWindowWidth(390)
    const { user, open } = await songPage(songJson('Long', [[[64, 0, 60]]]))
    await open()
    const row = within(await screen.findByLabelText('Transport'))
    expect(row.getByRole('button', { name: 'Play the song' })).toBeTruthy()
    expect(row.getByRole('slider', { name: 'Time in the song' })).toBeTruthy()
    expect(screen.queryByLabelText('Practise')).toBeNull()
    await user.click(row.getByRole('button', { name: 'Tools' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Long' }))
    expect(await sheet.findByRole('toolbar', { name: 'Practise' })).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Show tracks' }))
    expect(await screen.findByLabelText('Tracks on the neck')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('knows whether the space bar is free', async () => {
    const { kernel, session } = await songPage()
    const free = () => kernel.commands.conditions.getState()['player.space-free']
    act(() => void openFile(session, fileOf('long.json', songJson('Long', [[[64, 0, 60]]]))))
    const play = await screen.findByLabelText('Play the song')
    expect(free()).toBe(true)
    act(() => play.focus())
    expect(free()).toBe(false)
    act(() => play.blur())
    expect(free()).toBe(true)
  })
})
