// Song pages: the library with included songs, a single song, and song commands.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { FILES_DROPPED, GO_TO } from '../../../src/core/events/app-events.js'
import { NOTICE_WITHDRAWN } from '../../../src/core/events/notices.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import { openSong } from '../../../src/plugins/library/commands.js'
import library from '../../../src/plugins/library/index.js'
import { makeSong } from '../../../src/plugins/library/list/included-songs.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../../../src/plugins/library/tokens.js'
import { READERS } from '../../../src/plugins/midi-file/tokens.js'
import { SONG_FINGERING, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { sectionSettings } from '../../../src/plugins/practice/settings.js'
import { SECTIONS } from '../../../src/plugins/practice/tokens.js'
import score from '../../../src/plugins/score/index.js'
import { tablatureSettings } from '../../../src/plugins/score/settings.js'
import scoreFiles from '../../../src/plugins/score-files/index.js'
import { logInElsewhere } from '../../core/auth/session.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { later } from '../../support/later.js'
import { renderRoutes } from '../../support/render-routes.js'
import { rows } from '../../support/rows.js'
import { oneNote } from '../midi-file/midi-bytes.js'
import { songKernel } from '../player/song-kernel.js'
import { songNeck } from '../player/song-neck.js'
import { fileOf, songJson } from '../player/songs.js'
import { emptyDevice } from './library-kernel.js'

const greensleeves = () => makeSong({ id: 'greensleeves', title: 'Greensleeves' })

beforeEach(emptyDevice)

async function loggedIn(more: readonly PluginManifest[] = []) {
  const context = await songKernel({
    more,
    fetch: async () => ({ ok: true, arrayBuffer: async () => oneNote.slice().buffer }),
  })
  const { kernel } = context
  kernel.commands.setContext('route', '/songs')
  logInElsewhere(kernel.platform, 'ada')
  const list = kernel.get(SONG_LIBRARY)
  await waitFor(() => expect(list.view.getState().state).toBe('ready'))
  const led: string[] = []
  kernel.events.on(GO_TO, ({ path }) => void led.push(path))
  const keep = (...names: readonly string[]) =>
    kernel.get(SONG_IMPORTS).take(
      names.map(name => fileOf(`${name}.json`, songJson(name, [[[64, 0, 1]]]))),
      { keep: true, open: false },
    )
  return { ...context, list, led, keep }
}

async function page(path = '/songs', ...kept: readonly string[]) {
  const context = await loggedIn()
  await context.keep(...kept)
  renderRoutes(context.kernel, library, path)
  await screen.findByRole('heading', { level: 1 })
  return { ...context, user: userEvent.setup() }
}

const names = () =>
  within(screen.getByRole('list', { name: 'Library' }))
    .getAllByRole('link')
    .map(link => link.textContent)

it.each([
  ['leads to the neck', '/songs', ['/fretboard']],
  ['keeps a user on the page they opened meanwhile', '/people', []],
])('opening a slow song %s', async (_, route, led) => {
  const context = await loggedIn()
  const { kernel } = context
  const opening = kernel
    .get(SONG_IMPORTS)
    .take([fileOf('Study.json', songJson('Study', [[[64, 0, 1]]]))], { keep: false, open: true })
  kernel.commands.setContext('route', route)
  await opening
  expect(context.led).toEqual(led)
  expect(kernel.get(SONG_SESSION).view.getState().song?.title).toBe('Study')
})

it.each([
  ['stays in the setlist', '/setlists/:id', []],
  ['leads to the songs', '/people', ['/songs']],
])('opening a song while Fretboard is disabled %s', async (_, route, led) => {
  const context = await loggedIn([makePlugin('fretboard')])
  await context.kernel.host.disable('fretboard')
  context.kernel.commands.setContext('route', route)
  await context.run('library.open-song', { song: 'greensleeves' })
  expect(context.led).toEqual(led)
})

it('the library search matches parts of words, and the page shows the free space', async () => {
  const { user } = await page('/songs', 'Blackbird', 'Für Elise')
  expect(names()).toEqual(['Für Elise', 'Blackbird'])
  expect(screen.getByText(/^2 of 5 songs · Included songs don’t count/)).toBeTruthy()
  const field = screen.getByRole('searchbox', { name: 'Find a song' })
  await user.type(field, 'ELI fur')
  expect(names()).toEqual(['Für Elise'])
  await user.clear(field)
  await user.type(field, 'zither')
  expect(screen.getByText('No songs match “zither”.')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
  await user.clear(field)
  await user.type(field, 'saints')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText(/^No songs match/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(names()).toHaveLength(2)
  expect(document.activeElement).toBe(field)
})

it('songs can be found by artist and tag, sorted, and filtered by tag', async () => {
  const { run, user, notices, list } = await page('/songs', 'Alba', 'Bourrée', 'Courante')
  await act(async () => {
    await run('library.describe-song', { song: 'bourree', artist: 'J. S. Bach', album: 'BWV 996' })
    await run('library.describe-song', { song: 'alba', artist: 'Zé', arranger: 'Ann' })
    for (const song of ['alba', 'bourree']) await run('library.tag-song', { song, tag: 'Gig' })
    await run('library.tag-song', { song: 'courante', tag: 'gig' })
    await run('library.untag-song', { song: 'courante', tag: 'GIG' })
  })
  expect(screen.getByText('Zé · arranged by Ann')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }))
  await user.click(await screen.findByRole('option', { name: 'Artist' }))
  expect(names()).toEqual(['Bourrée', 'Alba', 'Courante'])
  await user.click(screen.getByRole('radio', { name: 'Gig' }))
  expect(names()).toEqual(['Bourrée', 'Alba'])
  await user.type(screen.getByRole('searchbox', { name: 'Find a song' }), 'bwv gig')
  await waitFor(() => expect(names()).toEqual(['Bourrée']))
  await act(async () => notices.at(-1)?.action?.run())
  await waitFor(() =>
    expect(list.view.getState().songs.map(({ tags }) => tags)).toEqual([['Gig'], ['Gig'], ['Gig']]),
  )
})

it('the library page shows import progress and failed files', async () => {
  const { kernel } = await page()
  const imports = kernel.get(SONG_IMPORTS)
  const { promise: slow, answer: arrive } = later<Uint8Array>()
  act(() => {
    void imports.take(
      [
        { name: 'slow.mid', size: 0, bytes: () => slow },
        { name: 'next.mid', size: 0, bytes: async () => oneNote },
      ],
      { keep: true, open: false },
    )
  })
  expect(await screen.findByText('Reading slow.mid, and 1 more…')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress: slow.mid' })).toBeTruthy()
  await act(async () => arrive(Uint8Array.from([1, 2, 3])))
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t open slow.mid')
  await waitFor(() => expect(names()).toEqual(['next']))
})

it('import warnings stored by version 1.0 are translated until the song is reloaded', async () => {
  const { list, user } = await page('/songs/old')
  const sentence = 'Changes of instrument: {{number}}.'
  const notes = [{ code: 'programmes_moved', sentence, values: { number: 3 }, message: '' }]
  await act(() =>
    list.add({ name: 'Old', file: 'old.mid', size: 1, lengthMs: 1, tracks: [], notes }, oneNote),
  )
  const said = 'The notes after 3 program changes were moved to separate tracks.'
  expect(await screen.findByText(said)).toBeTruthy()
  const reload = { name: 'Reload original file' }
  await user.click(screen.getByRole('button', reload))
  await waitFor(() => expect(screen.queryByRole('button', reload)).toBeNull())
  expect(screen.queryByText(said)).toBeNull()
})

it('the song page reports that a song is not on this device', async () => {
  const { user } = await page('/songs/missing')
  expect(screen.getByRole('heading', { level: 1, name: 'This song isn’t on this device' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'All songs' }))
  expect(await screen.findByText('No songs yet')).toBeTruthy()
})

it('song commands play and open songs and report a missing song', async () => {
  const { keep, session, notices, run } = await loggedIn()
  await keep('Blackbird')
  await run('library.play-song', { song: 'minuet-in-g' })
  expect(session.view.getState()).toMatchObject({ playing: true, song: { title: 'Minuet in G' } })
  await run('library.open-song', { song: 'blackbird' })
  expect(session.view.getState()).toMatchObject({ playing: false, song: { title: 'Blackbird' } })
  await run('library.open-song', { song: 'missing' })
  expect(notices.at(-1)).toMatchObject({ code: 'song_gone' })
})

it('a song link opens its song without adding it, and an ID opens an included song or one of the user’s own', async () => {
  const { keep, list, session, notices, run } = await loggedIn()
  await run('library.open-link', { link: 'greensleeves' })
  expect(session.view.getState().song?.title).toBe('Greensleeves')
  await run('library.open-link', { link: '/x/one.mid' })
  expect([session.view.getState().song?.title, list.view.getState().songs]).toEqual(['one', []])
  expect(notices).toMatchObject([{ action: { label: 'Add to library' } }])
  await keep('Blackbird')
  await run('library.open-link', { link: 'blackbird' })
  expect([session.view.getState().song?.title, notices.length]).toEqual(['Blackbird', 1])
})

it('the open song can be saved as JSON and MIDI, and data that MIDI cannot store is reported', async () => {
  const { kernel, saved, session, notices, run } = await loggedIn()
  const song = greensleeves()
  song.header.meta.push({ ticks: 0, type: 'smell', text: 'roses' })
  session.openSong({ song, notes: [] }, '')
  kernel.commands.setContext('route', '/fretboard')
  await run('player.export-json')
  expect(notices).toEqual([])
  await run('player.export-midi')
  expect(saved.map(({ name }) => name)).toEqual(['Greensleeves.json', 'Greensleeves.mid'])
  expect(notices).toMatchObject([
    { kind: 'warning', message: '{{count}} text events differ in the MIDI file.', values: { count: 1 } },
  ])
})

it('logging out removes notices about songs and forgets unsaved songs', async () => {
  const { kernel, keep, notices, run } = await loggedIn()
  const withdrawn: string[] = []
  kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => void withdrawn.push(topic))
  await keep('A', 'B', 'C', 'D', 'E', 'F')
  kernel.commands.setContext('route', '/fretboard')
  await run('library.remove-song', { song: 'a' })
  await run('library.open-link', { link: '/x/one.mid' })
  const topics = notices.map(({ topic }) => topic)
  expect(notices.map(({ action }) => action?.label)).toEqual(['Undo', 'Add to library'])
  await kernel.auth.logout()
  expect(withdrawn).toEqual(expect.arrayContaining(topics))
  expect(kernel.get(SONG_IMPORTS).view.getState()).toEqual([])
})

const drop = (kernel: Awaited<ReturnType<typeof loggedIn>>['kernel']) =>
  kernel.events.emit(FILES_DROPPED, { files: [new File([Uint8Array.from(oneNote)], 'dropped.mid')] })

it('a file dropped on another page is added and opened on the fretboard without a notice', async () => {
  const { kernel, led, list, notices, session } = await loggedIn()
  kernel.commands.setContext('route', '/settings')
  drop(kernel)
  await waitFor(() => expect(list.view.getState().songs).toMatchObject([{ name: 'dropped' }]))
  expect([session.view.getState().song?.title, led]).toEqual(['dropped', ['/fretboard']])
  expect(notices).toEqual([])
})

it('a file dropped while a library song is opening is opened instead', async () => {
  const { kernel, keep, list, session } = await loggedIn()
  await keep('Study')
  kernel.commands.setContext('route', '/fretboard')
  const opening = openSong(kernel, list.view.getState().songs[0]?.id ?? '')
  drop(kernel)
  expect(await opening).toBe(false)
  await waitFor(() => expect(list.view.getState().songs).toHaveLength(2))
  expect(session.view.getState().song?.title).toBe('dropped')
})

const ADA = 'ada'
const TUNE = 'X:1\nT:Tune\nM:4/4\nL:1/4\nK:C\nCDEF|GABc||\nCDEF|G2{a}E2:|\n'
const bar = (
  pitch: string,
  number: string,
) => `<measure number="${number}"><attributes><divisions>1</divisions>
  </attributes><barline location="left"><ending number="${number}" type="start"/></barline><note><pitch><step>${pitch}
  </step><octave>4</octave></pitch><duration>4</duration></note><barline location="right"><ending number="${number}"
  type="stop"/><repeat direction="backward"/></barline></measure>`
const SCORE = `<score-partwise><part-list><score-part id="P"><part-name>Tune</part-name></score-part></part-list>
  <part id="P">${bar('C', '1')}${bar('D', '2')}<measure number="3"><note><pitch><step>E</step><octave>4</octave></pitch>
  <duration>4</duration></note></measure></part></score-partwise>`

async function device(file: string, content: string, key: string, pins: readonly (readonly number[])[]) {
  const { kernel, session, run, notices } = await songNeck({
    plugins: [scoreFiles, score],
    activate: ['score-files', 'score'],
  })
  logInElsewhere(kernel.platform, ADA)
  const list = kernel.get(SONG_LIBRARY)
  await waitFor(() => expect(list.view.getState().state).toBe('ready'))
  await list.add(
    { name: 'Tune', file, size: content.length, lengthMs: 1, tracks: [], notes: [] },
    new TextEncoder().encode(content),
  )
  const settings = kernel.get(SETTINGS)
  settings.store(tablatureSettings).change({ songs: [{ user: ADA, song: key, pins }] })
  const own = [{ name: 'Hard', from: 1, to: 2 }]
  settings.store(sectionSettings).change({ kept: { [ADA]: { [key]: { own, best: { '1-2': 80 } } } } })
  const view = () => ({
    key: session.view.getState().song?.key,
    notes: session.view.getState().song?.song.tracks[0]?.notes.length,
    pins: kernel
      .get(SONG_FINGERING)
      .view.getState()
      .pins.map(({ note, string }) => [note, string]),
    best: kernel.get(SECTIONS).view.getState()[0]?.bestTempo,
  })
  const take = (given: ReturnType<typeof fileOf>) =>
    kernel.get(SONG_IMPORTS).take([given], { keep: false, open: true })
  return { list, run, notices, view, take }
}

// Keys and note counts as computed by version 1.2.
it.each([
  ['ABC', 'tune.abc', TUNE, '82de3300-30', 30, 22, '8 3, 15 4, 22 1, 23 5', '8 3, 15 4', 2],
  ['MusicXML', 'tune.musicxml', SCORE, 'b266760a-4', 4, 3, '0 2, 1 3, 3 4', '0 2, 2 4', 1],
])('a song in %s opens unchanged, and reloading keeps its pins and practice progress', async (...row) => {
  const [, file, content, key, before, after, pinned, expected, gone] = row
  const pins = rows(pinned)
  const { list, run, notices, view, take } = await device(
    file,
    content,
    key,
    pins.map(([note = 0, string = 0]) => [0, note, string]),
  )
  await run('library.open-song', { song: 'tune' })
  expect(view()).toEqual({ key, notes: before, pins, best: 80 })
  await run('library.reload-song', { song: 'tune' })
  expect(view()).toEqual({ key, notes: after, pins: rows(expected), best: 80 })
  expect(list.view.getState().songs).toMatchObject([{ key, reader: READERS, tracks: [{ notes: after }] }])
  expect(notices.slice(-2)).toMatchObject([
    {
      message: '{{count}} pins were removed because their notes no longer exist.',
      values: { count: gone },
    },
    { message: '“{{name}}” reloaded from its original file.', values: { name: 'Tune' } },
  ])
  await take(fileOf(file, content))
  expect(view()).toMatchObject({ key, notes: after, pins: rows(expected) })
  notices.at(-1)?.action?.run()
  await waitFor(() => expect(view().notes).toBe(before))
  expect(view()).toEqual({ key, notes: before, pins, best: 80 })
  expect(list.view.getState().songs[0]).not.toHaveProperty('reader')
})
