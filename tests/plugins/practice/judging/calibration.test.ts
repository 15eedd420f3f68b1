import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
import { MIDI_INPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { calibrate } from '../../../../src/plugins/practice/judging/calibrate-latency.js'
import { judgingSettings } from '../../../../src/plugins/practice/judging-settings.js'
import { songNeck } from '../../player/song-neck.js'

const CLICKS = Array.from({ length: 12 }, (_, index) => 1000 + index * 600)

describe('the latency of an instrument', () => {
  it('is the median of the taps that hit a click', () => {
    const taps = CLICKS.map((click, index) => click + 40 + (index % 3) * 5)
    expect(calibrate(CLICKS, taps)).toEqual({ kind: 'found', latencyMs: 45, taps: 12 })
  })

  it('leaves out clicks that were not tapped, and taps besides', () => {
    const taps = [300, ...CLICKS.slice(0, 9).map(click => click + 30), 9000, 9001]
    expect(calibrate(CLICKS, taps)).toEqual({ kind: 'found', latencyMs: 30, taps: 9 })
  })

  it('is not known from too few taps, or uneven ones', () => {
    expect(calibrate(CLICKS, CLICKS.slice(0, 5))).toEqual({ kind: 'too-few', taps: 5 })
    expect(calibrate([], [])).toEqual({ kind: 'too-few', taps: 0 })
    const wild = CLICKS.map((click, index) => click + (index % 2 === 0 ? -120 : 120))
    expect(calibrate(CLICKS, wild)).toMatchObject({ kind: 'uneven' })
  })
})

describe('calibrating', () => {
  async function setUp() {
    const { kernel, clock, notices } = await songNeck({ host: 'node' })
    const latencies = () => kernel.get(SETTINGS).store(judgingSettings).getState().latencies
    return { kernel, clock, notices, latencies }
  }

  it('keeps the latency by instrument, and can be undone', async () => {
    const { kernel, clock, notices, latencies } = await setUp()
    await kernel.commands.execute('practice.calibrate-latency')
    await clock.advance(800)
    for (let click = 0; click < 16; click += 1) {
      await clock.advance(35)
      kernel.get(MIDI_INPUT).receive([0x90, 60, 90], { portId: 'keys', at: clock.now() })
      await clock.advance(565)
    }
    await clock.advance(1000)
    expect(latencies()).toEqual({ keys: 35 })
    notices.at(-1)?.action?.run()
    expect(latencies()).toEqual({})
  })
})
