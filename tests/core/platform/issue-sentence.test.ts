import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { codeOf, FretworkError, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { issueSentence } from '../../../src/core/platform/issue-sentence.js'

const complaint = (schema: z.ZodMiniType, value: unknown) =>
  issueSentence(schema.safeParse(value).error?.issues[0])

it.each([
  [z.number(), 'three', 'expected a number'],
  [z.int(), 1.5, 'expected a whole number'],
  [z.number().check(z.minimum(0)), -1, 'expected at least 0'],
  [z.number().check(z.maximum(24)), 25, 'expected at most 24'],
  [z.enum(['auto', 'light']), 'blue', 'expected one of "auto", "light"'],
  [z.strictObject({}), { finger: 1 }, '"finger" is not allowed here'],
  [z.string().check(z.regex(/^a/, 'it has to begin with an a')), 'b', 'it has to begin with an a'],
  [z.string().check(z.regex(/^a/)), 'b', 'it has the wrong format'],
  [z.string().check(z.startsWith('/')), 'b', 'it must start with "/"'],
  [z.string().check(z.refine(() => false, 'No such scale')), 'X', 'No such scale'],
  [z.string().check(z.refine(() => false)), 'X', 'it is invalid'],
  [z.union([z.number(), z.boolean()]), 'x', 'it is invalid'],
])('a schema issue message includes the required value (%#)', (schema, value, wanted) =>
  expect(complaint(schema, value)).toBe(wanted),
)

it('an unknown schema issue gets a generic message', () => {
  expect(issueSentence(undefined)).toBe('it is invalid')
})

it.each([
  [new Error('broken string'), 'broken string'],
  [{ message: 42 }, '42'],
  ['just text', 'just text'],
  [undefined, 'undefined'],
  [null, 'null'],
])('messageOf returns a message for any thrown value: %o', (thrown, sentence) => {
  expect(messageOf(thrown)).toBe(sentence)
})

it('codeOf returns the code of a FretworkError or foreign error', () => {
  expect(codeOf(new FretworkError('song_empty', 'The song is empty.'))).toBe('song_empty')
  expect(codeOf(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})

it.each([new Error('plain'), { code: 7 }, 'text', null])('codeOf returns "unexpected" for %o', thrown => {
  expect(codeOf(thrown)).toBe('unexpected')
})
