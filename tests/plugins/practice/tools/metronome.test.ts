import { expect, it } from 'vitest'
import { parseWhen } from '../../../../src/core/commands/when.js'
import { EVENTS, SETTINGS } from '../../../../src/core/kernel/tokens.js'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { MIDI_OUTPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { SONG_PLAYING } from '../../../../src/plugins/player/tokens.js'
import practice from '../../../../src/plugins/practice/index.js'
import { type MetronomeSettings, metronomeSettings } from '../../../../src/plugins/practice/settings.js'
import { METRONOME } from '../../../../src/plugins/practice/tokens.js'
import { createTapTempo, type Tick, ticks } from '../../../../src/plugins/practice/tools/metronome.js'
import { openKernel } from '../../../support/open-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'

const PLAIN: MetronomeSettings = { ...metronomeSettings.defaults, bpm: 120 }

function take(count: number, change: Partial<MetronomeSettings> = {}): Tick[] {
  const source = ticks(() => ({ ...PLAIN, ...change }), 1000)
  return Array.from({ length: count }, () => source.next().value)
}
const times = (list: readonly Tick[]) => list.map(({ atMs }) => Math.round(atMs))

it('beats are evenly spaced, and the first beat of each bar is accented', () => {
  const list = take(5)
  expect(times(list)).toEqual([1000, 1500, 2000, 2500, 3000])
  expect(list.map(({ level }) => level)).toEqual(['strong', 'plain', 'plain', 'plain', 'strong'])
  expect(list.at(-1)).toMatchObject({ bar: 2, beat: 1 })
})

it.each([
  ['eighths', [1000, 1250, 1500]],
  ['swing', [1000, 1333, 1500]],
  ['triplets', [1000, 1167, 1333, 1500]],
  ['sixteenths', [1000, 1125, 1250, 1375, 1500]],
] as const)('a beat is subdivided into %s', (subdivision, wanted) => {
  expect(times(take(wanted.length, { subdivision }))).toEqual(wanted)
})

it('the tempo increases every few bars up to a limit', () => {
  const list = take(40, { accents: ['strong'], fasterBy: 20, fasterEvery: 2, fasterUpTo: 160 })
  expect(list.map(({ bpm }) => bpm).slice(0, 7)).toEqual([120, 120, 140, 140, 160, 160, 160])
  expect(list.at(-1)?.bpm).toBe(160)
})

it('muted bars and beats are silent', () => {
  const bars = take(5, { accents: ['strong'], soundingBars: 2, silentBars: 1 })
  expect(bars.map(({ silent }) => silent)).toEqual([false, false, true, false, false])
  expect(take(2, { accents: ['strong', 'silent'] }).map(({ silent }) => silent)).toEqual([false, true])
})

it('beats are still on time after an hour', () => {
  expect(take(7200).at(-1)?.atMs).toBeCloseTo(1000 + 7199 * 500, 3)
})

it('tap tempo uses the median of the most recent intervals', () => {
  const { tap } = createTapTempo()
  expect([tap(0), tap(500), [1000, 1500, 2300, 2800].map(tap).at(-1)]).toEqual([undefined, 120, 120])
})

it('a running metronome can be stopped on the Train page, even while a song is open', () => {
  const dock = practice.contributes?.drawers?.find(({ on }) => on === '/practice/train')
  const now = { 'practice.metronome': true, 'player.song': true, route: '/practice/train' }
  expect(parseWhen(dock?.when ?? '')(key => new Map(Object.entries(now)).get(key))).toBe(true)
})

async function setUp() {
  /** Click due times, ms. */
  const sent: number[] = []
  const send = ([status = 0]: readonly number[], at: number) => {
    if (status >> 4 === 9) sent.push(at)
  }
  const { kernel, clock, run } = await openKernel({
    ...{ plugins: [midiIo, fretboard, ...SONG_PLUGINS], host: 'node', activate: ['practice'] },
    overrides: [[MIDI_OUTPUT, { send, prepare: () => undefined }]],
  })
  const settings = kernel.get(SETTINGS).store(metronomeSettings)
  settings.change({ bpm: 120 })
  return { kernel, clock, sent, settings, run, view: kernel.get(METRONOME).view }
}

it('clicks are scheduled ahead with exact times', async () => {
  const { clock, sent, run, view } = await setUp()
  await run('practice.toggle-metronome')
  await clock.advance(4000)
  expect(sent.length).toBeGreaterThanOrEqual(8)
  expect(new Set(sent.slice(1).map((at, index) => at - (sent[index] ?? 0)))).toEqual(new Set([500]))
  expect(view.getState()).toMatchObject({ running: true, bpm: 120 })
  await run('practice.toggle-metronome')
  const count = sent.length
  await clock.advance(4000)
  expect(sent).toHaveLength(count)
})

it('starting a song stops the metronome', async () => {
  const { kernel, run, view } = await setUp()
  await run('practice.toggle-metronome')
  kernel.get(EVENTS).emit(SONG_PLAYING, true)
  expect(view.getState().running).toBe(false)
})

it('the toggle command returns whether the metronome is on', async () => {
  const { run } = await setUp()
  const answers = [await run('practice.toggle-metronome'), await run('practice.toggle-metronome')]
  expect(answers).toMatchObject([{ value: true }, { value: false }])
})

it('commands change the time signature, accents and tempo', async () => {
  const { run, settings } = await setUp()
  await run('practice.set-metronome-meter', { beats: 3 })
  await run('practice.change-metronome-accent', { beat: 2 })
  await run('practice.metronome-faster')
  expect(settings.getState()).toMatchObject({ bpm: 125, accents: ['strong', 'silent', 'plain'] })
})
