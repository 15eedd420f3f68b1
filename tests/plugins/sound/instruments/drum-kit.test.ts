// The drums of channel 10, key by key.
import { expect, it } from 'vitest'
import { drumOf, renderDrumNoise } from '../../../../src/plugins/sound/instruments/drum-kit.js'

const KEYS = Array.from({ length: 128 }, (_, key) => key)
/** Of the percussion map of General MIDI. */
const OWN = KEYS.filter(key => key >= 35 && key <= 81)
const groupOf = (key: number) => drumOf(key).group

it('every key strikes something that can be heard, and that ends within three seconds', () => {
  for (const key of KEYS) {
    const { layers } = drumOf(key)
    expect(layers.length, `key ${key}`).toBeGreaterThan(0)
    for (const { decay, level, after, hz } of layers) {
      expect(level).toBeGreaterThan(0)
      expect(level).toBeLessThanOrEqual(1)
      expect(decay).toBeGreaterThan(0)
      expect(after + decay).toBeLessThan(3)
      // Under half of the lowest usual sample rate.
      expect(hz).toBeLessThan(16_000)
    }
  }
})

it('each of the 47 keys of General MIDI has a drum of its own', () => {
  expect(new Set(OWN.map(key => JSON.stringify(drumOf(key)))).size).toBe(47)
})

it('only what one hand or pedal plays silences each other', () => {
  expect([42, 44, 46].map(groupOf)).toEqual(['hi-hat', 'hi-hat', 'hi-hat'])
  expect([36, 38, 49, 51].map(groupOf)).toEqual([undefined, undefined, undefined, undefined])
})

it.each(['air', 'metal'] as const)(
  'the noise of %s is as loud as can be, even, and the same each time',
  kind => {
    const noise = renderDrumNoise(kind, 44_100)
    const sum = noise.reduce((before, sample) => before + sample, 0)
    expect(noise).toHaveLength(44_100)
    expect(Math.max(...noise.map(Math.abs))).toBeLessThanOrEqual(1)
    expect(Math.max(...noise.map(Math.abs))).toBeGreaterThan(0.9)
    expect(Math.abs(sum / noise.length)).toBeLessThan(0.02)
    expect(renderDrumNoise(kind, 44_100)).toEqual(noise)
  },
)
