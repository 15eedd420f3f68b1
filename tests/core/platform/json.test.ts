import { expect, it } from 'vitest'
import { jsonProblemSentence } from '../../../src/core/platform/json.js'

function sentenceFor(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return jsonProblemSentence(text)
  }
  throw new Error('The text is valid JSON.')
}

it.each([
  ['{"tracks": [{"notes": [{"midi":', 31],
  ['{"a": "half a wo', 16],
  ['{"a": tru', 9],
  ['[1, 2', 5],
  ['[1, 2\n', 6],
  ['{"ü": "', 8],
  ['', 0],
  ['{"a": -', 7],
  ['{"a": "\\u00', 11],
])('truncated JSON is reported with its length in bytes: %j', (text, bytes) => {
  expect(sentenceFor(text)).toBe(`is not valid JSON: it ends at byte ${bytes}`)
})

it.each([
  ['[1, x]', 4],
  ['[1 2]', 3],
  ['{"ü": x}', 7],
  ['  hello', 2],
  ['{"a": 1} more', 9],
  ['[1,]', 3],
  ['{"a":[1,], "b":2}', 8],
  ['}', 0],
  ['{"a": "\\x"}', 7],
])('the position of the syntax error is reported: %j', (text, byte) => {
  expect(sentenceFor(text)).toBe(`is not valid JSON: syntax error at byte ${byte}`)
})

it('the position of an error in very long text is also reported', () => {
  expect(sentenceFor(`["${'a'.repeat(20_000_000)}" 1]`)).toContain('syntax error at byte 20000004')
})
