// The log as a MIDI file: what is read back is what was played.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logAsMidiFile } from '../../../../src/core/music/midi/log-midi-file.js'
import { songEvents } from '../../../../src/core/music/song/song-events.js'
import { readMidiFile } from '../../../../src/plugins/midi-file/reading/read-midi-file.js'
import { rounds } from '../../../support/rounds.js'
import { makeInput } from '../support/make-input.js'

type Played = readonly [atMs: number, bytes: readonly number[], portId?: string]

const portName = (id: string) => (id === 'in-1' ? 'GK-3 Guitar' : 'Größe 9')

function exported(played: readonly Played[]) {
  const { input, log } = makeInput()
  for (const [at, bytes, portId = 'in-1'] of played) input.receive(bytes, { portId, at })
  return logAsMidiFile(log.snapshot(), portName)
}

describe('a log that is exported as a MIDI file', () => {
  it('begins with what held before its first event, and ends a beat after it what still sounds', async () => {
    const wheel = Array.from({ length: 100 }, (_, index): Played => [1000 + index, [0xb0, 1, index]])
    const { bytes } = exported([[0, [0x90, 40, 80]], [0, [0xb0, 7, 90]], ...wheel])
    const { song, notes } = await readMidiFile(bytes)
    const [track] = song.tracks.filter(each => each.notes.length > 0)
    expect(track?.notes).toMatchObject([{ midi: 40, ticks: 0, durationTicks: 95 + 480, velocity: 80 / 127 }])
    expect(track?.controlChanges['7']).toMatchObject([{ ticks: 0, value: 90 / 127 }])
    expect(notes).toEqual([])
  })

  it('leaves out note-offs without a note-on and malformed messages, and counts them', async () => {
    const { bytes, leftOut } = exported([
      [0, [0x80, 60, 0]],
      [0, [0x90, 64, 100, 0x80, 64, 0]],
      [0, [0x90, 62, 1]],
      [9, [0x80, 62, 1]],
    ])
    expect(leftOut).toBe(2)
    const { song, notes } = await readMidiFile(bytes)
    expect(song.tracks.flatMap(track => track.notes).map(({ midi }) => midi)).toEqual([62])
    expect(notes.map(({ code }) => code)).toEqual(['release_velocities'])
  })

  it('holds system-exclusive messages, and start, stop and song position as they were sent', async () => {
    const sysex = [0xf0, ...Array.from({ length: 200 }, (_, index) => index & 127), 0xf7]
    const { bytes: file } = exported([
      [0, sysex],
      [0, [0x90, 62, 1]],
      [9, [0x80, 62, 1]],
      [500, [0xf2, 16, 1]],
      [500, [0xfa]],
      [1000, [0xfc]],
    ])
    // Two bytes say how long the first is: its 201 bytes after the F0.
    const written = [0xf0, 0x81, 0x49, ...sysex.slice(1), ...[0x83, 0x60, 0xf7, 3, 0xf2, 16, 1]]
    const rest = [...[0, 0xf7, 1, 0xfa], ...[0x83, 0x60, 0xf7, 1, 0xfc]]
    expect([...file].join()).toContain([...written, ...rest].join())
    const { song, notes } = await readMidiFile(file)
    expect(song.tracks.flatMap(track => track.notes).map(({ midi }) => midi)).toEqual([62])
    expect(notes.map(({ code, values }) => [code, values.number])).toEqual([
      ['system_exclusive', 4],
      ['release_velocities', 1],
      ['empty_tracks', 1],
    ])
  })

  it('is read back as the notes and controllers that were played, whatever they were', async () => {
    const message = fc.oneof(
      fc.tuple(fc.constant(0xb0), fc.integer({ min: 0, max: 119 }), fc.integer({ min: 0, max: 127 })),
      fc.tuple(fc.constant(0x90), fc.integer({ min: 0, max: 127 }), fc.integer({ min: 1, max: 127 })),
    )
    const played = fc.array(
      fc.record({
        message,
        channel: fc.integer({ min: 0, max: 15 }),
        after: fc.integer({ min: 1, max: 500 }),
      }),
      { minLength: 1, maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(played, async all => {
        let at = 0
        const messages: Played[] = []
        for (const {
          message: [kind, number, value],
          channel,
          after,
        } of all) {
          at += after
          messages.push([at, [kind + channel, number, value]])
          if (kind === 0x90) {
            at += 10
            messages.push([at, [0x80 + channel, number, 64]])
          }
        }
        const first = messages[0]?.[0] ?? 0
        const expected = messages.map(
          ([when, bytes]) => `${Math.round((when - first) * 0.96)} ${bytes.join(' ')}`,
        )
        const { song } = await readMidiFile(exported(messages).bytes)
        const back = songEvents(song)
          .filter(({ bytes: [status = 0] }) => (status & 0xf0) !== 0xc0)
          .map(({ atMs, bytes }) => `${Math.round(atMs * 0.96)} ${bytes.join(' ')}`)
        expect(back.toSorted()).toEqual(expected.toSorted())
      }),
      rounds(100),
    )
  })
})
