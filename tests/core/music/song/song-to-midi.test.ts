import { describe, expect, it } from 'vitest'
import { parseSong, SongError } from '../../../../src/core/music/song/song.js'
import { songToMidi } from '../../../../src/core/music/song/song-to-midi.js'

type Change = readonly [number: number, value: number, ticks?: number]

const E4 = { midi: 64, ticks: 0, durationTicks: 96, velocity: 1 }

function trackOf(changes: readonly Change[], more: object = {}) {
  const controlChanges: Record<string, object[]> = {}
  for (const [number, value, ticks = 0] of changes) {
    const list = controlChanges[number] ?? []
    list.push({ number, value: value / 127, ticks })
    controlChanges[number] = list
  }
  return { notes: [E4], controlChanges, ...more }
}

/** The bytes of each track behind the common one, with the delta times that stand between the messages. */
function written(...tracks: object[]): number[][] {
  const song = parseSong({ header: { ppq: 96 }, tracks })
  if (song instanceof SongError) throw song
  const file = songToMidi(song)
  const view = new DataView(file.buffer)
  const chunks: number[][] = []
  for (let at = 14; at < file.length; at += 8 + view.getUint32(at + 4)) {
    chunks.push([...file.subarray(at + 8, at + 8 + view.getUint32(at + 4))])
  }
  return chunks.slice(1)
}

const END = [0, 0xff, 0x2f, 0]
const PLAYED = [0, 0x90, 64, 127, 96, 0x80, 64, 64]

describe('a song written as a MIDI file', () => {
  it('selects a bank before the program that takes it', () => {
    const bank: Change[] = [
      [0, 8],
      [7, 100],
      [32, 1],
    ]
    expect(written(trackOf(bank, { instrument: { number: 24 } }))).toEqual([
      [...[0, 0xb0, 0, 8, 0, 0xb0, 32, 1, 0, 0xc0, 24, 0, 0xb0, 7, 100], ...PLAYED, ...END],
    ])
  })

  it('selects the bank of a track that takes a channel over before its program too', () => {
    const later = {
      instrument: { number: 30 },
      notes: [{ ...E4, ticks: 96 }],
    }
    const [, bytes] = written(trackOf([], { instrument: { number: 24 } }), trackOf([[0, 8, 96]], later))
    expect(bytes).toEqual([...[96, 0xb0, 0, 8, 0, 0xc0, 30], ...[0, 0x90, 64, 127, 96, 0x80, 64, 64], ...END])
  })
})
