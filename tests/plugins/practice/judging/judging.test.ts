import { expect, it } from 'vitest'
import { AUTH, EVENTS, SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { MIDI_INPUT, PORTS_CHANGED, VIRTUAL_INPUTS } from '../../../../src/plugins/midi-io/tokens.js'
import { PLAYBACK_SETTINGS } from '../../../../src/plugins/player/tokens.js'
import { calibrate } from '../../../../src/plugins/practice/judging/calibrate-latency.js'
import { judgingSettings } from '../../../../src/plugins/practice/settings.js'
import { JUDGING, TAKE_ENDED, type TakeResult } from '../../../../src/plugins/practice/tokens.js'
import { climb, type Rung } from '../../../../src/plugins/practice/tools/run-ladder.js'
import { PRO } from '../../../support/judging-user.js'
import { songNeck } from '../../player/song-neck.js'
import { songJson } from '../../player/songs.js'

/** Four two-second bars with a note every half second. */
const PITCHES = Array.from({ length: 16 }, (_, index) => 60 + (index % 12))
const SONG = songJson('Steps', [PITCHES.map((pitch, index) => [pitch, index / 2, 0.4])])
const GUITAR = { id: 'guitar', name: 'GK-3', manufacturer: '' }

async function setUp({ pro = false, song = SONG } = {}) {
  const { kernel, clock, session, notices, open, run } = await songNeck({
    overrides: pro ? [[AUTH, { state: createStore(PRO) }]] : [],
    host: 'node',
  })
  await open(song)
  const takes: TakeResult[] = []
  kernel.get(EVENTS).on(TAKE_ENDED, take => takes.push(take))
  const strike = (pitch: number, at = clock.now()) =>
    kernel.get(MIDI_INPUT).receive([0x90, pitch, 90], { portId: GUITAR.id, at })
  /** Plays along with the song. `how` changes each note or skips it by returning `undefined`. */
  const playAlong = async (
    count: number,
    how: (index: number) => { pitch?: number; byMs?: number } | undefined,
  ) => {
    session.play()
    const begin = clock.now()
    for (let index = 0; index < count; index += 1) {
      const note = how(index)
      const due = begin + index * 500 + (note?.byMs ?? 0)
      await clock.advance(Math.max(0, due - clock.now()))
      if (note) strike(note.pitch ?? PITCHES[index] ?? 60)
    }
  }
  const judging = kernel.get(JUDGING)
  const settings = kernel.get(SETTINGS).store(judgingSettings)
  return { kernel, clock, session, open, run, strike, takes, notices, playAlong, judging, settings }
}

it('End take is available only during a take with feedback', async () => {
  const { kernel, session, run } = await setUp()
  const isOffered = () => kernel.commands.isEnabled('practice.end-take')
  session.play()
  expect(isOffered()).toBe(false)
  await run('practice.toggle-judging')
  expect(isOffered()).toBe(true)
  session.stop()
  expect(isOffered()).toBe(false)
})

it('each playback is a take that gives a reason for every mistake', async () => {
  const { run, playAlong, clock, takes, judging } = await setUp()
  await run('practice.toggle-judging')
  await playAlong(16, index => {
    if (index === 5) return { pitch: 70 }
    if (index === 9) return { byMs: 150 }
    return index === 13 ? undefined : {}
  })
  await clock.advance(2000)
  expect(takes).toHaveLength(1)
  expect(takes[0]).toMatchObject({
    ...{ songName: 'Steps', bars: { from: 1, to: 4 }, tempo: 100 },
    ...{ counts: { hit: 13, early: 0, late: 1, wrong: 1, missed: 1, extra: 0 }, accuracy: 13 / 16 },
  })
  expect(judging.view.getState()).toMatchObject({
    taking: false,
    faults: [
      { kind: 'wrong', reason: 'pitch', wanted: 65, heard: 70, bar: 2 },
      { kind: 'late', wanted: 69, byMs: 150, windowMs: 100, bar: 3 },
      { kind: 'missed', wanted: 61, bar: 4 },
    ],
  })
})

it('each loop pass is a take, and a command loops the hardest bar of the last complete take', async () => {
  const { run, playAlong, kernel, takes, session, judging } = await setUp({ pro: true })
  await run('practice.loop-bars', { from: 1, to: 2 })
  await run('practice.toggle-judging')
  await playAlong(10, index => (index === 6 ? { pitch: 90 } : {}))
  expect(takes).toHaveLength(1)
  expect(takes[0]).toMatchObject({ bars: { from: 1, to: 2 }, counts: { hit: 7, wrong: 1 } })
  session.stop()
  expect(takes.map(({ fragment }) => fragment)).toEqual([false, true])
  expect(judging.view.getState().result).toBe(takes[0])
  await run('practice.loop-hardest-bar')
  const playback = kernel.get(PLAYBACK_SETTINGS).view.getState()
  expect(playback).toMatchObject({ loop: { from: 2, to: 2 }, looping: true })
})

const HIT = { hit: 4, wrong: 0, missed: 0, extra: 0 }
it.each<[string, number, (index: number) => { pitch?: number; byMs: number }, object[], number?]>([
  ['an early note counts for the next pass', 12, index => ({ byMs: index > 0 ? -60 : 0 }), [HIT, HIT, HIT]],
  ['a pass without notes is possible', 4, () => ({ byMs: 0 }), [HIT, { hit: 0, missed: 4 }], 5500],
  [
    'an early wrong note counts for the next pass',
    8,
    index => (index === 4 ? { pitch: 90, byMs: -60 } : { byMs: 0 }),
    [HIT, { hit: 3, wrong: 1, missed: 0, extra: 0 }],
  ],
  [
    'a note is extra if the loop stops',
    5,
    index => ({ byMs: index === 4 ? -60 : 0 }),
    [{ ...HIT, extra: 1 }],
  ],
])('at the loop end, %s', async (_, count, how, expected, restMs = 600) => {
  const { run, playAlong, clock, session, takes } = await setUp({ pro: true })
  await run('practice.loop-bars', { from: 1, to: 1 })
  await run('practice.toggle-judging')
  await playAlong(count, index => ({ pitch: PITCHES[index % 4] ?? 60, ...how(index) }))
  if (count % 4 === 0) await clock.advance(restMs)
  session.stop()
  expect(takes.map(({ counts }) => counts)).toMatchObject(expected)
})

it('while the song is stopped, feedback follows any steady tempo', async () => {
  const { run, strike, clock, takes } = await setUp()
  await run('practice.toggle-judging')
  for (const pitch of PITCHES) {
    strike(pitch)
    await clock.advance(700)
  }
  await clock.advance(7000)
  expect(takes).toHaveLength(1)
  expect(takes[0]).toMatchObject({ counts: { hit: 16, early: 0, late: 0, missed: 0 } })
})

it('the time spent waiting in wait mode is not rated as late', async () => {
  const { run, clock, session, strike, takes } = await setUp()
  await run('practice.loop-bars', { from: 1, to: 1 })
  await run('practice.toggle-waiting')
  await run('practice.toggle-judging')
  session.play()
  for (let round = 0; round < 2; round += 1) {
    for (const [index, pitch] of [60, 61, 62, 63].entries()) {
      await clock.advance(900)
      // A wrong note does not advance the song and still counts as a mistake.
      if (round === 0 && index === 2) strike(90)
      strike(pitch)
    }
    await clock.advance(700)
  }
  expect(takes[0]).toMatchObject({ bars: { from: 1, to: 1 }, counts: { late: 0, missed: 0 } })
  expect(takes[0]?.accuracy).toBeGreaterThanOrEqual(0.75)
})

it('without the plan, users get one free take, and homework feedback is free', async () => {
  const { run, playAlong, session, takes, notices, settings, judging } = await setUp()
  await run('practice.toggle-judging')
  // A few notes do not use up the free take.
  for (const [notes, tried] of [
    [3, false],
    [8, true],
  ] as const) {
    await playAlong(notes, () => ({}))
    session.stop()
    expect(settings.getState()).toMatchObject({ on: !tried, tried })
  }
  await run('practice.toggle-judging')
  expect(settings.getState().on).toBe(false)
  expect(notices.map(({ leadsTo }) => leadsTo?.path)).toContain('/account/subscription?need=practice')
  judging.assign(true)
  for (const passes of [3, 4]) {
    await playAlong(3, () => ({}))
    session.stop()
    expect([takes.length, settings.getState().on]).toEqual([passes, true])
  }
  judging.assign(false)
  expect(settings.getState().on).toBe(false)
})

it('stopping marks the last due note as missed, and later notes do not change the result', async () => {
  const { run, playAlong, clock, session, strike, takes, judging } = await setUp({ pro: true })
  await run('practice.toggle-judging')
  await playAlong(3, () => ({}))
  await clock.advance(650)
  session.stop()
  expect(takes).toMatchObject([{ counts: { hit: 3, missed: 1 } }])
  for (const pitch of [40, 43, 60]) strike(pitch)
  await clock.advance(7000)
  expect([takes.length, judging.view.getState().taking]).toEqual([1, false])
  expect(judging.view.getState()).toMatchObject({ result: takes[0] })
})

it('notes played during the count-in are not rated', async () => {
  const { run, clock, session, strike, takes } = await setUp()
  await run('practice.set-count-in', { bars: 1 })
  await run('practice.toggle-judging')
  session.play()
  await clock.advance(500)
  strike(40)
  await clock.advance(1450)
  strike(PITCHES[0] ?? 60)
  await clock.advance(200)
  session.stop()
  expect(takes).toMatchObject([{ counts: { hit: 1, early: 0, missed: 0, extra: 0 } }])
})

it('a note that ends a wait is on time, even if it becomes known late', async () => {
  const { kernel, run, clock, session, strike, judging } = await setUp()
  kernel.get(PLAYBACK_SETTINGS).setWait(true)
  await run('practice.toggle-judging')
  session.play()
  await clock.advance(3000)
  strike(PITCHES[0] ?? 60, clock.now() - 250)
  await clock.advance(100)
  expect(judging.view.getState().latest).toMatchObject([{ kind: 'hit', wanted: PITCHES[0] }])
})

it('the instrument’s latency is subtracted', async () => {
  const { run, playAlong, session, takes, settings } = await setUp()
  settings.change({ latencies: { guitar: 140 } })
  await run('practice.toggle-judging')
  await playAlong(4, () => ({ byMs: 140 }))
  session.stop()
  expect(takes[0]).toMatchObject({ counts: { hit: 4 } })
  expect(takes[0]?.timing.map(([, byMs]) => byMs)).toEqual([0, 0, 0, 0])
})

it('unplugging the instrument ends the take, and the notes already played still count', async () => {
  const { run, playAlong, kernel, takes, notices } = await setUp()
  await run('practice.toggle-judging')
  await playAlong(6, () => ({}))
  kernel
    .get(EVENTS)
    .emit(PORTS_CHANGED, { status: 'OK', asking: false, sysex: false, inputs: [], outputs: [] })
  expect(takes).toHaveLength(1)
  expect(takes[0]).toMatchObject({ counts: { hit: 6, missed: 0 } })
  expect(notices.map(({ code }) => code)).toContain('input_lost')
})

const CLICKS = Array.from({ length: 12 }, (_, index) => 1000 + index * 600)

it('the latency is the median offset of taps near a click', () => {
  const taps = CLICKS.map((click, index) => click + 40 + (index % 3) * 5)
  expect(calibrate(CLICKS, taps)).toEqual({ kind: 'found', latencyMs: 45, taps: 12 })
})

it('missed clicks and extra taps are ignored', () => {
  const taps = [300, ...CLICKS.slice(0, 9).map(click => click + 30), 9000, 9001]
  expect(calibrate(CLICKS, taps)).toEqual({ kind: 'found', latencyMs: 30, taps: 9 })
})

it('too few or uneven taps yield no estimate', () => {
  expect(calibrate(CLICKS, CLICKS.slice(0, 5))).toEqual({ kind: 'too-few', taps: 5 })
  expect(calibrate([], [])).toEqual({ kind: 'too-few', taps: 0 })
  const wild = CLICKS.map((click, index) => click + (index % 2 === 0 ? -120 : 120))
  expect(calibrate(CLICKS, wild)).toMatchObject({ kind: 'uneven' })
})

it('calibration stores the instrument’s latency and can be undone', async () => {
  const { kernel, clock, notices, run, settings } = await setUp()
  kernel
    .get(VIRTUAL_INPUTS)
    .add({ id: 'keys', name: 'Guitar', manufacturer: 'Fretwork', device: 'Microphone' })
  await run('practice.calibrate-latency')
  await clock.advance(800)
  for (let click = 0; click < 12; click += 1) {
    await clock.advance(35)
    kernel.get(MIDI_INPUT).receive([0x90, 60, 90], { portId: 'keys', at: clock.now() })
    await clock.advance(565)
  }
  await clock.advance(1000)
  expect(settings.getState().latencies).toEqual({ 'Guitar (Microphone)': 35 })
  notices.at(-1)?.action?.run()
  expect(settings.getState().latencies).toEqual({})
})

const RULES = { from: 60, to: 70, step: 5, clean: 2, failed: 2, accuracy: 95 }
const CLEAN = 0.96
const FAILED = 0.9

const tempoAfter = (passes: readonly number[], tempo: number) =>
  passes.reduce<Rung>((rung, accuracy) => climb(RULES, rung, accuracy), { tempo, clean: 0, failed: 0 }).tempo

it.each([
  ['stays after one clean pass', [CLEAN], 60, 60],
  ['rises after the set number of clean passes in a row', [CLEAN, CLEAN], 60, 65],
  ['stays if a failed pass interrupts clean passes', [CLEAN, FAILED, CLEAN], 60, 60],
  ['stays after one failed pass', [FAILED], 70, 70],
  ['falls after the set number of failed passes in a row', [FAILED, FAILED], 70, 65],
  ['stays if a clean pass interrupts failed passes', [FAILED, CLEAN, FAILED], 70, 70],
  ['stays below its upper limit', Array(10).fill(CLEAN), 60, 70],
  ['stays above its lower limit', Array(10).fill(FAILED), 60, 60],
  ['rises from a tempo below its limits', [CLEAN, CLEAN], 40, 45],
  ['stays at a tempo above its limits', [CLEAN, CLEAN], 140, 140],
])('the speed trainer %s', (_, passes, from, to) => expect(tempoAfter(passes, from)).toBe(to))
