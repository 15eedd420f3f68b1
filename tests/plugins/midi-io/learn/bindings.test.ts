import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { followFields, scaled } from '../../../../src/plugins/midi-io/learn/bindable.js'
import {
  clashesOf,
  readBindings,
  withBinding,
  without,
} from '../../../../src/plugins/midi-io/learn/bindings.js'
import { cameOrWent, createPresses } from '../../../../src/plugins/midi-io/learn/midi-learn.js'
import type { Binding } from '../../../../src/plugins/midi-io/settings.js'
import { KEYS, NEXT_PAGE } from './learn-kernel.js'

const anywhere: Binding = { ...NEXT_PAGE, port: undefined, command: 'test.any' }
const onKeys: Binding = { ...NEXT_PAGE, port: KEYS, command: 'test.keys' }

it('an invalid mapping does not affect valid mappings', () => {
  const broken = [{ ...NEXT_PAGE, number: 128 }, 'pedal', { ...NEXT_PAGE, command: '' }, null]
  const { bindings, complaints } = readBindings([...broken, NEXT_PAGE])
  expect([bindings, complaints.length]).toEqual([[NEXT_PAGE], 4])
  expect(complaints[0]).toMatch(/^number 1: number: /)
  expect(complaints[1]).toMatch(/^number 2: the whole entry: /)
})

it('mappings conflict if one message would trigger both', () => {
  expect(clashesOf(NEXT_PAGE, [onKeys])).toEqual([])
  expect(clashesOf(NEXT_PAGE, [anywhere])).toEqual([anywhere])
  expect(clashesOf(anywhere, [NEXT_PAGE, onKeys])).toEqual([NEXT_PAGE, onKeys])
  expect(clashesOf({ ...NEXT_PAGE, channel: 2 }, [NEXT_PAGE])).toEqual([])
  expect(clashesOf({ ...NEXT_PAGE, number: 65 }, [NEXT_PAGE])).toEqual([])
  expect(clashesOf({ ...NEXT_PAGE, kind: 'note' }, [NEXT_PAGE])).toEqual([])
})

it('a new mapping replaces conflicting mappings and keeps unreadable entries', () => {
  const newer = { kind: 'breath', from: 'a newer version' }
  expect(withBinding([newer, NEXT_PAGE, onKeys], anywhere)).toEqual([newer, anywhere])
  expect(without([newer, NEXT_PAGE, onKeys], [NEXT_PAGE])).toEqual([newer, onKeys])
})

it('a 14-bit mapping conflicts with a mapping of its LSB controller', () => {
  const fader: Binding = { ...NEXT_PAGE, number: 7, fine: true }
  const fineHalf: Binding = { ...NEXT_PAGE, number: 39 }
  expect(clashesOf(fader, [fineHalf])).toEqual([fineHalf])
  expect(clashesOf(fineHalf, [fader])).toEqual([fader])
})

const inputs = (ids: string) => [...ids].map(id => ({ id, name: id, manufacturer: '' }))

it.each([
  ['abc', 'abc', ''],
  ['abc', 'abcd', 'd'],
  ['abc', 'dabc', 'd'],
  ['abc', 'ac', 'b'],
  // Disconnected and reconnected between two comparisons.
  ['abc', 'bca', 'a'],
  ['abc', 'cad', 'abd'],
])('comparing the inputs %o with %o finds the changed inputs %o', (before, now, moved) => {
  expect(new Set(cameOrWent(inputs(before), inputs(now)))).toEqual(new Set(moved))
})

/** Returns whether each value counts as a press, with values sent `everyMs` apart. */
function pressesOf(values: readonly number[], everyMs = 10): boolean[] {
  const presses = createPresses()
  return values.map((value, index) => presses.take(value, index * everyMs))
}

it('a pedal movement that sends many values counts as one press', () => {
  expect(pressesOf([3, 20, 63, 64, 90, 127, 126, 64, 63, 10, 0]).indexOf(true)).toBe(3)
})

it('without release messages, every message is a press unless it is a duplicate', () => {
  expect(pressesOf([127, 127, 127], 400)).toEqual([true, true, true])
  expect(pressesOf([127, 127, 127], 5)).toEqual([true, false, false])
})

it('a value that rises past the middle counts as a press only if it has been well below it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 127 })), values => {
      // `U` means pressed and `L` released. Values in between are ignored.
      const moves = values.map(value => (value >= 64 ? 'U' : value < 48 ? 'L' : '')).join('')
      expect(pressesOf(values).filter(Boolean)).toHaveLength((`L${moves}`.match(/LU/g) ?? []).length)
    }),
  )
})

const within = (min: number, max: number) => [z.gte(min), z.lte(max)] as const

const args = z.strictObject({
  name: z.string(),
  velocity: z.number().check(...within(0, 1)),
  channel: z.int().check(...within(0, 16)),
  speed: z.number().check(...within(0.5, 2), z.multipleOf(0.05)),
  count: z.int(),
  extra: z.optional(z.int().check(...within(0, 9))),
})
const fields = followFields({ args })
const field = (name: string) => fields.find(each => each.name === name) ?? expect.unreachable(name)

it('only required numeric arguments with a minimum and a maximum can be controlled', () => {
  expect(followFields({ args }).map(({ name }) => name)).toEqual(['velocity', 'channel', 'speed'])
  expect(followFields({})).toEqual([])
})

it('value 0 maps to the minimum and 127 to the maximum', () => {
  expect([0, 127].map(value => scaled(field('velocity'), value))).toEqual([0, 1])
  expect([0, 64, 127].map(value => scaled(field('channel'), value))).toEqual([0, 8, 16])
  expect([0, 127].map(value => scaled(field('speed'), value))).toEqual([0.5, 2])
})

it('mapped values are rounded to integers or step sizes', () => {
  expect([scaled(field('channel'), 70), scaled(field('speed'), 30)]).toEqual([9, 0.85])
})
