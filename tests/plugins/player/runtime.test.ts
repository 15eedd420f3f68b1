import { expect, it } from 'vitest'
import { drawersOf } from '../../../src/core/kernel/contributions.js'
import { settle } from '../../../src/core/platform/memory-platform.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_INPUT, MIDI_PANIC } from '../../../src/plugins/midi-io/tokens.js'
import player from '../../../src/plugins/player/index.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { cookieOf, logInElsewhere, tokenOf } from '../../core/auth/session.js'
import { openKernel } from '../../support/open-kernel.js'
import { oneNote } from '../midi-file/midi-bytes.js'
import { songKernel } from './song-kernel.js'
import { fileOf, openFile, SONG_PLUGINS, songJson } from './songs.js'

it('song commands are available only while a song is open', async () => {
  const { kernel, session, run } = await songKernel()
  const offered = () => kernel.commands.isEnabled('player.toggle-playing')
  // The user cancels the file dialog.
  expect(await run('library.open-file')).toMatchObject({ ok: true })
  expect(offered()).toBe(false)
  await openFile(session, fileOf('one.mid', oneNote))
  expect(offered()).toBe(true)
  await run('player.toggle-playing')
  expect(session.view.getState().playing).toBe(true)
  await run('player.toggle-playing')
  expect(session.view.getState().playing).toBe(false)
  await run('player.close-song')
  expect(offered()).toBe(false)
})

it('the focused element receives the space bar, and a panic stops the song', async () => {
  const { kernel, session, run } = await songKernel()
  await run('library.play-song', { song: 'greensleeves' })
  expect(kernel.commands.hasKeys('player.toggle-with-space')).toBe(false)
  kernel.commands.setContext('player.space-free', true)
  expect(kernel.commands.hasKeys('player.toggle-with-space')).toBe(true)
  expect(session.view.getState().playing).toBe(true)
  kernel.events.emit(MIDI_PANIC, undefined)
  expect(session.view.getState().playing).toBe(false)
})

it('playback continues on pages with a transport and stops on other pages', async () => {
  const { kernel, session, run } = await songKernel()
  const docked = (route: string) =>
    drawersOf([player], route).filter(
      ({ side, when }) => side === 'bottom' && kernel.commands.holds(when ?? ''),
    )
  expect(docked('/fretboard')).toEqual([])
  await run('library.play-song', { song: 'greensleeves' })
  for (const route of ['/songs', '/songs/:id', '/fretboard', '/songs']) {
    kernel.commands.setContext('route', route)
    expect(session.view.getState().playing).toBe(true)
    expect(docked(route)).toMatchObject([{ screen: 'Transport' }])
    expect(kernel.commands.isEnabled('player.toggle-playing')).toBe(true)
    expect(kernel.commands.isEnabled('practice.play-slower')).toBe(true)
  }
  kernel.commands.setContext('route', '/people')
  expect(session.view.getState()).toMatchObject({ playing: false, song: { title: 'Greensleeves' } })
  expect(docked('/people')).toEqual([])
})

it('logging out closes the song', async () => {
  const { kernel, session, run } = await songKernel()
  logInElsewhere(kernel.platform, 'ada')
  await run('library.play-song', { song: 'greensleeves' })
  await kernel.auth.logout()
  expect(session.view.getState()).toMatchObject({ song: undefined, playing: false })
})

// Data stored by version 1.0, in which the plugin `midi-file` managed all songs.

const TUNE = songJson('Tune', [Array.from({ length: 8 }, (_, beat) => [64, beat, 0.5] as const)])
/** Key that version 1.0 computed from the tune’s notes. */
const TUNE_KEY = 'b49ab100-8'

const STORED = {
  fretworkPlaying: {
    ...{ version: '1', comingNotes: true, comingMs: 500, metronome: true, countIn: 2, follow: false },
  },
  fretworkPractice: {
    version: '1',
    songs: [
      {
        user: 'ada',
        song: TUNE_KEY,
        practice: { tempo: 80, step: 5, goal: 100, transpose: -2, wait: false },
        loop: { from: 2, to: 3 },
        looping: true,
        tracks: [{ track: 0, muted: false, solo: false, volume: 0.5 }],
        shown: 0,
      },
    ],
  },
  fretworkKeys: { version: '1', keys: { 'midi-file.toggle-loop': ['x'], 'midi-file.open-file': [] } },
  fretworkMidiLearn: {
    version: '1',
    on: true,
    bindings: [
      { kind: 'controller', channel: 1, number: 64, command: 'midi-file.toggle-playing', keeps: false },
      {
        ...{ kind: 'controller', channel: 1, number: 7, keeps: false },
        ...{ command: 'midi-file.set-tempo', follows: 'percent' },
      },
    ],
  },
}

it('playback settings, shortcuts, MIDI mappings and commands of version 1.0 are migrated', async () => {
  const stored = Object.entries(STORED).map(([key, value]) => [key, JSON.stringify(value)])
  const { kernel, run } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS],
    ...{ stored: Object.fromEntries(stored), midi: {}, route: '/fretboard' },
    ...{ cookies: { fretwork: cookieOf(tokenOf({ sub: 'ada' })) } },
    activate: ['player', 'practice', 'library'],
  })
  const playback = kernel.get(PLAYBACK_SETTINGS)
  expect(playback.options.getState()).toEqual({
    ...{ metronome: true, countIn: 2, upcomingMs: 500, followFrets: false, chord: 'all' },
  })
  const session = kernel.get(SONG_SESSION)
  await openFile(session, fileOf('tune.json', TUNE))
  expect(session.view.getState()).toMatchObject({ song: { title: 'Tune' }, shown: 0 })
  expect(playback.view.getState()).toMatchObject({
    ...{ tempo: 80, step: 5, transpose: -2, loop: { from: 2, to: 3 }, looping: true },
    tracks: new Map([[0, { muted: false, solo: false, volume: 0.5 }]]),
  })
  const { commands } = kernel
  expect(commands.keysOf('practice.toggle-loop')).toEqual(['x'])
  expect(commands.keysOf('library.open-file')).toEqual([])
  session.play()
  kernel.get(MIDI_INPUT).receive([0xb0, 64, 127], { portId: 'pedals' })
  await settle()
  expect(session.view.getState().playing).toBe(false)
  kernel.get(MIDI_INPUT).receive([0xb0, 7, 127], { portId: 'pedals' })
  await kernel.platform.clock.advance(50)
  expect(playback.view.getState().tempo).toBe(200)
  // Version 1.0 used this command in links.
  expect(await run('midi-file.open-link', { link: 'greensleeves' })).toMatchObject({ ok: true })
  await run('midi-file.play-song', { song: 'minuet-in-g' })
  expect(session.view.getState()).toMatchObject({ playing: true, song: { title: 'Minuet in G' } })
})
