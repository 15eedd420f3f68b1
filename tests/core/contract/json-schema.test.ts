import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SchemaRefused, schemaFromJson } from '../../../src/core/contract/json-schema.js'

const fits = (json: unknown, value: unknown) => schemaFromJson(json).safeParse(value).success

describe('schemaFromJson', () => {
  it.each([
    [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd', 1]],
    [{ type: 'string', pattern: '^[a-g]$' }, ['c'], ['h']],
    [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 3], [0, 4, 1.5, '1']],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5], [0, 1]],
    [{ type: 'number', multipleOf: 0.5 }, [1.5], [0.7]],
    [{ type: 'boolean' }, [true, false], [0, 'true']],
    [{ type: 'null' }, [null], [0]],
    [{ type: ['string', 'null'] }, ['x', null], [1]],
    [{ enum: ['a', 'b', 3, null] }, ['a', 3, null], ['c', 4]],
    [{ const: 'a' }, ['a'], ['b']],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['a', 1], [1.5, true]],
    [
      { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
      [[1], [1, 2]],
      [[], [1, 2, 3], ['a']],
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      [['a', 1]],
      [['a']],
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, [{ a: 1 }], [{ a: 'x' }]],
    [{}, [1, 'a', null], []],
  ])('the JSON Schema %j accepts only matching values', (json, good, bad) => {
    for (const value of good) expect([value, fits(json, value)]).toEqual([value, true])
    for (const value of bad) expect([value, fits(json, value)]).toEqual([value, false])
  })

  it('a JSON Schema requires fields, fills in defaults and drops unknown fields', () => {
    const schema = schemaFromJson({
      type: 'object',
      properties: {
        bpm: { type: 'integer' },
        beats: { type: 'integer', default: 4 },
        name: { type: 'string' },
      },
      required: ['bpm'],
    })
    expect(schema.safeParse({ bpm: 90, more: true }).data).toEqual({ bpm: 90, beats: 4 })
    expect(schema.safeParse({ beats: 4 }).success).toBe(false)
  })

  it.each([
    z.object({ tonic: z.enum(['C', 'D']), fret: z.int().check(z.minimum(0), z.maximum(24)) }),
    z.object({ on: z.boolean(), level: z._default(z.number(), 0.5), text: z.optional(z.string()) }),
    z.object({
      shapes: z.array(z.tuple([z.int(), z.int()])),
      one: z.nullable(z.union([z.literal('a'), z.int()])),
    }),
    z.record(z.string(), z.array(z.string())),
  ])('a schema exported by Zod survives the round trip (%#)', schema => {
    const json = z.toJSONSchema(schema, { io: 'input' })
    expect(z.toJSONSchema(schemaFromJson(json), { io: 'input' })).toEqual(json)
  })

  it.each([
    [{ type: 'object', properties: { a: { $ref: '#/x' } } }, 'the schema.a uses "$ref"'],
    [{ type: 'string', minimum: 1 }, 'uses "minimum"'],
    [{ allOf: [] }, 'uses "allOf"'],
    [{ type: 'date' }, 'has the unknown type "date"'],
    [{ type: 'toString' }, 'has the unknown type "toString"'],
    [{ type: 'string', pattern: '(' }, 'isn’t a regular expression'],
    [{ type: 'integer', minimum: 'a' }, '"minimum" that isn’t a number'],
    [{ enum: [{}] }, 'a value that isn’t a string'],
    [{ enum: 'a' }, 'must have a list'],
    ['text', 'isn’t a JSON Schema'],
    [true, 'isn’t a JSON Schema'],
  ])('an invalid or unsupported JSON Schema is rejected: %j', (json, sentence) => {
    expect(() => schemaFromJson(json)).toThrow(SchemaRefused)
    expect(() => schemaFromJson(json)).toThrow(sentence)
  })
})
