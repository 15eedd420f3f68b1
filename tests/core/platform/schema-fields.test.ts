import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { schemaFields } from '../../../src/core/platform/schema-fields.js'

const byName = (schema: Parameters<typeof schemaFields>[0]) =>
  Object.fromEntries(schemaFields(schema).map(({ name, ...field }) => [name, field]))

describe('the fields of a zod schema', () => {
  it('are of the kinds that a form can show, with their limits', () => {
    const schema = z.object({
      on: z.boolean(),
      side: z.enum(['left', 'right']),
      beats: z.union([z.literal(3), z.literal(4)]),
      channel: z.int().check(z.gte(0), z.lte(16)),
      octave: z.int(),
      velocity: z.number().check(z.gt(0), z.lte(1), z.multipleOf(0.1)),
      name: z.string().check(z.regex(/^[a-z]+$/), z.minLength(2), z.maxLength(8)),
    })
    expect(byName(schema)).toEqual({
      on: { kind: 'boolean', required: true },
      side: { kind: 'choice', required: true, choices: ['left', 'right'] },
      beats: { kind: 'choice', required: true, choices: [3, 4] },
      channel: { kind: 'integer', required: true, minimum: 0, maximum: 16 },
      octave: { kind: 'integer', required: true },
      velocity: { kind: 'number', required: true, minimum: 0, maximum: 1, step: 0.1 },
      name: { kind: 'text', required: true, pattern: '^[a-z]+$', shortest: 2, longest: 8 },
    })
  })

  it('may be lists and objects, and what may be left out is not required', () => {
    const schema = z.object({
      strings: z.array(z.int().check(z.gte(0))),
      colors: z.object({ root: z.string() }),
      label: z.optional(z.string()),
    })
    expect(byName(schema)).toMatchObject({
      strings: { kind: 'list', items: { kind: 'integer', minimum: 0 } },
      colors: { kind: 'object', fields: [{ name: 'root', kind: 'text' }] },
      label: { kind: 'text', required: false },
    })
  })

  it('are left to others where no one could type them', () => {
    const schema = z.object({
      keys: z.record(z.string(), z.string()),
      pair: z.tuple([z.int(), z.int()]),
      either: z.union([z.string(), z.number()]),
      mine: z.custom<Date>(),
    })
    expect(schemaFields(schema).map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'other'])
  })
})

describe('the fields of a JSON Schema', () => {
  it('are read as those of zod', () => {
    const schema = {
      type: 'object',
      required: ['capo'],
      properties: {
        capo: { type: 'integer', exclusiveMinimum: -1, exclusiveMaximum: 13 },
        side: { enum: ['left', 'right'] },
        one: { const: 'only' },
      },
    }
    expect(byName(schema)).toEqual({
      capo: { kind: 'integer', required: true, minimum: 0, maximum: 12 },
      side: { kind: 'choice', required: false, choices: ['left', 'right'] },
      one: { kind: 'choice', required: false, choices: ['only'] },
    })
  })

  it('are none of a schema that is not an object', () => {
    expect(schemaFields({ type: 'string' })).toEqual([])
  })
})
