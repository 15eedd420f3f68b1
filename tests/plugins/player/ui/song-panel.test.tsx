import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PLAYBACK_SETTINGS } from '../../../../src/plugins/player/tokens.js'
import { renderScreen } from '../../../support/render-screen.js'
import { setWindowWidth } from '../../../window-width.js'
import { oneNote } from '../../midi-file/midi-bytes.js'
import { songKernel } from '../song-kernel.js'
import { fileOf, openFile, songJson } from '../songs.js'

/** @param content content of the file that *Open…* returns */
async function songPage(content?: string | Uint8Array) {
  const part = content instanceof Uint8Array ? Uint8Array.from(content) : content
  const context = await songKernel(part === undefined ? {} : { chosen: new File([part], 'chosen.mid') })
  renderScreen(context.kernel, 'player', 'SongPanel')
  const { container } = renderScreen(context.kernel, 'player', 'Transport')
  await screen.findByText('Drop a MIDI, Guitar Pro, MusicXML or ABC file anywhere, or open one.')
  // Checking pointer events computes styles, which is slow and irrelevant here.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  /** Opens the chosen file and waits for its song. */
  const open = async () => {
    await user.click(screen.getByText('Open…'))
    await screen.findByLabelText('Transport')
  }
  return { ...context, transport: container, user, open }
}

it('the panel offers to open a file or an included song and is hidden once a song is open', async () => {
  const { user, session } = await songPage()
  expect(screen.getByLabelText('Song').textContent).toContain(
    'Drop a MIDI, Guitar Pro, MusicXML or ABC file anywhere',
  )
  await user.click(screen.getByRole('button', { name: 'Play Greensleeves' }))
  await screen.findByLabelText('Pause the song')
  expect(session.view.getState().playing).toBe(true)
  await waitFor(() => expect(document.querySelector('section[aria-label="Song"]')).toBeNull())
})

it('a guest is not offered to record, with or without a song', async () => {
  const { kernel, open } = await songPage(oneNote)
  const { commands } = kernel
  await screen.findByRole('button', { name: /^Record what you play/ })
  const login = (loggedIn: boolean) => {
    commands.setContext('guest', !loggedIn)
    commands.setContext('loggedIn', loggedIn)
  }
  act(() => login(false))
  expect(screen.queryByRole('button', { name: /^Record what you play/ })).toBeNull()
  await open()
  await screen.findByLabelText('Play the song')
  expect(screen.queryByLabelText(/^Record/)).toBeNull()
  act(() => login(true))
  await screen.findByLabelText(/^Record along/)
})

it('the track list opens on request and selects the tracks shown on the neck', async () => {
  const { user, session, open } = await songPage(
    songJson('Band', [[[64, 0, 1]], [[59, 0, 1]], [[36, 0, 1]]], 2),
  )
  await open()
  const tracks = await screen.findByLabelText('Show tracks')
  expect(screen.queryByLabelText('Tracks on the neck')).toBeNull()
  await user.click(tracks)
  const table = await screen.findByLabelText('Tracks on the neck')
  expect(tracks.getAttribute('aria-pressed')).toBe('true')
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => row.textContent),
  ).toEqual(['All tracks', 'Part 1Nylon-string guitar11', 'Part 2Nylon-string guitar12', 'Part 3Drums110'])
  expect(within(table).getByRole<HTMLInputElement>('radio', { name: 'Part 3' }).disabled).toBe(true)
  await user.click(within(table).getByRole('radio', { name: 'Part 2' }))
  await waitFor(() => expect(session.view.getState().shown).toBe(1))
  await user.click(tracks)
  await waitFor(() => expect(screen.queryByLabelText('Tracks on the neck')).toBeNull())
})

it('each track has an instrument, pan and reverb, and drums have no instrument to choose', async () => {
  const { user, kernel, open } = await songPage(songJson('Band', [[[64, 0, 1]], [[36, 0, 1]]], 1))
  const mixOf = (track: number) => kernel.get(PLAYBACK_SETTINGS).view.getState().tracks.get(track)
  await open()
  await user.click(await screen.findByLabelText('Show tracks'))
  await user.click(await screen.findByRole('button', { name: 'Part 1: sound' }))
  const box = within(await screen.findByRole('dialog', { name: 'Part 1: sound' }))
  await user.click(box.getByRole('combobox', { name: 'Instrument' }))
  await user.click(await box.findByRole('option', { name: 'French horn' }))
  await waitFor(() => expect(mixOf(0)).toMatchObject({ program: 60 }))
  box.getByRole('slider', { name: 'Pan' }).focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  await waitFor(() =>
    expect(box.getByRole('slider', { name: 'Pan' }).getAttribute('aria-valuetext')).toBe('10% left'),
  )
  box.getByRole('slider', { name: 'Reverb' }).focus()
  await user.keyboard('{Home}')
  await waitFor(() => expect(mixOf(0)).toMatchObject({ program: 60, pan: 58, reverb: 0 }))
  expect(screen.getByLabelText('Tracks on the neck').textContent).toContain('French horn')
  await user.click(box.getByRole('button', { name: 'Reset mix' }))
  await waitFor(() => expect(mixOf(0)).toBeUndefined())
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Part 2: sound' }))
  const drums = within(await screen.findByRole('dialog', { name: 'Part 2: sound' }))
  expect(drums.getByRole('slider', { name: 'Pan' })).toBeDefined()
  expect(drums.queryByRole('combobox')).toBeNull()
})

it('tempo and pitch are set in popovers, while loop and wait mode are toggled directly', async () => {
  const { user, session, open, kernel } = await songPage(songJson('Long', [[[64, 0, 60]]]))
  await open()
  const tools = within(await screen.findByLabelText('Practice'))
  const button = (name: string) => tools.getByRole('button', { name })
  await user.click(button('Tempo 100%, 120 BPM'))
  await user.click(await screen.findByRole('button', { name: /slower/ }))
  expect(button('Tempo 95%, 114 BPM').textContent).toBe('114 BPM95%')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(kernel.commands.conditions.getState()['player.space-free']).toBe(true))
  await user.click(button('Playback options'))
  const options = within(await screen.findByRole('dialog', { name: 'Playback options' }))
  await user.click(options.getByRole('button', { name: /up/i }))
  expect(options.getByRole('status').textContent).toBe('+1')
  await user.keyboard('{Escape}')
  await user.click(button('Start or stop the metronome'))
  expect(button('Start or stop the metronome').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('Wait for me'))
  expect(button('Wait for me').getAttribute('aria-pressed')).toBe('true')
  expect(button('Toggle loop').textContent).toBe('Loop')
  const slider = screen.getByLabelText('Playback time')
  fireEvent.change(slider, { target: { value: '4000' } })
  expect(session.positionMs()).toBe(4000)
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('bar 3 of 30, 0:04 of 1:00'))
  await user.click(button('Set loop start here (A)'))
  expect(kernel.commands.conditions.getState()['player.space-free']).toBe(true)
  expect(button('Toggle loop').textContent).toMatch(/^Bars 3–/)
  expect(button('Toggle loop').getAttribute('aria-pressed')).toBe('true')
})

it('on a phone the transport is a single row, with a sheet for the other tools', async () => {
  setWindowWidth(390)
  const { user, open } = await songPage(songJson('Long', [[[64, 0, 60]]]))
  await open()
  const row = within(await screen.findByLabelText('Transport'))
  expect(row.getByRole('button', { name: 'Play the song' })).toBeTruthy()
  expect(row.getByRole('slider', { name: 'Playback time' })).toBeTruthy()
  expect(screen.queryByLabelText('Practice')).toBeNull()
  await user.click(row.getByRole('button', { name: 'Tools' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Long' }))
  expect(await sheet.findByRole('toolbar', { name: 'Practice' })).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Show tracks' }))
  expect(await screen.findByLabelText('Tracks on the neck')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the space bar is available for playback unless a control has focus', async () => {
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
