import { describe, expect, it } from 'vitest'
import { codeOf, FretworkError, messageOf } from '../../../src/core/platform/fretwork-error.js'

it.each([
  [new Error('broken string'), 'broken string'],
  [{ message: 42 }, '42'],
  ['just text', 'just text'],
  [undefined, 'undefined'],
  [null, 'null'],
])('messageOf finds a sentence in whatever was thrown: %o', (thrown, sentence) => {
  expect(messageOf(thrown)).toBe(sentence)
})

describe('codeOf', () => {
  it('is the stable code of our errors and of foreign ones that have one', () => {
    expect(codeOf(new FretworkError('song_empty', 'The song is empty.'))).toBe('song_empty')
    expect(codeOf(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
  })

  it.each([new Error('plain'), { code: 7 }, 'text', null])('is "unexpected" for %o', thrown => {
    expect(codeOf(thrown)).toBe('unexpected')
  })
})
