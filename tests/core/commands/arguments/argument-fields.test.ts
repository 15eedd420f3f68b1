import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { argumentFields } from '../../../../src/core/commands/arguments/argument-fields.js'

const fieldsOf = (args: z.ZodMiniType) => argumentFields({ args })
const only = (args: z.ZodMiniType) => {
  const [field] = fieldsOf(args)
  if (!field) throw new Error('no field')
  return field
}

describe('what a command asks for', () => {
  it('is nothing where it takes no arguments', () => expect(argumentFields({})).toEqual([]))

  it('comes in the order of the schema, under the titles of the manifest', () => {
    const args = z.strictObject({ tonic: z.enum(['C', 'D']), scale: z.enum(['Major']) })
    const fields = argumentFields({ args, asks: [{ id: 'scale', title: 'Scale' }] })
    expect(fields.map(({ name, title, choices }) => ({ name, title, choices }))).toEqual([
      { name: 'tonic', title: 'tonic', choices: ['C', 'D'] },
      { name: 'scale', title: 'Scale', choices: ['Major'] },
    ])
  })

  it('is searched only on request if the search uses the typed text', () => {
    const args = z.strictObject({ person: z.string() })
    const [field] = argumentFields({ args, asks: [{ id: 'person', title: 'Person', searched: true }] })
    expect(field).toMatchObject({ searched: true, onlyAsked: true })
  })

  it('leaves out what may be left out', () => {
    expect(fieldsOf(z.strictObject({ note: z.optional(z.string()) }))).toEqual([])
  })

  it('lists a small range of whole numbers, and lets a large one be typed', () => {
    const upTo = (maximum: number) =>
      only(z.strictObject({ fret: z.int().check(z.gte(0), z.lte(maximum)) })).choices
    expect(upTo(3)).toEqual([0, 1, 2, 3])
    expect(upTo(24)).toHaveLength(25)
    expect(upTo(127)).toBeUndefined()
  })

  it('lists yes and no for a switch', () => {
    expect(only(z.strictObject({ on: z.boolean() })).choices).toEqual([true, false])
  })
})
