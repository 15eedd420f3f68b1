import { describe, expect, it } from 'vitest'
import { AudioClock } from '../../../src/plugins/audio-in/audio-clock.js'

/** Audio starts at 5000 ms. Messages arrive every 50 ms, up to 40 ms late. */
const START_MS = 5000
const late = (index: number) => (index * 17) % 41

function listen(clock: AudioClock, count: number, { from = 0, shift = 0, drift = 0 } = {}): void {
  for (let index = from; index < from + count; index += 1) {
    const seconds = 0.05 * (index + 1)
    clock.observe(seconds, START_MS + shift + 1000 * seconds * (1 + drift) + late(index))
  }
}

describe('audio clock', () => {
  it('the earliest messages determine the time', () => {
    const clock = new AudioClock()
    listen(clock, 100)
    expect(Math.abs(clock.toMs(4.2) - (START_MS + 4200))).toBeLessThan(2)
  })

  it.each([-0.0001, 0.0001])('follows a clock that drifts by %f', drift => {
    const clock = new AudioClock()
    listen(clock, 12_000, { drift })
    expect(Math.abs(clock.toMs(600) - (START_MS + 600_000 * (1 + drift)))).toBeLessThan(3)
  })

  it('ignores messages that a busy page receives late', () => {
    const clock = new AudioClock()
    listen(clock, 100)
    for (let index = 0; index < 16; index += 1) clock.observe(5 + 0.05 * index, START_MS + 6000)
    expect(Math.abs(clock.toMs(5.3) - (START_MS + 5300))).toBeLessThan(3)
  })

  it('follows audio that was paused', () => {
    const clock = new AudioClock()
    listen(clock, 100)
    listen(clock, 100, { from: 100, shift: 60_000 })
    expect(Math.abs(clock.toMs(10) - (START_MS + 70_000))).toBeLessThan(3)
  })
})
