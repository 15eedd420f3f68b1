import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Song } from '../../../src/core/music/song/song.js'
import { buffersOf, packSong, unpackSong } from '../../../src/plugins/midi-file/reading/packed-song.js'
import { rounds } from '../../support/rounds.js'
import { songs } from './any-song.js'

const handedOver = (song: Song) => {
  const packed = packSong(song)
  return structuredClone(packed, { transfer: buffersOf(packed) })
}

describe('a song on its way from the worker', () => {
  it('arrives as it was sent, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(songs(), async song => {
        const pause = async () => undefined
        expect(await unpackSong(handedOver(structuredClone(song)), pause)).toEqual(song)
      }),
      rounds(100),
    )
  })

  it('lets the page breathe every few thousand notes', async () => {
    const note = { name: 'C4', time: 0, ticks: 0, duration: 1, durationTicks: 960, velocity: 0.5, midi: 60 }
    const instrument = { family: '', number: 0, name: '' }
    const track = { name: '', channel: 0, instrument, controlChanges: {}, pitchBends: [] }
    const notes = Array.from({ length: 10_000 }, () => note)
    const header = { name: '', ppq: 480, tempos: [], timeSignatures: [], keySignatures: [], meta: [] }
    let pauses = 0
    const song = await unpackSong(packSong({ header, tracks: [{ ...track, notes }] }), async () => {
      pauses += 1
    })
    expect(song.tracks[0]?.notes).toHaveLength(10_000)
    expect(pauses).toBe(5)
  })
})
