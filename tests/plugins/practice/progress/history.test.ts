import { expect, it } from 'vitest'
import { EVENTS, SETTINGS } from '../../../../src/core/kernel/tokens.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { takesAsCsv, takesAsJson } from '../../../../src/plugins/practice/progress/export.js'
import { byDay, bySong, suggestions } from '../../../../src/plugins/practice/progress/history.js'
import { type KeptTake, progressSettings } from '../../../../src/plugins/practice/progress-settings.js'
import { TAKE_ENDED, type TakeResult } from '../../../../src/plugins/practice/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'

const NOW = new Date(2026, 10, 26, 18).getTime()
const daysAgo = (days: number) => new Date(2026, 10, 26 - days, 12).getTime()

const take = (change: Partial<KeptTake> = {}): KeptTake => ({
  ...{ song: 'a', name: 'Asturias', from: 1, to: 4, at: daysAgo(0), ms: 90_000, tempo: 80, accuracy: 0.8 },
  ...change,
})

it('practice minutes are counted by day, with today last', () => {
  const takes = [take({ at: daysAgo(2) }), take({ at: daysAgo(0) }), take({ at: daysAgo(0), ms: 30_000 })]
  expect(byDay(takes, NOW, 4).map(({ minutes }) => minutes)).toEqual([0, 1.5, 0, 2])
})

it('practiced songs are listed with their takes, most recent first', () => {
  const songs = bySong([
    take({ at: daysAgo(3), accuracy: 0.97, tempo: 70 }),
    take({ song: 'b', name: 'Blackbird', at: daysAgo(2) }),
    take({ at: daysAgo(1), accuracy: 0.9, tempo: 90 }),
  ])
  expect(songs.map(({ name }) => name)).toEqual(['Asturias', 'Blackbird'])
  expect(songs[0]).toMatchObject({ best: 0.97, last: 0.9, bestTempo: 70, minutes: 3 })
  expect(songs[1]?.bestTempo).toBeUndefined()
})

it('each section has its own progress, and sections are sorted by bar', () => {
  const [song] = bySong([
    take({ section: 'Chorus', from: 5, to: 8, accuracy: 0.7 }),
    take({ section: 'Verse', accuracy: 0.96, tempo: 75 }),
    take({ section: 'Chorus', from: 5, to: 8, accuracy: 0.99, tempo: 60 }),
    take(),
  ])
  expect(song?.takes).toHaveLength(4)
  expect(song?.sections).toMatchObject([
    { section: 'Verse', bestTempo: 75, best: 0.96 },
    { section: 'Chorus', bestTempo: 60, best: 0.99, takes: [{}, {}] },
  ])
})

it('suggestions list the weakest passage first, then slow and neglected songs', () => {
  const takes = [
    take({ song: 'old', at: daysAgo(9), accuracy: 1, tempo: 100 }),
    take({ song: 'slow', accuracy: 0.98, tempo: 70 }),
    take({ song: 'weak', accuracy: 0.6 }),
    take({ song: 'good', accuracy: 1, tempo: 100 }),
  ]
  expect(suggestions(takes, NOW)).toMatchObject([
    { kind: 'weak', take: { song: 'weak' }, accuracy: 0.6 },
    { kind: 'slow', take: { song: 'slow' } },
    { kind: 'forgotten', take: { song: 'old' }, days: 9 },
  ])
})

it('suggestions use only the last three takes of a passage', () => {
  const takes = [0.2, 0.9, 1, 1].map(accuracy => take({ accuracy, tempo: 100 }))
  expect(suggestions(takes, NOW)).toEqual([])
})

it('CSV values are quoted for spreadsheets, and formulas are escaped', () => {
  const csv = takesAsCsv([take({ name: '=SUM(A1)' }), take({ name: 'Bach, "Bourrée"' })])
  expect(csv.split('\r\n')).toEqual([
    'date,song,section,first bar,last bar,seconds,tempo in percent,right in percent',
    `${new Date(daysAgo(0)).toISOString()},'=SUM(A1),,1,4,90.0,80,80.0`,
    `${new Date(daysAgo(0)).toISOString()},"Bach, ""Bourrée""",,1,4,90.0,80,80.0`,
  ])
})

it('the JSON export contains ISO dates', () => {
  const takes = [{ ...take(), at: new Date(daysAgo(0)).toISOString() }]
  expect(JSON.parse(takesAsJson([take()]))).toEqual({ takes })
})

const TAKE: TakeResult = {
  ...{ id: '1', songKey: 'a', songName: 'Asturias', bars: { from: 3, to: 4 } },
  ...{ startedAt: 1_000_000, durationMs: 8000 },
  ...{ complete: true, fragment: false, tempo: 80, accuracy: 0.87512, byBar: [], timing: [[0, 3]] },
  counts: { hit: 7, early: 0, late: 1, wrong: 0, missed: 0, extra: 0 },
}

async function setUp() {
  const plugins = [midiIo, ...SONG_PLUGINS]
  const opened = await openKernel({ plugins, route: '/practice', activate: ['practice'] })
  const { kernel, platform } = opened
  const settings = kernel.get(SETTINGS).store(progressSettings)
  const takes = () => Object.values(settings.getState().takes).flat()
  return { ...opened, settings, takes, saved: platform.page.saved }
}

it('every take is stored except loop fragments', async () => {
  const { kernel, takes } = await setUp()
  for (const fragment of [false, true]) kernel.get(EVENTS).emit(TAKE_ENDED, { ...TAKE, fragment })
  expect(takes()).toEqual([
    { song: 'a', name: 'Asturias', from: 3, to: 4, at: 1_000_000, ms: 8000, tempo: 80, accuracy: 0.875 },
  ])
})

it('only the last 2,000 takes are stored', async () => {
  const { kernel, takes, settings } = await setUp()
  kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
  const [kept] = takes()
  const many = Array.from({ length: 2000 }, (_, at) => ({ ...kept, at }))
  const [user = ''] = Object.keys(settings.getState().takes)
  settings.change({ takes: { [user]: many as never } })
  kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
  expect([takes().length, takes()[0]?.at]).toEqual([2000, 1])
})

it('the history can be exported, and the command reports an empty history', async () => {
  const { kernel, run, saved, notices } = await setUp()
  await run('progress.export-csv')
  expect(notices.at(-1)?.message).toMatch(/^Nothing to export yet/)
  kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
  await run('progress.export-csv')
  await run('progress.export-json')
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^fretwork-progress-[\d-]+\.csv$/),
    expect.stringMatching(/\.json$/),
  ])
})
