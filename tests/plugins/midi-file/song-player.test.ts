import { describe, expect, it } from 'vitest'
import { songLengthMs } from '../../../src/core/music/song.js'
import type { SongEvent } from '../../../src/core/music/song-events.js'
import { songEvents } from '../../../src/core/music/song-events.js'
import { HandClock } from '../../../src/core/platform/memory-platform.js'
import { createSongPlayer, LOOK_AHEAD_MS } from '../../../src/plugins/midi-file/song-player.js'
import { greensleeves } from '../../../src/plugins/midi-file/songs/greensleeves.js'

const at = (atMs: number, ...bytes: number[]): SongEvent => ({ atMs, bytes, track: 0 })

const events = [
  at(0, 0xc0, 24),
  at(0, 0xb0, 64, 127),
  at(0, 0x90, 60, 64),
  at(500, 0x80, 60, 64),
  at(500, 0x90, 62, 64),
  at(1000, 0x80, 62, 64),
]

function setUp() {
  const clock = new HandClock()
  const sent: { at: number; due: number; bytes: readonly number[] }[] = []
  const seen: { at: number; bytes: readonly number[] }[] = []
  const ends: number[] = []
  const player = createSongPlayer({
    clock,
    sink: { send: (bytes, due) => sent.push({ at: clock.now(), due, bytes }) },
    onEvent: event => seen.push({ at: clock.now(), bytes: event.bytes }),
    onSilence: bytes => seen.push({ at: clock.now(), bytes }),
    onEnd: () => ends.push(clock.now()),
  })
  return { clock, sent, seen, ends, player }
}

describe('a song player', () => {
  it('hands every message over a little ahead, with the moment it is due', async () => {
    const { clock, sent, player } = setUp()
    await clock.advance(1000)
    player.play(events)
    await clock.advance(3000)
    expect(sent.slice(0, 6).map(({ due, bytes }) => [due - 1000, ...bytes])).toEqual(
      events.map(({ atMs, bytes }) => [atMs, ...bytes]),
    )
    for (const { at: handedOver, due } of sent) expect(due - handedOver).toBeLessThanOrEqual(LOOK_AHEAD_MS)
  })

  it('shows every event at its moment, never before', async () => {
    const { clock, seen, player } = setUp()
    player.play(events)
    await clock.advance(3000)
    expect(seen.slice(0, 6)).toEqual(events.map(({ atMs, bytes }) => ({ at: atMs, bytes })))
  })

  it('says once that it has come to the end, and lifts a pedal that was left down', async () => {
    const { clock, sent, ends, player } = setUp()
    player.play(events)
    await clock.advance(5000)
    expect(ends).toEqual([1000])
    expect(player.playing).toBe(false)
    expect(player.positionMs()).toBe(1000)
    expect(sent.at(-1)?.bytes).toEqual([0xb0, 64, 0])
    expect(clock.pending).toBe(0)
  })

  it('silences what sounds when it is stopped, after what was handed over already', async () => {
    const { clock, sent, seen, ends, player } = setUp()
    player.play(events)
    await clock.advance(460)
    player.stop()
    expect(sent.slice(-2).map(({ due, bytes }) => [due, ...bytes])).toEqual([
      [500, 0x80, 62, 64],
      [500, 0xb0, 64, 0],
    ])
    expect(seen.slice(-2).map(({ bytes }) => bytes)).toEqual([
      [0x80, 60, 64],
      [0xb0, 64, 0],
    ])
    expect(player.positionMs()).toBe(460)
    await clock.advance(5000)
    expect(ends).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('sends nothing when stopped twice or before it played', () => {
    const { sent, player } = setUp()
    player.stop()
    expect(sent).toEqual([])
  })

  it('starts in the middle with the instrument and the pedal that hold there', async () => {
    const { clock, sent, player } = setUp()
    player.play(events, 500)
    await clock.advance(0)
    expect(sent.map(({ bytes }) => bytes)).toEqual([
      [0xc0, 24],
      [0xb0, 64, 127],
      [0x80, 60, 64],
      [0x90, 62, 64],
    ])
    await clock.advance(250)
    expect(player.positionMs()).toBe(750)
  })

  it('ends at once when there is nothing left to play', () => {
    const { ends, player } = setUp()
    player.play([])
    expect(ends).toEqual([0])
  })

  it('does not drift: late timers are made up for', async () => {
    const { sent, seen, player, clock } = setUp()
    player.play(events)
    await clock.advance(120)
    // The host sleeps through the second note: its end must not be lost.
    const late = createLateClock(clock)
    late.jump(2000)
    await clock.advance(2000)
    expect(sent.filter(({ bytes }) => bytes[0] === 0x80)).toHaveLength(2)
    expect(seen.filter(({ bytes }) => bytes[0] === 0x80)).toHaveLength(2)
  })

  it('falls silent when a listener throws', async () => {
    const clock = new HandClock()
    const sent: (readonly number[])[] = []
    const player = createSongPlayer({
      clock,
      sink: { send: bytes => void sent.push(bytes) },
      onEvent: event => {
        if (event.atMs === 500) throw new Error('listener')
      },
    })
    player.play(events)
    await expect(clock.advance(600)).rejects.toThrow('listener')
    expect(player.playing).toBe(false)
    expect(sent.at(-1)).toEqual([0xb0, 64, 0])
    expect(clock.pending).toBe(0)
  })
})

it('Greensleeves lasts 16 bars of 6/8 after its upbeat, both voices alike', () => {
  const song = greensleeves()
  const eighth = 60 / 90 / 2
  expect(song.tracks.map(track => track.name)).toEqual(['Melody', 'Bass'])
  for (const { notes } of song.tracks) {
    const last = notes.at(-1)
    expect((last?.time ?? 0) + (last?.duration ?? 0)).toBeCloseTo((1 + 16 * 6) * eighth)
    expect(notes.every(note => note.midi >= 40 && note.midi <= 67)).toBe(true)
  }
  expect(songLengthMs(song)).toBeGreaterThan(30_000)
  expect(songEvents(song)[0]).toEqual({ atMs: 0, bytes: [0xc0, 24], track: 0 })
})

function createLateClock(clock: HandClock): { jump(ms: number): void } {
  return {
    jump(ms) {
      // Moves time without running timers, as a sleeping laptop does.
      Object.assign(clock, { time: clock.now() + ms })
    },
  }
}
