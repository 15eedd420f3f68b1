import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldProblem, readField } from '../../../src/core/platform/field-value.js'
import { schemaFields, type ValueField } from '../../../src/core/platform/schema-fields.js'

const byName = (schema: Parameters<typeof schemaFields>[0]) =>
  Object.fromEntries(schemaFields(schema).map(({ name, ...field }) => [name, field]))

it('each supported Zod type becomes a field with its limits', () => {
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

it('lists and objects in a schema become fields, and optional fields are not required', () => {
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

it('types that cannot be entered as text have the kind "other"', () => {
  const schema = z.object({
    keys: z.record(z.string(), z.string()),
    pair: z.tuple([z.int(), z.int()]),
    either: z.union([z.string(), z.number()]),
    mine: z.custom<Date>(),
  })
  expect(schemaFields(schema).map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'other'])
})

it('a JSON Schema yields the same fields as its Zod schema', () => {
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

it('a schema that is not an object has no fields', () => {
  expect(schemaFields({ type: 'string' })).toEqual([])
})

const field = (parts: Partial<ValueField>): ValueField => ({
  name: 'it',
  kind: 'text',
  required: true,
  ...parts,
})
const problem = (parts: Partial<ValueField>, text: string) => {
  const reading = readField(field(parts), text)
  return 'problem' in reading ? reading.problem : undefined
}

it.each([
  ['0.5', 0.5],
  [' 0,5 ', 0.5],
  ['-3', -3],
  ['1e2', 100],
])('the text %j is parsed as the number %d', (text, value) =>
  expect(readField(field({ kind: 'number' }), text)).toEqual({ value }),
)

it('an invalid number is reported with the valid range', () => {
  const channel = { kind: 'integer', minimum: 0, maximum: 16 } as const
  const between = { message: 'Enter a whole number from {{from}} to {{to}}.', values: { from: 0, to: 16 } }
  for (const text of ['17', '-1', '1.5', 'all', '', 'NaN', 'Infinity'])
    expect(problem(channel, text)).toEqual(between)
  expect(problem({ kind: 'integer', minimum: 1 }, '0')).toMatchObject({ values: { from: 1 } })
  expect(problem({ kind: 'number', maximum: 1 }, '1.1')).toMatchObject({ values: { to: 1 } })
  expect(problem({ kind: 'number' }, 'loud')).toEqual({ message: 'Enter a number.' })
})

it('step validation tolerates floating-point rounding', () => {
  expect(problem({ kind: 'number', step: 0.1 }, '0.3')).toBeUndefined()
  expect(problem({ kind: 'number', step: 0.1 }, '0.35')).toMatchObject({ values: { step: 0.1 } })
})

it('text input is trimmed and otherwise unchanged', () => {
  expect(readField(field({}), ' drop d ')).toEqual({ value: 'drop d' })
})

it('text of the wrong length or format is reported', () => {
  const name = { pattern: '^[a-z]*$', shortest: 2, longest: 4 }
  expect(problem(name, '')).toEqual({ message: 'Enter a value.' })
  expect(problem(name, 'a')).toMatchObject({ values: { count: 2 } })
  expect(problem(name, 'abcde')).toMatchObject({ values: { count: 4 } })
  expect(problem(name, 'A1')).toEqual({ message: 'This isn’t in the right format.' })
  expect(problem(name, 'abc')).toBeUndefined()
})

it('an invalid field pattern is ignored, and the schema validates the value', () => {
  expect(problem({ pattern: '(' }, 'anything')).toBeUndefined()
})

it('a choice accepts only its listed values, and numbers stay numbers', () => {
  const beats = { kind: 'choice', choices: [3, 4] } as const
  expect(readField(field(beats), '3')).toEqual({ value: 3 })
  expect(problem(beats, '5')).toMatchObject({ values: { values: '3, 4' } })
  expect(readField(field({ kind: 'boolean' }), 'true')).toEqual({ value: true })
  expect(problem({ kind: 'boolean' }, 'maybe')).toEqual({ message: 'Choose yes or no.' })
})

it('a list is entered as comma-separated values', () => {
  const strings = { kind: 'list', items: field({ kind: 'integer', minimum: 0 }) } as const
  expect(readField(field(strings), '40, 45,50')).toEqual({ value: [40, 45, 50] })
  expect(readField(field(strings), '')).toEqual({ value: [] })
  expect(problem(strings, '40, x')).toMatchObject({ values: { from: 0 } })
  expect(readField(field({ kind: 'list', items: field({}) }), ' a , ,b')).toEqual({ value: ['a', 'b'] })
})

it('a field value of the wrong type is reported without an exception', () => {
  for (const kind of ['boolean', 'choice', 'integer', 'number', 'text', 'list'] as const)
    for (const value of [undefined, null, {}, []])
      expect(() => fieldProblem(field({ kind }), value)).not.toThrow()
  expect(fieldProblem(field({ kind: 'other' }), { anything: true })).toBeUndefined()
  expect(fieldProblem(field({ kind: 'list' }), 'a')).toEqual({ message: 'This value isn’t allowed here.' })
})
