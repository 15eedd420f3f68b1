// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { songJson } from '../songs.js'
import { songPage } from './song-page.js'

describe('the song on the fretboard page', () => {
  it('invites to drop or open a file, or to hear ours, and takes no room once a song is open', async () => {
    const { user, session } = await songPage()
    expect(screen.getByLabelText('Song').textContent).toContain(
      'Drop a MIDI, Guitar Pro or MusicXML file anywhere',
    )
    await user.click(screen.getByText('Play Greensleeves'))
    await screen.findByLabelText('Pause the song')
    expect(session.view.getState().playing).toBe(true)
    await waitFor(() => expect(document.querySelector('section[aria-label="Song"]')).toBeNull())
  })

  it('says in one sentence why a file was refused, and goes on', async () => {
    const { user } = await songPage('no music')
    await user.click(screen.getByText('Open…'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('chosen.mid was not opened')
    expect(alert.textContent).toContain('it does not begin with MThd')
    expect(screen.getByText('Play Greensleeves')).toBeTruthy()
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('lists the tracks on request, and shows the chosen one on the neck', async () => {
    const { user, session, open } = await songPage(
      songJson('Band', [[[64, 0, 1]], [[59, 0, 1]], [[36, 0, 1]]], 2),
    )
    await open()
    const tracks = await screen.findByLabelText('Show tracks')
    expect(screen.queryByLabelText('Tracks on the neck')).toBeNull()
    await user.click(tracks)
    const table = await screen.findByLabelText('Tracks on the neck')
    expect(tracks.getAttribute('aria-pressed')).toBe('true')
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map(row => row.textContent)).toEqual([
      'All tracks',
      'Part 1Nylon-string guitar11',
      'Part 2Nylon-string guitar12',
      'Part 3Drums110',
    ])
    expect(within(table).getByRole<HTMLInputElement>('radio', { name: 'Part 3' }).disabled).toBe(true)
    await user.click(within(table).getByRole('radio', { name: 'Part 2' }))
    await waitFor(() => expect(session.view.getState().shown).toBe(1))
    await user.click(tracks)
    await waitFor(() => expect(screen.queryByLabelText('Tracks on the neck')).toBeNull())
  })
})
