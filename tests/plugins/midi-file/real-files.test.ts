import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseSong, songLengthMs } from '../../../src/music/song/song.js'
import { songDifference } from '../../../src/music/song/song-difference.js'
import { songEvents } from '../../../src/music/song/song-events.js'
import { songToMidi } from '../../../src/music/song/song-to-midi.js'
import { readMidiFile } from '../../../src/plugins/midi-file/reading/read-midi-file.js'

const FOLDER = resolve('../shared/data/midi')
const present = existsSync(FOLDER)
if (!present) console.warn(`Skipped real MIDI files: ${FOLDER} is missing.`)

it.skipIf(!present).each([
  // Note counts and durations in ms, measured with another program.
  ['BWV1007Prelude.mid', 288, 56_842.056],
  ['GonzoSurf.mid', 1962, 109_709.712],
  ['KunioShuffle.mid', 1020, 38_393.75],
  ['Lullaby.mid', 112, 20_801.86],
  ['RV610FecitPotentiam.mid', 407, 42_750],
  ['SpiritWaltz.mid', 545, 74_580.283],
  ['Town.mid', 1461, 134_812.5],
  ['MIDIOkFormat0.mid', 4, 2000],
  ['MIDIOkFormat2.mid', 8, 3958.333],
])('the real file %s has %i notes, each with a note-off, and lasts %f ms', async (name, count, ms) => {
  const { song } = await readMidiFile(readFileSync(resolve(FOLDER, name)))
  expect(song.tracks.reduce((sum, track) => sum + track.notes.length, 0)).toBe(count)
  expect(parseSong(JSON.parse(JSON.stringify(song)))).toEqual(song)
  expect(songLengthMs(song)).toBeCloseTo(ms, 2)
  expect(songDifference(song, (await readMidiFile(songToMidi(song))).song)).toEqual([])
  const balance = songEvents(song).reduce((open, { bytes: [status = 0] }) => {
    if (status >> 4 === 9) return open + 1
    return status >> 4 === 8 ? open - 1 : open
  }, 0)
  expect(balance).toBe(0)
})
