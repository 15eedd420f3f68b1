import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { argumentFields } from '../../../src/core/commands/argument-fields.js'

const fieldsOf = (args: z.ZodMiniType) => argumentFields({ args })
const only = (args: z.ZodMiniType) => {
  const [field] = fieldsOf(args)
  if (!field) throw new Error('The schema has no field.')
  return field
}

it('a command without arguments has no fields', () => expect(argumentFields({})).toEqual([]))

it('fields follow the schema order and take their titles from the manifest', () => {
  const args = z.strictObject({ tonic: z.enum(['C', 'D']), scale: z.enum(['Major']) })
  const fields = argumentFields({ args, asks: [{ id: 'scale', title: 'Scale' }] })
  expect(fields.map(({ name, title, choices }) => ({ name, title, choices }))).toEqual([
    { name: 'tonic', title: 'tonic', choices: ['C', 'D'] },
    { name: 'scale', title: 'Scale', choices: ['Major'] },
  ])
})

it('a field with free-text search loads its choices only on demand', () => {
  const args = z.strictObject({ person: z.string() })
  const [field] = argumentFields({ args, asks: [{ id: 'person', title: 'Person', searched: true }] })
  expect(field).toMatchObject({ searched: true, onlyAsked: true })
})

it('optional arguments have no field', () => {
  expect(fieldsOf(z.strictObject({ note: z.optional(z.string()) }))).toEqual([])
})

it('a small integer range becomes a list of choices, and a large one becomes a text field', () => {
  const upTo = (maximum: number) =>
    only(z.strictObject({ fret: z.int().check(z.gte(0), z.lte(maximum)) })).choices
  expect(upTo(3)).toEqual([0, 1, 2, 3])
  expect(upTo(24)).toHaveLength(25)
  expect(upTo(127)).toBeUndefined()
})

it('a boolean argument has the choices yes and no', () => {
  expect(only(z.strictObject({ on: z.boolean() })).choices).toEqual([true, false])
})
