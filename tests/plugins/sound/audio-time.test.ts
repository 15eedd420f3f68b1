// Conversion from app time to audio time, which advances in steps.
import { describe, expect, it } from 'vitest'
import { decibelsOf, gainOf } from '../../../src/plugins/sound/synth.js'
import { createAudioTime } from '../../../src/plugins/sound/ui/live-synth.js'

const BUFFER_S = 0.02

/** Audio clock that started 5 s after the page and advances in steps of one buffer. */
function clocks() {
  let now = 5000
  let suspended = 0
  const exact = () => now / 1000 - 5 - suspended
  const time = createAudioTime(
    () => now,
    () => Math.floor(exact() / BUFFER_S) * BUFFER_S,
  )
  return {
    time,
    exact,
    pass: (ms: number) => {
      now += ms
    },
    now: () => now,
    suspend: (ms: number) => {
      now += ms
      suspended += ms / 1000
    },
  }
}

describe('audio clock conversion', () => {
  it('intervals between notes are exact even if the audio clock advances in steps', () => {
    const { time, pass, now } = clocks()
    // Lets the conversion observe the clock right after a step.
    for (let ms = 0; ms < 200; ms += 1) {
      pass(1)
      time(now())
    }
    const at: number[] = []
    for (let note = 0; note < 10; note += 1) {
      pass(7)
      at.push(time(now() + 10))
    }
    for (let note = 1; note < at.length; note += 1)
      expect((at[note] ?? 0) - (at[note - 1] ?? 0)).toBeCloseTo(0.007, 3)
  })

  it('a message at the same time as an earlier one never precedes it', () => {
    const { time, pass, now } = clocks()
    pass(1000)
    const noteOn = time(now() + 100)
    pass(15)
    expect(time(now() + 85)).toBeGreaterThanOrEqual(noteOn)
  })

  it('a time in the past is moved up to the current audio buffer', () => {
    const { time, pass, now, exact } = clocks()
    pass(1000)
    expect(time(now() - 500)).toBeGreaterThan(exact() - BUFFER_S)
  })

  it('the conversion resynchronizes after the audio context was suspended', () => {
    const { time, pass, now, exact, suspend } = clocks()
    pass(1000)
    time(now())
    suspend(60_000)
    expect(time(now() + 10)).toBeLessThan(exact() + 0.02)
  })
})

it('gain is the square of the volume, so half volume is −12 dB', () => {
  expect(gainOf(0.5)).toBe(0.25)
  expect(decibelsOf(0.5)).toBeCloseTo(-12.04, 2)
  expect(decibelsOf(0.1)).toBeCloseTo(-40)
  expect(decibelsOf(1)).toBe(0)
  expect(decibelsOf(0)).toBe(Number.NEGATIVE_INFINITY)
  expect([gainOf(-1), gainOf(2)]).toEqual([0, 1])
})
