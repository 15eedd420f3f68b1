// Scheduling of note-offs for one output port.
import { expect, it } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createPlayingLane } from '../../../../src/plugins/midi-io/output/output-lane.js'

const ON = [0x90, 62, 64]
const OFF = [0x80, 62, 64]

function makeLane() {
  const clock = new HandClock()
  const sent: { bytes: readonly number[]; at: number; from: number }[] = []
  const lane = createPlayingLane({
    clock,
    send: (bytes, at) => void sent.push({ bytes, at, from: clock.now() }),
  })
  /** Plays a note 10 ms from now, like `MidiOutput`. */
  const play = (ms: number, [on, off] = [ON, OFF]) =>
    lane.play(on as number[], clock.now() + 10, off as number[], clock.now() + 10 + ms)
  const schedule = (bytes: readonly number[]) => lane.schedule(bytes, clock.now() + 10)
  const heard = () => sent.toSorted((a, b) => a.at - b.at).map(({ bytes, at }) => [at, ...bytes])
  return { clock, lane, play, schedule, heard, sent }
}

it.each([
  ['ends the previous note right before it and keeps its length', 469, 700, 479],
  ['waits for a note-off that was already sent and keeps its length', 680, 300, 710],
])('a retriggered note %s', async (_, afterMs, ms, again) => {
  const { play, heard, clock } = makeLane()
  play(700)
  await clock.advance(afterMs)
  play(ms)
  await clock.advance(2000)
  expect(heard()).toEqual([
    [10, ...ON],
    [again, ...OFF],
    [again, ...ON],
    [again + ms, ...OFF],
  ])
})

it('a queued note-off is not affected by other notes, channels or controllers', async () => {
  const { play, schedule, heard, clock } = makeLane()
  play(700)
  await clock.advance(100)
  for (const bytes of [[0x91, 62, 64], [0x90, 63, 64], [0xb0, 62, 64], [0xf8]]) schedule(bytes)
  await clock.advance(2000)
  expect(heard().filter(([, status]) => status === 0x80)).toEqual([[710, ...OFF]])
})

it('queued note-offs are canceled when the port is silenced or disconnected', async () => {
  for (const how of ['silence', 'lose'] as const) {
    const { lane, play, schedule, heard, clock } = makeLane()
    play(700)
    lane[how]()
    await clock.advance(100)
    schedule(ON)
    await clock.advance(2000)
    expect([heard().at(-1), clock.pending]).toEqual([[110, ...ON], 0])
  }
})
