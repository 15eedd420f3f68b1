import { expect, it } from 'vitest'
import { controllerName } from '../../../src/music/midi/controller-names.js'

it.each([
  [0, 'Bank Select'],
  [1, 'Modulation Wheel'],
  [7, 'Channel Volume'],
  [10, 'Pan'],
  [39, 'Channel Volume LSB'],
  [64, 'Sustain Pedal'],
  [120, 'All Sound Off'],
  [123, 'All Notes Off'],
  [127, 'Poly Mode On'],
])('controller %i is named %s', (number, name) => expect(controllerName(number)).toBe(name))

it.each([128, -1, 1.5, Number.NaN])('the undefined controller %d is named Undefined', number => {
  expect(controllerName(number)).toBe('Undefined')
})

it('only controllers that MIDI 1.0 leaves undefined are named Undefined', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const coarse = [3, 9, 14, 15, ...range(20, 31)]
  const open = [...coarse, ...coarse.map(number => number + 32), 85, 86, 87, 89, 90, ...range(102, 119)]
  expect(range(0, 127).filter(number => controllerName(number) === 'Undefined')).toEqual(
    open.sort((a, b) => a - b),
  )
})
