import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { performanceSteps } from '../../../../src/plugins/player/playback/performance.js'
import { PLAIN_TRACK } from '../../../../src/plugins/player/session/playback-settings.js'
import type { PerformanceChoices } from '../../../../src/plugins/player/tokens.js'
import { rows } from '../../../support/rows.js'
import { leftSounding, playerOf, songOf, type WrittenTrack } from './played-song.js'

const PLAIN: PerformanceChoices = {
  ...{ tempo: 100, transpose: 0, tracks: new Map(), metronome: false, countIn: 0 },
}

/** One quarter note per half second, four to a bar. */
const quarters = (count: number, pitch = 60, channel = 0): WrittenTrack => ({
  channel,
  notes: Array.from({ length: count }, (_, index) => [pitch + index, index / 2, 0.4]),
})
const TWO_BARS = [quarters(8), quarters(8, 40, 1)]

const performed = (choices: Partial<PerformanceChoices> = {}, tracks = TWO_BARS) =>
  atOnce(performanceSteps(songOf(tracks), { ...PLAIN, ...choices }))
/** Note-ons as `[time, pitch]`. */
const begun = ({ messages }: ReturnType<typeof performed>, channel = 0) =>
  messages
    .filter(({ bytes: [status] }) => status === (0x90 | channel))
    .map(({ atMs, bytes }) => [Math.round(atMs), bytes[1]])

describe('song performance', () => {
  it('lists exactly what live playback sends, in chronological order', async () => {
    const controls = rows<[number, number, number]>('64 0 127, 7 1.2 90')
    const tracks = [{ ...quarters(8), controls, bends: [[0.7, 0.5]] as const }, quarters(8, 40, 9)]
    const { player, clock, sent } = playerOf(tracks)
    player.setMetronome(true)
    player.setRate(1.5)
    player.play(0, 1)
    await clock.advance(20_000)
    const { messages } = performed({ tempo: 150, metronome: true, countIn: 1 }, tracks)
    const live = sent.map(({ bytes, due }) => ({ bytes, atMs: due })).toSorted((a, b) => a.atMs - b.atMs)
    expect(messages.map(({ bytes, atMs }) => ({ bytes, atMs }))).toEqual(live)
  })

  it('plays a range of bars once and ends its notes', () => {
    const long: WrittenTrack = { notes: rows('60 0 9, 62 2 9, 64 4 1'), controls: [[10, 0.5, 20]] }
    const { messages, startMs, endMs } = performed({ bars: { from: 2, to: 2 } }, [long])
    expect(begun({ messages, startMs, endMs })).toEqual([[0, 62]])
    expect([startMs, endMs]).toEqual([0, 2000])
    expect(messages.some(({ bytes }) => bytes.join() === '176,10,20')).toBe(true)
    expect(leftSounding(messages.map(({ atMs, bytes }) => ({ at: atMs, due: atMs, bytes })))).toEqual([])
    expect(Math.max(...messages.map(({ atMs }) => atMs))).toBe(2000)
  })

  it('starts after the count-in, and clicks with the metronome', () => {
    const counted = performed({ countIn: 1, metronome: true })
    expect(counted.startMs).toBe(2000)
    expect(begun(counted)[0]).toEqual([2000, 60])
    const clicks = begun(counted, 9)
    expect(clicks.length).toBe(12)
    expect(clicks.slice(0, 5).map(([ms]) => ms)).toEqual([0, 500, 1000, 1500, 2000])
    expect(begun(performed({ metronome: true }), 9).length).toBe(8)
  })

  it('leaves out muted tracks, or all except the chosen ones', () => {
    const tracks = new Map([[0, { ...PLAIN_TRACK, muted: true, volume: 0.5 }]])
    const muted = performed({ tracks })
    expect([begun(muted).length, begun(muted, 1).length]).toEqual([0, 8])
    const chosen = performed({ tracks, only: [0] })
    expect([begun(chosen).length, begun(chosen, 1).length]).toEqual([8, 0])
    const [first] = chosen.messages.filter(({ bytes: [status] }) => status === 0x90)
    expect(first?.bytes[2]).toBe(32)
  })

  it('rejects unknown bars and tracks', () => {
    const bars = (from: number, to: number) => () => performed({ bars: { from, to } })
    const sentence = 'The song has bars 1 to 2. Choose a range within them.'
    for (const wrong of [bars(0, 1), bars(2, 3), bars(2, 1), bars(Number.NaN, 1)]) {
      expect(wrong).toThrow(expect.objectContaining({ code: 'bars_unknown', message: sentence }))
    }
    expect(() => performed({ only: [2] })).toThrow(expect.objectContaining({ code: 'track_unknown' }))
  })

  it('an empty song ends immediately', () => {
    expect(performed({ countIn: 2, metronome: true }, [{ notes: [] }]).messages.length).toBeGreaterThan(0)
  })

  it('works in steps that report progress', () => {
    const many: WrittenTrack = { notes: Array.from({ length: 2000 }, (_, index) => [60, index / 2, 0.4]) }
    const progress = [...performanceSteps(songOf([many]), PLAIN)]
    expect(progress.length).toBeGreaterThan(20)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBeLessThanOrEqual(1)
  })
})
