import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import { NECK_EXTENSIONS } from '../../../src/plugins/fretboard/neck/neck-extensions.js'
import { DRAGGED_FRETS, NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING } from '../../../src/plugins/player/tokens.js'
import score from '../../../src/plugins/score/index.js'
import { tablatureSettings } from '../../../src/plugins/score/settings.js'
import { headOf } from '../../../src/plugins/score/tablature/tab-time.js'
import { TABLATURE } from '../../../src/plugins/score/tablature/tablature.js'
import { renderScreen } from '../../support/render-screen.js'
import { rows } from '../../support/rows.js'
import { songNeck } from '../player/song-neck.js'
import { songJson } from '../player/songs.js'

/** Four bars of quarters at 120 BPM: E4, F4, G4, A4. */
const SCALE = songJson('Scale', [
  Array.from({ length: 16 }, (_, index) => [[64, 65, 67, 69][index % 4] ?? 64, index / 2, 0.4]),
])

async function setUp() {
  const parts = await songNeck({ plugins: [score], activate: ['score'] })
  const { kernel } = parts
  kernel.commands.setContext('plan.positions', true)
  return {
    ...parts,
    run: (command: string, args?: object) => parts.run(`tablature.${command}`, args),
    open: (content = SCALE) => parts.open(content),
    tablature: kernel.get(TABLATURE),
    places: kernel.get(SONG_FINGERING),
  }
}

async function panel(content?: string) {
  const context = await setUp()
  await context.open(content)
  renderScreen(context.kernel, 'score', 'TablaturePanel')
  await screen.findByRole('region', { name: 'Tablature' })
  return { ...context, user: userEvent.setup() }
}

const lane = () => screen.getByRole('application', { name: 'Tablature for Scale' })
const note = (index: number) => lane().querySelector<HTMLElement>(`[data-note="${index}"]`)

it('the panel shows bar numbers, the loop, and frets on their strings', async () => {
  const { kernel } = await panel()
  const bars = [...lane().querySelectorAll('[data-bar]')]
  expect(bars.map(bar => bar.getAttribute('data-bar'))).toEqual(['1', '2', '3', '4'])
  expect(bars[1]?.textContent).toBe('20135')
  expect(note(1)?.dataset).toMatchObject({ string: '1' })
  expect(note(1)?.textContent).toBe('1')
  act(() => kernel.get(PLAYBACK_SETTINGS).setLoop({ from: 2, to: 3 }))
  const looped = () => [...lane().querySelectorAll('[data-looped]')].map(bar => bar.getAttribute('data-bar'))
  await waitFor(() => expect(looped()).toEqual(['2', '3']))
})

it('notes can be selected and pinned by keyboard, are announced, and are shown on the neck', async () => {
  const { kernel, tablature: service } = await panel()
  act(() => lane().focus())
  fireEvent.keyDown(lane(), { key: 'ArrowRight' })
  await waitFor(() => expect(service.view.getState().chosen).toBe(0))
  expect(screen.getByRole('status').textContent).toBe('Bar 1, beat 1, E4: string 1, fret 0')
  fireEvent.keyDown(lane(), { key: 'ArrowDown' })
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Bar 1, beat 1, E4: string 2, fret 5, pinned'),
  )
  expect(note(0)?.dataset).toMatchObject({ string: '2', pinned: 'true', chosen: 'true' })
  const layers = kernel.get(NECK_EXTENSIONS).layers.items.getState()
  const shown = layers.find(({ id }) => id === 'tablature.chosen')?.marks.getState()
  expect(shown?.find(({ look }) => look === 'pin')).toMatchObject({ string: 2, fret: 5 })
  expect(shown?.filter(({ look }) => look === 'outline')).toHaveLength(5)
  fireEvent.keyDown(lane(), { key: 'Delete' })
  await waitFor(() => expect(note(0)?.dataset.pinned).toBeUndefined())
  fireEvent.keyDown(lane(), { key: 'Enter' })
  await waitFor(() => expect(note(0)?.dataset.pinned).toBe('true'))
  fireEvent.keyDown(lane(), { key: 'Escape' })
  expect(service.view.getState().chosen).toBeUndefined()
})

it('clicking a bar seeks to it, even at its bar line', async () => {
  const { kernel, session } = await panel()
  const { zoom } = kernel.get(SETTINGS).store(tablatureSettings).getState()
  const [, second] = lane().querySelectorAll('[data-bar]')
  const clickAt = (clientX: number) => {
    if (!second) return expect.unreachable()
    const at = { button: 0, clientX, clientY: 8 }
    fireEvent.pointerDown(second, at)
    fireEvent.pointerUp(second, at)
  }
  const barLine = headOf(800) + 4 * zoom - 12
  clickAt(barLine + 2)
  await waitFor(() => expect(session.view.getState().fromMs).toBe(2000))
})

it('commands are available only if they have an effect', async () => {
  const { kernel, open, tablature: service } = await setUp()
  const offered = new Set<string>()
  /** Returns commands that became available since the last call. */
  const added = () => {
    const ids = (score.contributes?.commands ?? []).map(({ id }) => id.slice('tablature.'.length))
    const now = ids.filter(id => kernel.commands.isEnabled(`tablature.${id}`))
    const fresh = now.filter(id => !offered.has(id))
    offered.clear()
    for (const id of now) offered.add(id)
    return fresh
  }
  expect(added()).toEqual(['toggle'])
  await open()
  expect(added()).toEqual([
    ...['next-note', 'previous-note', 'free-all', 'set-zone', 'clear-zone', 'show-view'],
    ...['zoom-in', 'zoom-out', 'copy', 'save-text', 'save-page'],
  ])
  service.choose(0)
  expect(added()).toEqual(['higher-string', 'lower-string', 'put-on', 'pin-here', 'free-note'])
  for (const [condition, value, ...ids] of [
    ['written', 'used', 'find-others'],
    ['written', 'ignored', 'use-written'],
    ['tuning', 'mine', 'use-tuning'],
    ['tuning', 'track', 'keep-tuning', 'find-for-mine'],
  ] as const) {
    kernel.commands.setContext(`tablature.${condition}`, value)
    expect(added()).toEqual(ids)
  }
})

it('the user can keep their own tuning for a song', async () => {
  const { kernel, open, run } = await setUp()
  const neck = () => {
    const { tuning, capo, own } = kernel.get(NECK_VIEW).getState()
    return [tuning.name, capo, own?.tuning.name]
  }
  const songOn = (tuning: readonly number[], capo: number) => {
    const notes = [{ midi: (tuning[0] ?? 0) + capo, ticks: 0, durationTicks: 480, string: 1, fret: 0 }]
    return JSON.stringify({ version: 2, tracks: [{ tuning, capo, notes }] })
  }
  await open(songOn([62, 59, 55, 50, 67], 2))
  expect(neck()).toEqual(['Banjo, open G', 2, 'Standard'])
  await run('find-for-mine')
  expect(neck()).toEqual(['Standard', 0, undefined])
  await open(songOn([61, 59, 55, 50, 44], 0))
  expect(neck()).toEqual(['This track’s tuning', 0, 'Standard'])
  await kernel.commands.execute('fretboard.set-capo', { fret: 1 })
  expect(neck()).toEqual(['This track’s tuning', 1, 'Standard'])
  await kernel.commands.execute('fretboard.set-capo', { fret: 0 })
  for (const command of ['keep-tuning', 'find-for-mine']) {
    await run(command)
    expect(neck()).toEqual(['Standard', 0, undefined])
    await kernel.commands.execute('tablature.undo')
    expect(neck()).toEqual(['This track’s tuning', 0, 'Standard'])
  }
  await open(songOn([62, 59, 55, 50, 67], 2))
  expect(neck()).toEqual(['Standard', 0, undefined])
  await kernel.commands.execute('player.close-song')
  await open(songOn([43, 38, 33, 28], 0))
  expect(neck()).toEqual(['Bass, 4 strings', 0, 'Standard'])
  await open()
  expect(neck()).toEqual(['Standard', 0, undefined])
})

it('the selected note can be moved to another string from a list of choices', async () => {
  const { kernel, open, run, tablature: service, places } = await setUp()
  await open()
  service.choose(0)
  expect(await kernel.commands.choicesFor('tablature.put-on', 'string')).toEqual([
    { value: 1, number: 1, label: 'String 1, fret 0 (current)' },
    { value: 2, number: 2, label: 'String 2, fret 5' },
    { value: 3, number: 3, label: 'String 3, fret 9' },
    { value: 4, number: 4, label: 'String 4, fret 14' },
    { value: 5, number: 5, label: 'String 5, fret 19' },
    { value: 6, number: 6, label: 'String 6, fret 24' },
  ])
  expect(await run('put-on', { string: 3 })).toMatchObject({ ok: true })
  expect(places.positionOf(0)).toEqual({ string: 3, fret: 9 })
  const message = 'String 7 can’t play this note, or another pinned note is on it. Choose another string.'
  const error = { code: 'string_without_note', message }
  expect(await run('put-on', { string: 7 })).toMatchObject({ ok: false, error })
  expect(places.positionOf(0)).toEqual({ string: 3, fret: 9 })
})

it('dragging along the fret numbers sets the song’s hand position and can be undone', async () => {
  const { kernel, open, places } = await setUp()
  const offered = () => kernel.get(DRAGGED_FRETS).getState()
  expect(offered()).toBeUndefined()
  await open()
  expect(offered()?.range).toBeUndefined()
  offered()?.choose({ from: 5, to: 9 })
  await waitFor(() => expect(places.view.getState().zone).toEqual({ from: 5, to: 9 }))
  expect(offered()?.range).toEqual({ from: 5, to: 9 })
  offered()?.choose(undefined)
  await waitFor(() => expect(offered()?.range).toBeUndefined())
  await kernel.commands.execute('core.undo')
  expect(offered()?.range).toEqual({ from: 5, to: 9 })
  await kernel.host.disable('score')
  expect(offered()).toBeUndefined()
})

it('disabling the plugin removes its commands and pins', async () => {
  const { kernel, open, tablature: service, places } = await setUp()
  await open()
  service.pin(0, 2)
  await kernel.host.disable('score')
  expect(places.view.getState().pins).toEqual([])
  expect(kernel.get(NECK_EXTENSIONS).panels.items.getState()).toMatchObject([{ id: 'player.song' }])
})

it('the tablature suggests a tuning if notes are out of range', async () => {
  const low = songJson('Low', [rows('39 0 1, 64 1 1')])
  const { clock, places, user } = await panel(low)
  const { view } = places
  const found = () =>
    vi.waitFor(async () => {
      await act(() => clock.advance(8))
      expect(view.getState().working).toBe(false)
    })
  const says = () => screen.queryByText('One note is out of range.')
  await found()
  await waitFor(() => expect(says()).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Use the tuning “Half step down”' }))
  await waitFor(() => expect(view.getState().working).toBe(true))
  await found()
  await waitFor(() => expect(says()).toBeNull())
  expect(screen.queryByRole('button', { name: /Use the tuning/ })).toBeNull()
})
