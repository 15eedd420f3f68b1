import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSong, songLengthMs } from '../../../src/core/music/song/song.js'
import { songEvents } from '../../../src/core/music/song/song-events.js'
import { readMidiFile } from '../../../src/plugins/midi-file/reading/read-midi-file.js'

const FOLDER = resolve('../shared/data/midi')
const present = existsSync(FOLDER)
if (!present) console.warn(`Real MIDI files are not tried: ${FOLDER} is missing.`)

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve(FOLDER, name)))
}

describe.skipIf(!present)('real MIDI files', () => {
  it.each([
    ['BWV1007Prelude.mid', 288],
    ['GonzoSurf.mid', 1962],
    ['KunioShuffle.mid', 1020],
    ['Lullaby.mid', 112],
    ['RV610FecitPotentiam.mid', 407],
    ['SpiritWaltz.mid', 545],
    ['Town.mid', 1461],
    ['MIDIOkFormat0.mid', 4],
    ['MIDIOkFormat2.mid', 8],
  ])('%s is read with all of its %i notes, and every note that begins ends', async (name, count) => {
    const { song } = await readMidiFile(bytesOf(name))
    expect(song.tracks.reduce((sum, track) => sum + track.notes.length, 0)).toBe(count)
    expect(parseSong(JSON.parse(JSON.stringify(song)))).toEqual(song)
    expect(songLengthMs(song)).toBeGreaterThan(0)
    const balance = songEvents(song).reduce((open, { bytes: [status = 0] }) => {
      if (status >> 4 === 9) return open + 1
      return status >> 4 === 8 ? open - 1 : open
    }, 0)
    expect(balance).toBe(0)
  })

  it.each([
    ['MIDIBadHeaderChunk.mid', 'not_midi'],
    ['MIDIBadHeaderSMTPE.mid', 'midi_smpte'],
    ['MIDIBadTrackHdr.mid', 'midi_unknown_chunk'],
    ['MIDIBadTrackLength.mid', 'midi_cut'],
    ['README.md', 'not_midi'],
  ])('%s is refused as %s', async (name, code) => {
    await expect(readMidiFile(bytesOf(name))).rejects.toMatchObject({ code })
  })
})
