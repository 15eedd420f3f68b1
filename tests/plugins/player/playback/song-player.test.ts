import { describe, expect, it } from 'vitest'
import { LOOK_AHEAD_MS, type SongPlayer } from '../../../../src/plugins/player/playback/song-player.js'
import { PLAIN_MIX, PLAIN_TRACK } from '../../../../src/plugins/player/session/playback-settings.js'
import { rows } from '../../../support/rows.js'
import { leftSounding, playerOf, type WrittenTrack } from './played-song.js'

/** C4 and D4, half a second each, with the sustain pedal held. */
const TWO: WrittenTrack = { notes: rows('60 0 0.5, 62 0.5 0.5'), controls: [[64, 0, 127]] }
const ON_C = [0x90, 60, 64]
const OFF_C = [0x80, 60, 64]
const ON_D = [0x90, 62, 64]
const OFF_D = [0x80, 62, 64]
const PROGRAM = [0xc0, 24]
const PEDAL = [0xb0, 64, 127]
const PEDAL_UP = [0xb0, 64, 0]

const mixOf = (track: number, change: Partial<typeof PLAIN_TRACK>) => ({
  ...PLAIN_MIX,
  tracks: new Map([[track, { ...PLAIN_TRACK, ...change }]]),
})

/** Quarter notes that ascend from pitch 60. */
const quarters = (count: number): WrittenTrack => ({
  notes: Array.from({ length: count }, (_, index) => [60 + (index % 24), index / 2, 0.4]),
})

it('messages are sent slightly ahead of time and shown when they are due', async () => {
  const { clock, sent, seen, player } = playerOf([TWO])
  await clock.advance(1000)
  player.play()
  await clock.advance(3000)
  expect(seen.map(({ at, bytes }) => [at - 1000, ...bytes])).toEqual([
    [0, ...PROGRAM],
    [0, ...PEDAL],
    [0, ...ON_C],
    [500, ...OFF_C],
    [500, ...ON_D],
    [1000, ...OFF_D],
  ])
  expect(sent.slice(0, 6).map(({ due, bytes }) => [due - 1000, ...bytes])).toEqual(
    [PROGRAM, PEDAL, ON_C, OFF_C, ON_D, OFF_D].map((bytes, index) => [
      [0, 0, 0, 500, 500, 1000][index],
      ...bytes,
    ]),
  )
  for (const { at: handedOver, due } of sent) expect(due - handedOver).toBeLessThanOrEqual(LOOK_AHEAD_MS)
})

it('stopping ends sounding notes after any messages already sent', async () => {
  const { clock, sent, ends, player } = playerOf([TWO])
  player.play()
  await clock.advance(460)
  player.stop()
  expect(sent.slice(-2).map(({ due, bytes }) => [due, ...bytes])).toEqual([
    [500, ...OFF_D],
    [500, ...PEDAL_UP],
  ])
  expect(player.positionMs()).toBe(460)
  await clock.advance(5000)
  expect([ends, clock.pending]).toEqual([[], 0])
})

it('late timers cause no drift and no lost note-offs', async () => {
  const { sent, seen, player, clock } = playerOf([TWO])
  player.play()
  await clock.advance(120)
  // The host is suspended during the second note.
  clock.sleep(1900)
  await clock.advance(2000)
  expect(sent.filter(({ bytes }) => bytes[0] === 0x80)).toHaveLength(2)
  expect(seen.filter(({ bytes }) => bytes[0] === 0x80)).toHaveLength(2)
})

it('after a long suspension, playback resumes where it stopped instead of catching up', async () => {
  const { player, clock, begins } = playerOf([quarters(200)])
  player.play()
  await clock.advance(1000)
  clock.sleep(60_000)
  await clock.advance(500)
  expect(player.positionMs()).toBeLessThan(2000)
  expect(begins().length).toBeLessThan(6)
})

it('the position is accurate to a microsecond after a thousand tempo changes', async () => {
  const { player, clock, seen } = playerOf([quarters(400)])
  player.play()
  for (let change = 0; change < 1000; change += 1) {
    player.setRate(0.25 + (change % 8) * 0.25)
    await clock.advance(37)
  }
  expect(seen.length).toBeGreaterThan(100)
  expect(Math.max(...seen.map(({ off }) => Math.abs(off)))).toBeLessThan(0.001)
})

it.each([
  ['a tempo change', (player: SongPlayer) => player.setRate(2)],
  ['a mute', (player: SongPlayer) => player.setMix(mixOf(0, { muted: true }))],
])('the player stops if the output throws during %s', async (_, change) => {
  const { clock, player, port } = playerOf([TWO])
  player.play()
  await clock.advance(100)
  // The timer is late, so the change sends the notes instead.
  clock.sleep(600)
  port.fails = true
  expect(() => change(player)).toThrow('The port broke.')
  expect([player.playing, clock.pending]).toEqual([false, 0])
})

it('the player first sends the current program and pedal state and skips earlier notes', async () => {
  const { clock, sent, player } = playerOf([TWO])
  player.play(500)
  await clock.advance(0)
  expect(sent.map(({ bytes }) => bytes)).toEqual([PROGRAM, PEDAL, ON_D])
  await clock.advance(250)
  expect(player.positionMs()).toBe(750)
})

it('the player restores the bend range, even if the song has since deselected the parameter', async () => {
  const { clock, sent, player } = playerOf([
    { notes: [[60, 0, 10]], controls: rows('101 0 0, 100 0 0, 6 0 12, 101 0.1 127, 100 0.1 127') },
  ])
  player.play(5000)
  await clock.advance(50)
  expect(sent.map(({ bytes }) => bytes).filter(([status]) => status === 0xb0)).toEqual(
    rows('0xb0 101 0, 0xb0 100 0, 0xb0 6 12, 0xb0 101 127, 0xb0 100 127'),
  )
})

const BAR_TWO = { fromMs: 2000, toMs: 4000 }

it('the thousandth pass is exactly as long as the first', async () => {
  // At 140 BPM a beat is not a whole number of milliseconds.
  const beat = 60_000 / 140
  const { clock, player, begins } = playerOf([quarters(4)], {
    header: { tempos: [{ ticks: 0, bpm: 140 }] },
  })
  player.setLoop({ fromMs: 0, toMs: beat })
  player.play()
  await clock.advance(1000 * beat)
  expect(begins()[1000]?.[0]).toBeCloseTo(1000 * beat, 2)
})

it('a loop repeats without a gap or an extra beat', async () => {
  const { clock, player, begins, repeats } = playerOf([quarters(16)])
  player.setLoop(BAR_TWO)
  player.play(2000)
  await clock.advance(5000)
  const rounds = Array.from({ length: 10 }, (_, beat) => [beat * 500, 64 + (beat % 4)])
  expect([begins().slice(0, 10), repeats]).toEqual([rounds, [2000, 4000]])
  expect(player.positionMs()).toBe(3000)
})

it.each([300, 40, 1])('a loop set %d ms before its end point still repeats at that point', async ms => {
  const { clock, player, begins } = playerOf([quarters(16)])
  player.play(0)
  await clock.advance(4000 - ms)
  player.setLoop(BAR_TWO)
  await clock.advance(3000)
  const position = player.positionMs()
  expect(position).toBeGreaterThanOrEqual(BAR_TWO.fromMs)
  expect(position).toBeLessThan(BAR_TWO.toMs)
  const after = begins().filter(([due]) => due > 4200)
  expect(after.length).toBeGreaterThan(3)
  expect(after.every(([, pitch]) => pitch >= 64 && pitch <= 67)).toBe(true)
})

it('a loop set after later messages were sent still repeats and reports each repeat', async () => {
  const { clock, player, repeats, seen, begins } = playerOf([quarters(16)])
  player.play(0)
  await clock.advance(3950)
  player.setLoop(BAR_TWO)
  await clock.advance(3000)
  // The messages already sent sound first, and the next pass follows.
  expect(repeats).toEqual([4000, 6000])
  expect(begins().filter(([due]) => due >= 4000 && due < 6000)).toEqual(
    rows('4000 68, 4000 64, 4500 65, 5000 66, 5500 67'),
  )
  expect(seen.filter(({ at }) => at === 4000).map(({ bytes }) => bytes[1])).toEqual([64])
})

it('notes end at the loop end, and controllers return to their state at the loop start', async () => {
  const { clock, sent, player } = playerOf([
    { notes: [[60, 3, 4]], controls: rows('64 3.5 127, 7 1 90, 7 3 40') },
  ])
  player.setLoop(BAR_TWO)
  player.play(2000)
  await clock.advance(2000)
  const atSeam = sent.filter(({ due }) => due === 2000).map(({ bytes }) => bytes)
  expect(atSeam).toEqual([OFF_C, PEDAL_UP, [0xb0, 7, 90]])
})

it('clicks follow the tempo, time signature and loop', async () => {
  const { clock, player, clicks } = playerOf([quarters(12)], {
    header: { timeSignatures: [{ ticks: 0, timeSignature: [3, 4] }] },
  })
  player.setRate(2)
  player.setMetronome(true)
  player.setLoop({ fromMs: 1500, toMs: 3000 })
  player.play(1500)
  await clock.advance(1600)
  expect(clicks()).toEqual([76, 77, 77, 76, 77, 77, 76].map((pitch, beat) => [beat * 250, pitch]))
})

it('clicks start on the next beat after the metronome is turned on', async () => {
  const { clock, player, clicks } = playerOf([quarters(12)])
  player.play()
  await clock.advance(700)
  player.setMetronome(true)
  await clock.advance(1500)
  expect(clicks().slice(0, 3)).toEqual(rows('1000 77, 1500 77, 2000 76'))
})

it('the count-in lasts one bar at the current tempo, and the song position waits', async () => {
  const { clock, player, clicks, begins } = playerOf([quarters(8)])
  player.setRate(0.5)
  player.play(0, 1)
  await clock.advance(3000)
  expect(player.positionMs()).toBe(0)
  await clock.advance(1500)
  expect(clicks()).toEqual([76, 77, 77, 77].map((pitch, beat) => [beat * 1000, pitch]))
  expect(begins()).toEqual([[4000, 60]])
  expect(player.positionMs()).toBe(250)
})

describe('song mix', () => {
  it.each([
    ['a track at volume 0 is shown but not heard', 1, { volume: 0 }, [60]],
    ['a solo track plays alone', 1, { solo: true }, [70]],
  ])('%s', async (_, track, change, heard) => {
    const { clock, player, begins, seen } = playerOf([
      { notes: [[60, 0, 1]] },
      { channel: 1, notes: [[70, 0, 1]] },
    ])
    player.setMix(mixOf(track, change))
    player.play()
    await clock.advance(500)
    expect(begins().map(([, pitch]) => pitch)).toEqual(heard)
    expect(seen.map(({ bytes }) => bytes[1])).toEqual(expect.arrayContaining([60, 70]))
  })

  it('muting a track ends its notes immediately but not the same notes of another track', async () => {
    const { clock, player, sent } = playerOf([{ notes: [[60, 0, 4]] }, { notes: rows('60 1 1, 64 0 4') }])
    player.play()
    await clock.advance(500)
    player.setMix(mixOf(1, { muted: true }))
    await clock.advance(0)
    expect(sent.filter(({ bytes }) => bytes[0] === 0x80).map(({ bytes }) => bytes[1])).toEqual([64])
    await clock.advance(2500)
    // The muted C4 of the second track neither begins nor ends the C4 of the first track.
    expect(sent.filter(({ bytes }) => bytes[0] === 0x80)).toHaveLength(1)
  })

  it('a chosen instrument, pan and reverb replace the song’s own', async () => {
    const { clock, player, sent } = playerOf([{ ...TWO, controls: [[10, 0, 0]] }])
    player.setMix(mixOf(0, { program: 33, pan: 127 }))
    player.play()
    await clock.advance(300)
    player.setMix(mixOf(0, { program: 33, reverb: 100 }))
    await clock.advance(1000)
    const heard = sent.map(({ bytes }) => bytes).filter(([status]) => status !== 0x80)
    expect(heard).toEqual([...[[0xc0, 33], [0xb0, 10, 127], ON_C], ...[[0xb0, 10, 0], [0xb0, 91, 100], ON_D]])
  })

  it('tracks on one channel keep their own instruments', async () => {
    const { clock, player, sent } = playerOf([
      { notes: rows('60 0 0.2, 62 1 0.2') },
      { notes: [[64, 0.5, 0.2]] },
    ])
    player.setMix(mixOf(1, { program: 33 }))
    player.play()
    await clock.advance(2000)
    const heard = sent
      .map(({ bytes: [status = 0, data] }) => [status, data])
      .filter(([status]) => status !== 0x80)
    expect(heard).toEqual([PROGRAM, [0x90, 60], [0xc0, 33], [0x90, 64], PROGRAM, [0x90, 62]])
  })

  it('lower volume reduces the velocity, but never below 1', async () => {
    const { clock, player, sent } = playerOf([TWO])
    player.setMix(mixOf(0, { volume: 0.5 }))
    player.play()
    await clock.advance(200)
    player.setMix(mixOf(0, { volume: 0.001 }))
    await clock.advance(800)
    expect(sent.filter(({ bytes }) => bytes[0] === 0x90).map(({ bytes }) => bytes[2])).toEqual([32, 1])
  })

  it('transposing does not affect drums, and each note ends at its original pitch', async () => {
    const { clock, player, sent, begins } = playerOf([
      { notes: rows('60 0 1, 120 0 1') },
      { channel: 9, notes: [[36, 0, 1]] },
    ])
    player.setMix({ ...PLAIN_MIX, transpose: 12 })
    player.play()
    await clock.advance(500)
    player.setMix({ ...PLAIN_MIX, transpose: 5 })
    await clock.advance(2000)
    // Pitch 132 is not a MIDI note.
    expect(begins()).toEqual([[0, 72]])
    expect(sent.find(({ bytes: [status, pitch] }) => status === 0x80 && pitch === 72)?.due).toBe(1000)
    expect(sent.map(({ bytes }) => bytes)).toContainEqual([0x99, 36, 64])
    expect(leftSounding(sent)).toEqual([])
  })
})
