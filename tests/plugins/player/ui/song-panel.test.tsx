// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { FILES_DROPPED } from '../../../../src/core/events/app-events.js'
import { renderScreen } from '../../../support/render-screen.js'
import { oneNote } from '../../midi-file/midi-bytes.js'
import { songKernel } from '../song-kernel.js'
import { fileOf, openFile, songJson } from '../songs.js'

async function panel(content?: string | Uint8Array) {
  const part = content instanceof Uint8Array ? Uint8Array.from(content) : content
  const context = await songKernel(part === undefined ? {} : { chosen: new File([part], 'chosen.mid') })
  const { container } = renderScreen(context.kernel, 'player', 'SongPanel')
  await screen.findByText('Drop a MIDI file anywhere, or open one.')
  return { ...context, container, user: userEvent.setup() }
}

describe('the song on the fretboard page', () => {
  it('invites to drop or open a file, or to hear ours', async () => {
    const { user, session } = await panel()
    expect(screen.getByText('Drop a MIDI file anywhere, or open one.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Play Greensleeves' }))
    await screen.findByRole('button', { name: 'Stop the song' })
    expect(session.view.getState().playing).toBe(true)
  })

  it('opens the chosen file, plays it and stops it', async () => {
    const { user, session, container } = await panel(oneNote)
    await user.click(screen.getByRole('button', { name: 'Open…' }))
    await user.click(await screen.findByRole('button', { name: 'Play the song' }))
    expect(session.view.getState().playing).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Stop the song' }))
    expect(session.view.getState().playing).toBe(false)
    expect(container.querySelector('[data-song-place]')?.textContent).toBe('bar 1.1')
    expect(screen.getByRole('slider', { name: 'Time in the song' }).getAttribute('aria-valuetext')).toBe(
      'bar 1.1, 0:00 of 0:00',
    )
  })

  it('says in one sentence why a file was refused, and goes on', async () => {
    const { user } = await panel('no music')
    await user.click(screen.getByRole('button', { name: 'Open…' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('chosen.mid was not opened')
    expect(alert.textContent).toContain('it does not begin with MThd')
    expect(screen.getByRole('button', { name: 'Play Greensleeves' })).toBeTruthy()
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('lists the tracks and shows the chosen one on the neck', async () => {
    const { user, session } = await panel(songJson('Band', [[[64, 0, 1]], [[59, 0, 1]], [[36, 0, 1]]], 2))
    await user.click(screen.getByRole('button', { name: 'Open…' }))
    const table = await screen.findByRole('table', { name: 'Tracks on the neck' })
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
  })

  it('says what was not imported', async () => {
    const stray = Uint8Array.from([...oneNote, 0, 0])
    const { user } = await panel(stray)
    await user.click(screen.getByRole('button', { name: 'Open…' }))
    const list = await screen.findByRole('list', { name: 'Not imported' })
    expect(list.textContent).toContain('Bytes after the last track')
  })

  it('says that a song has nothing to play, and still opens and closes', async () => {
    const { user } = await panel('{"tracks":[]}')
    await user.click(screen.getByRole('button', { name: 'Open…' }))
    expect(await screen.findByText('“chosen” has no notes to play.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Play the song' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close the song' }))
    expect(await screen.findByRole('button', { name: 'Play Greensleeves' })).toBeTruthy()
  })

  it('moves with the keyboard', async () => {
    const { session } = await panel()
    act(() => void openFile(session, fileOf('long.json', songJson('Long', [[[64, 0, 60]]]))))
    const slider = await screen.findByRole('slider', { name: 'Time in the song' })
    fireEvent.change(slider, { target: { value: '30000' } })
    expect(session.positionMs()).toBe(30_000)
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('bar 16.1, 0:30 of 1:00'))
  })

  it('takes files dropped anywhere on the window, opens the first, and says which is none', async () => {
    const { kernel, session } = await panel()
    const files = [new File([Uint8Array.from(oneNote)], 'dropped.mid'), new File(['x'], 'other.mid')]
    kernel.events.emit(FILES_DROPPED, { files })
    await waitFor(() => expect(session.view.getState().song?.title).toBe('dropped'))
    expect((await screen.findByRole('alert')).textContent).toContain('other.mid was not opened')
    expect(session.view.getState().song?.title).toBe('dropped')
  })

  it('knows whether the space bar is free', async () => {
    const { kernel } = await panel()
    const free = () => kernel.commands.conditions.getState()['player.space-free']
    expect(free()).toBe(true)
    act(() => screen.getByRole('button', { name: 'Open…' }).focus())
    expect(free()).toBe(false)
    act(() => screen.getByRole('button', { name: 'Open…' }).blur())
    expect(free()).toBe(true)
  })

  it('speaks German', async () => {
    const { kernel } = await panel()
    await act(() => kernel.translator.setLanguage('de'))
    expect(await screen.findByRole('button', { name: 'Greensleeves spielen' })).toBeTruthy()
  })
})
