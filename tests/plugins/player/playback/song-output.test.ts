import { describe, expect, it } from 'vitest'
import { PortState } from '../../../../src/core/music/midi/port-state.js'
import { createSongOutput } from '../../../../src/plugins/player/playback/song-output.js'

const PROGRAM = [0xc0, 24]
const PEDAL = [0xb0, 64, 127]
const eventOf = (...bytes: number[]) => ({ atMs: 0, bytes, track: 0 })
const ON = eventOf(0x90, 60, 64)

function outputOf() {
  const sent: [number, ...number[]][] = []
  const sink = { name: 'synth' }
  const output = createSongOutput({
    send: (bytes, dueMs) => void sent.push([dueMs, ...bytes]),
    port: () => sink.name,
  })
  const setting = new PortState()
  for (const bytes of [PROGRAM, PEDAL]) setting.apply(bytes)
  return { output, sent, sink, setting }
}

describe('the output of a song', () => {
  it('sets instruments by difference, but all of it when playing begins', () => {
    const { output, sent, setting } = outputOf()
    output.setTo(setting, 0)
    output.setTo(setting, 1)
    output.begin(setting, 2)
    expect(sent).toEqual([
      [0, ...PROGRAM],
      [0, ...PEDAL],
      [2, ...PROGRAM],
      [2, ...PEDAL],
    ])
  })

  it('silences what sounds and what is held, and the end of the note says nothing any more', () => {
    const { output, sent } = outputOf()
    output.send(ON, 0, 0)
    output.send(eventOf(...PEDAL), -1, 0)
    output.silence(500)
    output.send(eventOf(0x80, 60, 64), 0, 600)
    expect(sent.slice(2)).toEqual([
      [500, 0x80, 60, 64],
      [500, 0xb0, 64, 0],
    ])
  })

  it('is busy until the last thing is due, but not until the end of a click', () => {
    const { output } = outputOf()
    expect(output.busyUntil).toBe(Number.NEGATIVE_INFINITY)
    output.click(true, 300)
    expect(output.busyUntil).toBe(300)
    output.send(ON, 0, 350)
    output.send(eventOf(...PEDAL), -1, 340)
    expect(output.busyUntil).toBe(350)
  })
})
