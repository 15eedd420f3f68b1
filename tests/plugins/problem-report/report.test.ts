import { afterEach, describe, expect, it } from 'vitest'
import { createTestKernel } from '../../../src/core/testing/index.js'
import { SELECTION } from '../../../src/plugins/fretboard/tokens.js'
import { MIDI_INPUT } from '../../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { PROBLEM_REPORTS } from '../../../src/plugins/problem-report/tokens.js'
import { violationsOf } from './oracle/violations.js'
import { type ReportKernel, replayElsewhere, reportKernel, tools } from './report-kernel.js'

const open: ReportKernel[] = []
afterEach(() => {
  for (const { kernel } of open.splice(0)) kernel.dispose()
})

async function opened() {
  const made = await reportKernel()
  open.push(made)
  return made
}

describe('A problem report', () => {
  it('holds what was played, and what the neck showed after each message', async () => {
    const { play, capture } = await opened()
    play('90 40 64')
    play('80 40 00')
    const { steps } = await capture()
    const midi = steps.filter(({ kind }) => kind === 'midi')
    expect(midi).toMatchObject([
      { raw: '90 40 64', port: 'guitar', event: { kind: 'note', name: 'E4' }, shown: { notes: [64] } },
      { raw: '80 40 00', shown: { notes: [] } },
    ])
    expect(midi[0]?.shown?.positions).toMatchObject({ '1/0': { pitch: 64, held: true } })
    expect(midi[1]?.shown?.positions?.['1/0']).toBeNull()
  })

  it('shows the same when it is replayed in another kernel', async () => {
    const { play, capture, kernel } = await opened()
    kernel.commands.setContext('loggedIn', true)
    kernel.commands.setContext('route', '/fretboard')
    await kernel.commands.attempt('fretboard.set-capo', { fret: 2 })
    for (const bytes of ['b0 40 7f', '90 40 64', '80 40 00', 'e0 00 50', '90 43 20', 'b0 40 00']) play(bytes)
    const report = await capture()
    const { report: again, notes } = await replayElsewhere(report)
    expect(notes).toEqual([])
    expect(violationsOf(again)).toEqual([])
    expect(tools.difference(report, again)).toBeUndefined()
    expect(again.steps.filter(({ kind }) => kind === 'midi').length).toBe(6)
  })

  it('knows what sounded before it begins: notes, strings, pedals and bends', async () => {
    const { play, capture, kernel } = await opened()
    for (const bytes of ['90 30 50', 'b0 42 7f', '90 34 60', 'b0 40 7f', '80 34 00', 'e0 00 50']) play(bytes)
    play('91 40 64', { string: 2 })
    await kernel.platform.clock.advance(150_000)
    play('80 30 00')
    play('b0 40 00')
    play('e0 00 60')
    const report = await capture()
    expect(report.steps.filter(({ kind }) => kind === 'midi').length).toBe(3)
    expect(report.start?.notes).toEqual([48, 52, 64])
    expect(violationsOf(report)).toEqual([])
    const { report: again } = await replayElsewhere(report)
    expect(violationsOf(again)).toEqual([])
    expect(tools.difference(report, again)).toBeUndefined()
  })

  it('leaves out what was played before there was a neck to show it', async () => {
    const kernel = await createTestKernel({ plugins: PLUGINS })
    await kernel.host.activate('midi-io')
    kernel.get(MIDI_INPUT).receive([0x90, 64, 100], { portId: 'guitar' })
    await kernel.platform.clock.advance(1000)
    await kernel.host.activate('problem-report')
    await kernel.host.activate('fretboard')
    kernel.get(MIDI_INPUT).receive([0x90, 67, 100], { portId: 'guitar' })
    const report = await kernel.get(PROBLEM_REPORTS).capture()
    kernel.dispose()
    expect(report.steps.flatMap(step => (step.kind === 'midi' ? step.raw : []))).toEqual(['90 43 64'])
    expect(violationsOf(report)).toEqual([])
  })

  it('repeats commands that play, and what they end', async () => {
    const { capture, kernel } = await opened()
    kernel.commands.setContext('loggedIn', true)
    kernel.commands.setContext('route', '/fretboard')
    kernel.get(SELECTION).set([{ string: 1, fret: 3 }])
    for (let times = 0; times < 3; times += 1) {
      await kernel.commands.attempt('fretboard.play-together')
      await kernel.platform.clock.advance(400)
    }
    await kernel.platform.clock.advance(10_000)
    const report = await capture()
    expect(report.steps.filter(({ kind }) => kind === 'midi').length).toBeGreaterThanOrEqual(6)
    const { report: again } = await replayElsewhere(report)
    expect(violationsOf(again)).toEqual([])
    expect(again.steps.filter(({ kind }) => kind === 'midi').length).toBeGreaterThanOrEqual(6)
  })
})
