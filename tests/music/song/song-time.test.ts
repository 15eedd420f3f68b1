import { describe, expect, it } from 'vitest'
import { barGrid } from '../../../src/music/song/song-time.js'
import { songFrom } from '../../support/song-from.js'

const gridOf = (header: object) => barGrid(songFrom({ header: { ppq: 480, ...header }, tracks: [] }))
const bars = (header: object) => gridOf(header).barBeatAt

it('a song without a tempo and time signature defaults to 4/4 at 120 BPM', () => {
  const barBeatAt = bars({})
  expect(barBeatAt(0)).toEqual({ bar: 1, beat: 1 })
  expect(barBeatAt(1999)).toEqual({ bar: 1, beat: 4 })
  expect(barBeatAt(2000)).toEqual({ bar: 2, beat: 1 })
})

it('a time signature change starts a new bar', () => {
  const barBeatAt = bars({
    timeSignatures: [
      { ticks: 2400, timeSignature: [3, 4] },
      { ticks: 0, timeSignature: [4, 4] },
    ],
  })
  expect(barBeatAt(2499)).toEqual({ bar: 2, beat: 1 })
  expect(barBeatAt(2500)).toEqual({ bar: 3, beat: 1 })
  expect(barBeatAt(4000)).toEqual({ bar: 4, beat: 1 })
})

it('bars are counted from the start, even if the first time signature comes later', () => {
  const barBeatAt = bars({ timeSignatures: [{ ticks: 1920, timeSignature: [3, 4] }] })
  expect(barBeatAt(0)).toEqual({ bar: 1, beat: 1 })
  expect(barBeatAt(3500)).toEqual({ bar: 3, beat: 1 })
})

it('the number of beats per bar is limited to the MIDI file maximum', () => {
  const barBeatAt = bars({ timeSignatures: [{ ticks: 0, timeSignature: [1e15, 4] }] })
  expect(barBeatAt(255 * 500)).toEqual({ bar: 2, beat: 1 })
})

describe('pickup bars', () => {
  const header = {
    timeSignatures: [
      { ticks: 0, timeSignature: [1, 8] },
      { ticks: 240, timeSignature: [6, 8] },
    ],
  }

  it('a pickup is bar 0 and is counted as the last beats of a full bar', () => {
    const { firstBar, barBeatAt, barStart } = gridOf(header)
    expect([firstBar, gridOf({}).firstBar]).toEqual([0, 1])
    expect(barBeatAt(0)).toEqual({ bar: 0, beat: 6 })
    expect(barBeatAt(250)).toEqual({ bar: 1, beat: 1 })
    expect(barBeatAt(1750)).toEqual({ bar: 2, beat: 1 })
    expect([0, 1, 2].map(barStart)).toEqual([0, 250, 1750])
  })

  it('the first accent is on the first full bar, not on the pickup', () => {
    const { beatFrom } = gridOf(header)
    expect(beatFrom(0)).toEqual({ ms: 0, first: false })
    expect(beatFrom(1)).toEqual({ ms: 250, first: true })
  })

  it('the count-in before a pickup is accented on the downbeat of its bar', () => {
    const counted = gridOf(header).countIn(0, 1)
    expect(counted.map(({ first }) => first)).toEqual([false, true, false, false, false, false])
    expect(counted[0]?.beforeMs).toBeCloseTo(1500)
  })

  it('a pickup is detected before a repeated time signature and before one with longer beats', () => {
    const again = { timeSignatures: [0, 480].map(ticks => ({ ticks, timeSignature: [4, 4] })) }
    expect(gridOf(again).barBeatAt(0)).toEqual({ bar: 0, beat: 4 })
    const upbeat = {
      timeSignatures: [
        { ticks: 0, timeSignature: [1, 8] },
        { ticks: 240, timeSignature: [3, 4] },
      ],
    }
    expect(gridOf(upbeat).beatFrom(0)).toEqual({ ms: 250, first: true })
  })
})
