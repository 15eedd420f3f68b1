import { expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import type { SettingsSection } from '../../../src/core/settings/section.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { NECK, NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import { songSettings } from '../../../src/plugins/player/settings.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING } from '../../../src/plugins/player/tokens.js'
import { playingSettings, sectionSettings } from '../../../src/plugins/practice/settings.js'
import { songNeck } from '../player/song-neck.js'
import { songJson } from '../player/songs.js'

/** Eight two-second bars with a two-octave E minor scale and a bass part. */
const SCALE = songJson('Scale', [
  Array.from({ length: 32 }, (_, index) => [64 + ((index * 2) % 14), index / 2, 0.4]),
  [[40, 0, 16]],
])

async function setUp() {
  const opened = await songNeck({ host: 'node' })
  await opened.open(SCALE)
  const run = async (command: string, args?: object) =>
    expect(await opened.run(command, args)).toMatchObject({ ok: true })
  return { ...opened, execute: opened.run, run, practice: opened.kernel.get(PLAYBACK_SETTINGS).view }
}

it('a loop that starts in a pickup bar includes the next bar', async () => {
  const { run, practice, session, kernel } = await setUp()
  await run('library.open-song', { song: 'greensleeves' })
  await run('practice.toggle-loop')
  expect(practice.getState()).toMatchObject({ loop: { from: 0, to: 1 }, looping: true })
  await run('practice.mark-section', { name: 'Beginning' })
  // Stored bars still count a pickup as bar 1.
  const stored = (section: SettingsSection<object>) =>
    JSON.stringify(kernel.get(SETTINGS).store(section).getState())
  for (const section of [songSettings, sectionSettings]) expect(stored(section)).toContain('"from":1,"to":2')
  await run('library.open-song', { song: 'greensleeves' })
  expect(practice.getState().loop).toEqual({ from: 0, to: 1 })
  await run('practice.loop-section', { section: '0-1' })
  await run('player.go-to-bar', { bar: 0 })
  expect(session.barNow()).toBe(0)
})

it('commands jump from bar to bar and to the start of the current bar', async () => {
  const { session, run, kernel } = await setUp()
  await run('player.next-bar')
  await run('player.next-bar')
  expect(session.positionMs()).toBe(4000)
  session.seek(5000)
  await run('player.previous-bar')
  expect(session.positionMs()).toBe(4000)
  await run('player.previous-bar')
  expect(session.positionMs()).toBe(2000)
  await run('player.go-to-bar', { bar: 99 })
  expect(session.positionMs()).toBe(14_000)
  await run('player.next-bar')
  expect(session.positionMs()).toBe(14_000)
  expectNoLeaks(kernel)
})

it('looped playback begins with the count-in at the loop start, wherever the song was stopped', async () => {
  const { session, run, clock } = await setUp()
  await run('practice.loop-bars', { from: 3, to: 4 })
  await run('practice.set-count-in', { bars: 1 })
  session.seek(9000)
  await run('player.toggle-playing')
  await clock.advance(600)
  expect(session.view.getState()).toMatchObject({ counting: 3, fromMs: 4000 })
  expect([session.positionMs(), session.startsInMs()]).toEqual([4000, 1400])
  await clock.advance(1900)
  expect([session.positionMs(), session.startsInMs()]).toEqual([4500, 0])
})

it('a loop can be set to the current bar, from or up to the cursor, and between two bars', async () => {
  const { session, run, practice, kernel } = await setUp()
  session.seek(4500)
  await run('practice.toggle-loop')
  expect(practice.getState()).toMatchObject({ loop: { from: 3, to: 3 }, looping: true })
  await run('practice.toggle-loop')
  expect(practice.getState()).toMatchObject({ loop: { from: 3, to: 3 }, looping: false })
  await run('practice.clear-loop')
  await run('practice.loop-from-here')
  expect(practice.getState().loop).toEqual({ from: 3, to: 8 })
  session.seek(9000)
  await run('practice.loop-to-here')
  expect(practice.getState().loop).toEqual({ from: 3, to: 5 })
  await run('practice.loop-bars', { from: 2, to: 4 })
  expect(practice.getState().loop).toEqual({ from: 2, to: 4 })
  expectNoLeaks(kernel)
})

it('commands change tempo, pitch and tracks, can be undone and reject invalid values', async () => {
  const { execute, run, practice, kernel, notices } = await setUp()
  await run('practice.play-slower')
  await run('practice.play-slower')
  await run('practice.transpose-up')
  await run('practice.octave-down')
  await run('practice.set-tempo-steps', { percent: 5, until: 120 })
  await run('player.mute-track', { track: 2 })
  await run('player.solo-track', { track: 1 })
  await run('player.set-track-volume', { track: 1, percent: 40 })
  expect(practice.getState()).toMatchObject({ tempo: 90, transpose: -11, step: 5, goal: 120 })
  await run('practice.loop-bars', { from: 2, to: 4 })
  for (const [command, transpose, message] of [
    ['undo', -11, 'Loop bars (2, 4)'],
    ['undo', 1, 'Transpose the song down an octave'],
    ['undo', 0, 'Transpose the song up a semitone'],
    ['redo', 1, 'Transpose the song up a semitone'],
    ['undo', 0, 'Transpose the song up a semitone'],
    ['undo', 0, undefined],
  ] as const) {
    await run(`core.${command}`)
    expect(practice.getState()).toMatchObject({ tempo: 90, loop: undefined, transpose })
    expect(notices.at(-1)?.values?.what).toBe(message)
  }
  expect([...practice.getState().tracks]).toEqual([
    [1, { muted: true, solo: false, volume: 1 }],
    [0, { muted: false, solo: true, volume: 0.4 }],
  ])
  const refused = await execute('player.mute-track', { track: 5 })
  expect(refused).toMatchObject({ ok: false, error: { code: 'track_unknown' } })
  expect(await execute('practice.set-tempo', { percent: 201 })).toMatchObject({ ok: false })
  expectNoLeaks(kernel)
})

it('metronome, count-in, upcoming notes and follow settings apply to all songs', async () => {
  const { run, kernel } = await setUp()
  for (const command of ['toggle-metronome', 'toggle-upcoming-notes', 'toggle-follow'])
    await run(`practice.${command}`)
  await run('practice.set-count-in', { bars: 2 })
  await run('practice.set-upcoming-time', { milliseconds: 500 })
  expect(kernel.get(SETTINGS).store(playingSettings).getState()).toEqual({
    ...{ metronome: true, comingNotes: false, follow: false, followKey: true, countIn: 2, comingMs: 500 },
  })
  expectNoLeaks(kernel)
})

it('the visible frets widen to fit the fingering until the song is closed', async () => {
  const { kernel, session, clock } = await setUp()
  const places = kernel.get(SONG_FINGERING)
  // The fingering code loads on first use.
  await vi.waitFor(async () => {
    await clock.advance(100)
    expect(places.view.getState()).toMatchObject({ by: 'positions', working: false })
  })
  const { frets } = places.view.getState()
  const view = kernel.get(NECK_VIEW).getState()
  expect(view.fretMax).toBeGreaterThan(5)
  expect(view.fretMax).toBe(Math.max(5, frets?.to ?? 0))
  await kernel.host.disable('fretboard')
  await kernel.host.enable('fretboard')
  expect(kernel.get(NECK_VIEW).getState().fretMax).toBe(view.fretMax)
  session.play()
  await clock.advance(600)
  const lit = kernel
    .get(NECK)
    .sounding()
    .map(({ string, fret }) => ({ string, fret }))
  const shown = places.view.getState().notes
  expect(lit).toContainEqual(places.positionOf(shown.findIndex(({ onset }) => onset === 1)))
  session.close()
  expect(kernel.get(NECK_VIEW).getState().fretMax).toBe(5)
  expectNoLeaks(kernel)
})
