import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { followFields, scaled } from '../../../src/plugins/midi-learn/bindable.js'

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
const field = (name: string) => {
  const found = fields.find(each => each.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

describe('an argument that follows a controller', () => {
  it('is a number that has to be given and has a least and a greatest value', () => {
    expect(fields.map(({ name }) => name)).toEqual(['velocity', 'channel', 'speed'])
    expect(followFields({})).toEqual([])
  })

  it('goes from its least value at 0 to its greatest at 127', () => {
    expect([0, 127].map(value => scaled(field('velocity'), value))).toEqual([0, 1])
    expect([0, 64, 127].map(value => scaled(field('channel'), value))).toEqual([0, 8, 16])
    expect([0, 127].map(value => scaled(field('speed'), value))).toEqual([0.5, 2])
  })

  it('keeps to whole numbers and steps', () => {
    expect(scaled(field('channel'), 70)).toBe(9)
    expect(scaled(field('speed'), 30)).toBe(0.85)
  })

  it('fits the schema at every value, and never goes back as the control goes on', () => {
    const limits = fc.record({
      minimum: fc.integer({ min: -1000, max: 1000 }),
      span: fc.integer({ min: 1, max: 1000 }),
      kind: fc.constantFrom('integer' as const, 'number' as const),
      step: fc.constantFrom(undefined, 1, 0.5, 0.1, 0.25),
    })
    fc.assert(
      fc.property(limits, fc.integer({ min: 0, max: 126 }), ({ minimum, span, kind, step }, value) => {
        const maximum = minimum + span
        const unit = kind === 'integer' ? undefined : step
        const number = kind === 'integer' ? z.int() : z.number()
        const schema = number.check(...within(minimum, maximum), ...(unit ? [z.multipleOf(unit)] : []))
        const [followed] = followFields({ args: z.object({ x: schema }) })
        if (!followed) throw new Error('the field cannot follow')
        const [now, next] = [scaled(followed, value), scaled(followed, value + 1)]
        expect(schema.safeParse(now).success).toBe(true)
        expect(next).toBeGreaterThanOrEqual(now)
      }),
    )
  })
})
