import { describe, expect, it } from 'vitest'
import type { MidiEvent } from '../../../../src/core/music/midi/midi-event.js'
import { createPortBends } from '../../../../src/core/music/midi/port-bends.js'

const common = { key: 1, time: '00:00:00:000', at: 0, portId: 'gk3', on: null, raw: [] } as const

function port() {
  const bends = createPortBends()
  const control = (channel: number, ...pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([controller, value]) =>
      bends.apply({ ...common, kind: 'controller', channel, controller, value, note: '', number: value }),
    )
  const bend = (channel: number, value: number) => {
    bends.apply({ ...common, kind: 'bend', channel, value, note: 'PB', number: value })
    return bends.bend(channel)
  }
  const other = (message: string): MidiEvent => ({
    ...common,
    kind: 'other',
    channel: 0,
    message,
    note: message,
    number: 0,
  })
  return { bends, control, bend, other }
}

describe('the bends of a port', () => {
  it('are two semitones at most unless somebody says otherwise', () => {
    const { bends, bend } = port()
    expect(bends.bend(1)).toBe(0)
    expect(bends.range(16)).toBe(2)
    expect(bend(1, 0)).toBe(-2)
    expect(bend(1, 8192)).toBe(0)
    expect(bend(1, 16383)).toBeCloseTo(2, 3)
    expect(bends.bend(2)).toBe(0)
  })

  it('learn the range of each channel from registered parameter 0', () => {
    const { bends, control, bend } = port()
    expect(control(3, [101, 0], [100, 0], [6, 24], [38, 0])).toEqual([false, false, true, false])
    expect(bend(3, 0)).toBe(-24)
    expect(bends.range(4)).toBe(2)
    control(3, [38, 50])
    expect(bends.range(3)).toBe(24.5)
  })

  it('take a new range in semitones without the cents of the one before, as MIDI 1.0 has it', () => {
    const { bends, control } = port()
    control(3, [101, 0], [100, 0], [6, 24], [38, 50], [6, 12])
    expect(bends.range(3)).toBe(12)
  })

  it('learn nothing from other parameters, or once no parameter is chosen', () => {
    const { bends, control } = port()
    control(1, [6, 12])
    control(1, [101, 0], [100, 1], [6, 12])
    control(1, [101, 0], [100, 0], [101, 127], [100, 127], [6, 12])
    control(1, [101, 0], [100, 0], [99, 1], [6, 12])
    control(1, [101, 0], [100, 0], [98, 1], [6, 12])
    control(1, [101, 0], [100, 0], [121, 0], [6, 12])
    expect(bends.range(1)).toBe(2)
  })

  it('take a range of 0 for what it says', () => {
    const { control, bend } = port()
    control(1, [101, 0], [100, 0], [6, 0])
    expect(bend(1, 0)).toBe(-0)
  })

  it('go by the range that is set, and by the learnt one again when it is taken back', () => {
    const { bends, control, bend } = port()
    bends.setRange(12)
    expect(control(1, [101, 0], [100, 0], [6, 24])).toEqual([false, false, false])
    expect(bend(1, 0)).toBe(-12)
    bends.setRange(undefined)
    expect(bends.bend(1)).toBe(-24)
  })

  it('are in the middle after a reset of the controllers, and keep their range', () => {
    const { bends, control, bend } = port()
    control(1, [101, 0], [100, 0], [6, 12])
    bend(1, 0)
    control(1, [121, 0])
    expect(bends.bend(1)).toBe(0)
    expect(bends.range(1)).toBe(12)
  })

  it('forget all after a reset of the system', () => {
    const { bends, control, bend, other } = port()
    control(1, [101, 0], [100, 0], [6, 12])
    bend(1, 0)
    bends.apply(other('start'))
    expect(bends.bend(1)).toBe(-12)
    bends.apply(other('reset'))
    expect(bends.bend(1)).toBe(0)
    expect(bends.range(1)).toBe(2)
  })
})
