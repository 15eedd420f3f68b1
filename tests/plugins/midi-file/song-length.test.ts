// The length of a MIDI file is to the end-of-track event of its longest track, counted here from the bytes alone.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { songLengthMs } from '../../../src/core/music/song/song.js'
import { songToMidi } from '../../../src/core/music/song/song-to-midi.js'
import { writeMidiFile } from '../../../src/core/music/song/write-midi-file.js'
import { readMidiFile } from '../../../src/plugins/midi-file/reading/read-midi-file.js'

const FOLDER = resolve('../shared/data/midi')
const present = existsSync(FOLDER)
if (!present) console.warn(`Lengths of real MIDI files are not measured: ${FOLDER} is missing.`)

/** Where each track ends, and the tempos, in ticks. */
function tracksOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends: number[] = []
  const tempos: { ticks: number; microseconds: number }[] = []
  let at = 8 + view.getUint32(4)
  const number = () => {
    let value = 0
    for (;;) {
      const byte = view.getUint8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const isTrack = view.getUint32(at) === 0x4d54726b
    const end = at + 8 + view.getUint32(at + 4)
    at += 8
    let ticks = 0
    let running = 0
    while (isTrack && at < end) {
      ticks += number()
      if (view.getUint8(at) >= 128) running = view.getUint8(at++)
      if (running === 0xff) {
        const type = view.getUint8(at++)
        const length = number()
        if (type === 0x51) tempos.push({ ticks, microseconds: view.getUint32(at - 1) & 0xffffff })
        at += length
        if (type === 0x2f) break
      } else if (running >= 0xf0) at += number()
      else at += running >= 0xc0 && running < 0xe0 ? 1 : 2
    }
    if (isTrack) ends.push(ticks)
    at = end
  }
  return { format: view.getUint16(8), ppq: view.getUint16(12), ends, tempos }
}

/** Patterns of format 2 follow one another; all others begin together. */
function lengthOf(bytes: Uint8Array): number {
  const { format, ppq, ends, tempos } = tracksOf(bytes)
  const last = format === 2 ? ends.reduce((sum, end) => sum + end, 0) : Math.max(...ends)
  let ms = 0
  let before = { ticks: 0, microseconds: 500_000 }
  for (const tempo of [...tempos.toSorted((a, b) => a.ticks - b.ticks), { ticks: last, microseconds: 0 }]) {
    ms += ((tempo.ticks - before.ticks) * before.microseconds) / ppq / 1000
    before = tempo
  }
  return ms
}

describe.skipIf(!present)('the length of a real MIDI file', () => {
  it.each([
    'BWV1007Prelude.mid',
    'GonzoSurf.mid',
    'KunioShuffle.mid',
    'Lullaby.mid',
    'MIDIOkFormat0.mid',
    'MIDIOkFormat2.mid',
    'RV610FecitPotentiam.mid',
    'SpiritWaltz.mid',
    'Town.mid',
  ])('%s is to the end of its longest track, also once it was written again', async name => {
    const bytes = new Uint8Array(readFileSync(resolve(FOLDER, name)))
    const { song } = await readMidiFile(bytes)
    const length = lengthOf(bytes)
    expect(length).toBeGreaterThan(0)
    expect(songLengthMs(song)).toBeCloseTo(length, 3)
    const again = songToMidi(song)
    expect(lengthOf(again)).toBeCloseTo(length, 0)
    expect(songLengthMs((await readMidiFile(again)).song)).toBeCloseTo(length, 0)
  })
})

describe('the length of a MIDI file', () => {
  const note = [
    { ticks: 0, bytes: [0x90, 64, 100] },
    { ticks: 480, bytes: [0x80, 64, 0] },
  ]
  const lengthIn = async (bytes: Uint8Array) => songLengthMs((await readMidiFile(bytes)).song)

  it('has the rests behind the last note', async () => {
    expect(await lengthIn(writeMidiFile(480, [{ events: note, endTicks: 1920 }]))).toBe(2000)
  })

  it('is that of the longest track, even without a note', async () => {
    const bytes = writeMidiFile(480, [
      { events: [], endTicks: 3840 },
      { events: note, endTicks: 480 },
    ])
    expect(await lengthIn(bytes)).toBe(4000)
    expect(await lengthIn(songToMidi((await readMidiFile(bytes)).song))).toBe(4000)
  })

  it('does not count an end after more than a day, which only a damaged file has', async () => {
    expect(await lengthIn(writeMidiFile(1, [{ events: note, endTicks: 200_000 }]))).toBe(240_000)
    expect(await lengthIn(writeMidiFile(1, [{ events: note, endTicks: 170_000 }]))).toBe(85_000_000)
  })
})
