import { describe, expect, it } from 'vitest'
import { LevelMeter } from '../../../src/plugins/audio-in/level-meter.js'

const amplitude = (db: number) => 10 ** (db / 20)

/** Levels in dBFS, measured every 50 ms. @returns the state after each */
function statesOf(levels: readonly number[]): string[] {
  const meter = new LevelMeter()
  return levels.map((db, index) => meter.measure(amplitude(db), 1000 + 50 * index).state)
}

/** A plucked string that decays by 20 dB per second. */
const pluck = (db: number, count = 40) => Array.from({ length: count }, (_, index) => db - index)
const noise = (count: number) => Array.from({ length: count }, (_, index) => -64 + (index % 3))

describe('level meter', () => {
  it('measures peaks in dBFS', () => {
    expect(new LevelMeter().measure(0.5, 0).peak).toBeCloseTo(-6.02, 2)
  })

  it('a quiet room is silent', () => {
    expect(new Set(statesOf(noise(200)))).toEqual(new Set(['silent']))
  })

  it.each([
    [-50, 'quiet'],
    [-41, 'quiet'],
    [-30, 'good'],
    [-3, 'good'],
  ])('a string plucked at %i dBFS is %s, also while it decays and after it', (db, state) => {
    expect(new Set(statesOf([...noise(20), ...pluck(db), ...noise(100)]).slice(20))).toEqual(new Set([state]))
  })

  it('the latest plucked string decides', () => {
    expect(statesOf([...pluck(-20), ...noise(20), ...pluck(-48, 10)]).at(-1)).toBe('quiet')
  })

  it('the peak of a soft attack decides', () => {
    expect(statesOf([...noise(20), -48, -38, -30, -31]).at(-1)).toBe('good')
  })

  it('clipping is shown for 1.5 s', () => {
    const states = statesOf([-20, 0, ...pluck(-1)])
    expect([states[0], states[1], states[30], states[31]]).toEqual(['good', 'clipping', 'clipping', 'good'])
  })
})
