import { describe, expect, it } from 'vitest'
import { EVENTS, SETTINGS } from '../../../src/core/kernel/services/tokens.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { TAKE_ENDED, type TakeResult } from '../../../src/plugins/practice/tokens.js'
import progress from '../../../src/plugins/progress/index.js'
import { progressSettings } from '../../../src/plugins/progress/settings.js'
import { openKernel } from '../../support/open-kernel.js'
import { SONG_PLUGINS } from '../player/songs.js'

const TAKE: TakeResult = {
  ...{
    id: '1',
    songKey: 'a',
    songName: 'Asturias',
    bars: { from: 3, to: 4 },
    startedAt: 1_000_000,
    durationMs: 8000,
  },
  ...{ complete: true, tempo: 80, accuracy: 0.87512, byBar: [], timing: [[0, 3]] },
  counts: { hit: 7, early: 0, late: 1, wrong: 0, missed: 0, extra: 0 },
}

async function setUp() {
  const platform = memoryPlatform()
  const { kernel, notices } = await openKernel({
    plugins: [midiIo, ...SONG_PLUGINS, progress],
    platform,
    route: '/practice',
    activate: ['progress'],
  })
  const settings = kernel.get(SETTINGS).store(progressSettings)
  const takes = () => Object.values(settings.getState().takes).flat()
  const run = (command: string, args?: object) => kernel.commands.execute(command, args)
  return { kernel, notices, settings, takes, run, saved: platform.page.saved }
}

describe('progress', () => {
  it('keeps each take that was judged', async () => {
    const { kernel, takes } = await setUp()
    kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
    expect(takes()).toEqual([
      { song: 'a', name: 'Asturias', from: 3, to: 4, at: 1_000_000, ms: 8000, tempo: 80, accuracy: 0.875 },
    ])
  })

  it('keeps the last two thousand', async () => {
    const { kernel, takes, settings } = await setUp()
    kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
    const [kept] = takes()
    const many = Array.from({ length: 2000 }, (_, at) => ({ ...kept, at }))
    const [user = ''] = Object.keys(settings.getState().takes)
    settings.change({ takes: { [user]: many as never } })
    kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
    expect(takes()).toHaveLength(2000)
    expect(takes()[0]?.at).toBe(1)
  })

  it('is exported, or says that there is nothing yet', async () => {
    const { kernel, run, saved, notices } = await setUp()
    await run('progress.export-csv')
    expect(notices.at(-1)?.message).toMatch(/^There is nothing to export yet/)
    kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
    await run('progress.export-csv')
    await run('progress.export-json')
    expect(saved.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^fretwork-progress-[\d-]+\.csv$/),
      expect.stringMatching(/\.json$/),
    ])
  })

  it('can be deleted, and that be undone', async () => {
    const { kernel, run, takes, notices } = await setUp()
    kernel.get(EVENTS).emit(TAKE_ENDED, TAKE)
    await run('progress.clear')
    expect(takes()).toEqual([])
    notices.at(-1)?.action?.run()
    expect(takes()).toHaveLength(1)
  })
})
