import { describe, expect, it } from 'vitest'
import { parseSong, SongError } from '../../../src/core/music/song/song.js'
import { barsToDraw, isDrawn, pageStart } from '../../../src/plugins/tablature/lane.js'
import { tabTime } from '../../../src/plugins/tablature/tab-time.js'
import { openSongOf } from '../player/songs.js'

function openSong(header: object, seconds: number) {
  const song = parseSong({
    header,
    tracks: [{ notes: [{ midi: 60, time: 0, duration: seconds, velocity: 1 }] }],
  })
  if (song instanceof SongError) throw song
  return openSongOf(song)
}

/** Bars of four quarters, 120 to the minute. */
const plain = (bars: number) => tabTime(openSong({}, bars * 2))

describe('the time of a tablature', () => {
  it('counts in quarter notes, whatever the tempo', () => {
    const song = openSong(
      {
        ppq: 480,
        tempos: [
          { bpm: 120, ticks: 0 },
          { bpm: 60, ticks: 1920 },
        ],
      },
      2 + 8,
    )
    const { quarterAt, msAt, starts } = tabTime(song)
    expect([0, 1000, 2000, 3000, 6000].map(quarterAt)).toEqual([0, 2, 4, 5, 8])
    expect([0, 2, 4, 5, 8].map(msAt)).toEqual([0, 1000, 2000, 3000, 6000])
    expect([...starts]).toEqual([0, 4, 8, 12])
  })

  it('has the bars of a song whose time signature changes', () => {
    const timeSignatures = [
      { ticks: 0, timeSignature: [3, 4] },
      { ticks: 2880, timeSignature: [6, 8] },
    ]
    const { starts, barAt } = tabTime(openSong({ ppq: 480, timeSignatures }, 6))
    expect([...starts]).toEqual([0, 3, 6, 9, 12])
    expect([-1, 0, 2.99, 3, 11.5, 99].map(barAt)).toEqual([0, 0, 0, 1, 3, 3])
  })

  it('moves evenly from one frame to the next, also in a song of few ticks', () => {
    const { quarterAt } = tabTime(openSong({ ppq: 24 }, 8))
    const steps = Array.from(
      { length: 60 },
      (_, frame) => quarterAt((frame + 1) * 16) - quarterAt(frame * 16),
    )
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.01)
  })

  it('has the first bars of a song that claims thousands of millions', () => {
    const song = { ...openSong({}, 8), bars: 8e9 }
    const { starts, barAt } = tabTime(song)
    expect(starts).toHaveLength(100_001)
    expect([4, 1e12].map(barAt)).toEqual([1, 99_999])
  })
})

describe('what is drawn of a tablature', () => {
  it('is what is seen and a little around it, of a song of any length', () => {
    const long = plain(2000)
    const drawn = barsToDraw(long, 4000, 16)
    expect(drawn.first).toBeLessThan(1000)
    expect(drawn.last).toBeGreaterThan(1004)
    expect(drawn.last - drawn.first).toBeLessThan(20)
    expect(isDrawn(drawn, long, 4000, 16)).toBe(true)
    expect(isDrawn(drawn, long, 4100, 16)).toBe(false)
  })

  it('is never more bars than a page can take', () => {
    const { first, last } = barsToDraw(plain(3000), 4000, 8000)
    expect(last - first).toBeLessThanOrEqual(160)
  })

  it('is complete if more bars are visible than can be drawn, and is only redrawn every few bars', () => {
    const timeSignatures = [{ ticks: 0, timeSignature: [1, 128] }]
    const tiny = tabTime(openSong({ ppq: 480, timeSignatures }, 100))
    const bar = 1 / 32
    const drawn = barsToDraw(tiny, 10, 12)
    expect(drawn.last - drawn.first).toBe(160)
    expect(isDrawn(drawn, tiny, 10, 12)).toBe(true)
    expect(isDrawn(drawn, tiny, 10 + 30 * bar, 12)).toBe(true)
    expect(isDrawn(drawn, tiny, 10 + 50 * bar, 12)).toBe(false)
  })

  it('moves bar by bar with reduced motion, and in parts through a bar that is wider than the screen', () => {
    const time = plain(4)
    expect([0, 1, 3.9, 4, 9].map(quarter => pageStart(time, quarter, 10))).toEqual([0, 0, 0, 4, 8])
    expect([0, 1, 3.9, 4, 9].map(quarter => pageStart(time, quarter, 2))).toEqual([0, 0, 2, 4, 8])
  })
})
