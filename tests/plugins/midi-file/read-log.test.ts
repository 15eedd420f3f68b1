// A log that was exported is opened as a song: what was played, when it was played.
import { describe, expect, it } from 'vitest'
import { LOG_FORMAT, LOG_VERSION, type LogFile, writeLogFile } from '../../../src/core/music/midi/log-file.js'
import { SentenceError } from '../../../src/core/platform/sentence-error.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { makeInput } from '../midi-io/support/make-input.js'

type Played = readonly [atMs: number, bytes: readonly number[]]

function logOf(played: readonly Played[]): LogFile {
  const { input, log } = makeInput()
  for (const [at, bytes] of played) input.receive(bytes, { portId: 'in-1', at })
  const tuning = { id: 0, name: 'Standard', strings: [64, 59, 55, 50, 45, 40] }
  return {
    ...{ format: LOG_FORMAT, version: LOG_VERSION, app: '1.0.0', exportedAt: '2026-11-22T05:00:00Z' },
    settings: { midi: { midiOctaveOffset: 0 }, tuning, capo: 0 },
    ...log.snapshot(),
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('an exported log', () => {
  const played: readonly Played[] = [
    [1000, [0xc0, 24]],
    [1000, [0x90, 64, 100]],
    [1500, [0x80, 64, 64]],
    [2000, [0x90, 67, 80]],
    [2250, [0x80, 67, 64]],
  ]

  it.each(['json', 'ndjson'] as const)('is read from %s', async format => {
    const { song } = await readSongFile(bytesOf(writeLogFile(logOf(played), format)))
    expect(song.tracks.map(({ name, channel, instrument }) => [name, channel, instrument.number])).toEqual([
      ['in-1', 0, 24],
    ])
    expect(song.tracks[0]?.notes.map(({ midi, time, duration }) => [midi, time, duration])).toEqual([
      [64, 0, 0.5],
      [67, 1, 0.25],
    ])
  })

  it('says that ends of notes that began before were left out', async () => {
    const { notes } = await readSongFile(bytesOf(writeLogFile(logOf([[0, [0x80, 60, 0]], ...played]))))
    expect(notes.map(({ code, values }) => [code, values.number])).toEqual([['log_ends', 1]])
  })

  it.each([
    ['a head without a version', `{"format":"${LOG_FORMAT}"}`, 'log_bad_header'],
    ['a cut file', writeLogFile(logOf(played)).slice(0, -40), 'log_broken_json'],
  ])('is refused in the words of the replay, such as %s', async (_, text, code) => {
    const thrown: unknown = await readSongFile(bytesOf(text)).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(SentenceError)
    expect(thrown).toMatchObject({ code, source: 'replay' })
  })
})
