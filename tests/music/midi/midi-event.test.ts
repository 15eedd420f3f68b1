import { expect, it } from 'vitest'
import { timeOfDay } from '../../../src/music/midi/midi-event.js'

it.each([
  [0, '00:00:00:000'],
  [999.999, '00:00:00:999'],
  [61_005, '00:01:01:005'],
  [86_399_999, '23:59:59:999'],
  [86_400_000, '00:00:00:000'],
  [-5, '00:00:00:000'],
  [Number.NaN, '00:00:00:000'],
])('a duration of %d ms is formatted as %s', (ms, time) => expect(timeOfDay(ms)).toBe(time))
