import { describe, expect, it } from 'vitest'
import { parseSong, SongError } from '../../../../src/core/music/song/song.js'
import { barGrid } from '../../../../src/plugins/player/session/bars.js'

function bars(header: object) {
  const song = parseSong({ header: { ppq: 480, ...header }, tracks: [] })
  if (song instanceof SongError) throw song
  return barGrid(song).barBeatAt
}

describe('bars of a song', () => {
  it('are of four quarters at 120 where the song says nothing', () => {
    const barBeatAt = bars({})
    expect(barBeatAt(0)).toEqual({ bar: 1, beat: 1 })
    expect(barBeatAt(1999)).toEqual({ bar: 1, beat: 4 })
    expect(barBeatAt(2000)).toEqual({ bar: 2, beat: 1 })
  })

  it('count the lower number of the time signature', () => {
    const barBeatAt = bars({ timeSignatures: [{ ticks: 0, timeSignature: [6, 8] }] })
    expect(barBeatAt(1250)).toEqual({ bar: 1, beat: 6 })
    expect(barBeatAt(1500)).toEqual({ bar: 2, beat: 1 })
  })

  it('go on counting after a change of time signature, which begins a new bar', () => {
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

  it('follow the tempo', () => {
    const barBeatAt = bars({ tempos: [{ ticks: 0, bpm: 60 }] })
    expect(barBeatAt(3000)).toEqual({ bar: 1, beat: 4 })
  })

  it('begin before the first time signature of a song that has none at its start', () => {
    const barBeatAt = bars({ timeSignatures: [{ ticks: 1920, timeSignature: [3, 4] }] })
    expect(barBeatAt(0)).toEqual({ bar: 1, beat: 1 })
    expect(barBeatAt(3500)).toEqual({ bar: 3, beat: 1 })
  })

  it('have no more beats than a MIDI file can say, whatever is claimed', () => {
    const barBeatAt = bars({ timeSignatures: [{ ticks: 0, timeSignature: [1e15, 4] }] })
    expect(barBeatAt(255 * 500)).toEqual({ bar: 2, beat: 1 })
  })
})
