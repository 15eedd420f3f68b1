// A take's notes for the teacher, and homework while offline.
import { expect, it } from 'vitest'
import { homeworkFile, homeworkNews } from '../../../../src/core/contract/homework.js'
import { ApiError } from '../../../../src/core/http/api-error.js'
import { fromBase64 } from '../../../../src/core/http/library-files.js'
import type { NoteEvent } from '../../../../src/music/midi/midi-event.js'
import { parseSong, type Song } from '../../../../src/music/song/song.js'
import { Kept } from '../../../../src/plugins/social/homework/kept.js'
import { TakeNotes } from '../../../../src/plugins/social/homework/take-notes.js'

const header = {
  name: '',
  ppq: 480,
  tempos: [{ bpm: 60, ticks: 0 }],
  timeSignatures: [],
  keySignatures: [],
  meta: [],
}
const song = parseSong({ header, tracks: [] }) as Song
const event = (number: number, on: boolean) =>
  ({ on, number, note: `n${number}`, attack: on ? 1 : 0 }) as NoteEvent

it('each note of a take is returned once, at its time in the song', () => {
  const notes = new TakeNotes()
  // The section starts at 25 s, and the note is played slightly early.
  notes.note(event(64, true), 960)
  notes.note(event(64, false), 1500)
  const bytes = [...fromBase64(notes.take(song, 25, 1000) ?? '')]
  const at = bytes.findIndex((byte, place) => byte === 0x90 && bytes[place + 1] === 64)
  // At 60 BPM, one second is 480 ticks (written as two 7-bit bytes) and half a second is 240 ticks.
  expect(bytes.slice(at - 2, at + 7)).toEqual([0x83, 0x60, 0x90, 64, 127, 0x81, 0x70, 0x80, 64])
  expect(notes.take(song, 25)).toBeUndefined()
})

it('homework responses and songs are available offline', async () => {
  const stored = new Map<string, unknown>()
  let isOnline = true
  let calls = 0
  const call = async (endpoint: unknown) => {
    calls += 1
    if (!isOnline) throw new ApiError('network', 'network', 'No connection')
    return endpoint === homeworkFile ? { bytes: 'TVRoZA==' } : { received: 1, given: 0 }
  }
  const kept = new Kept(
    { call: call as never },
    {
      get: async key => stored.get(key) as never,
      set: async (key, value) => void stored.set(key, value),
      delete: async key => void stored.delete(key),
      keys: async () => [...stored.keys()],
    },
  )
  const news = () => kept.call(homeworkNews)
  const file = (hash: string) => kept.file('id', 'song', hash)
  const online = [await news(), await file('a')]
  isOnline = false
  expect([await news(), await file('a')]).toEqual(online)
  expect(calls).toBe(3)
  await expect(file('b')).rejects.toThrow('No connection')
})
