import { expect, it } from 'vitest'
import { ApiError } from '../../../src/core/http/api-error.js'
import { refusalWords, sentenceFor } from '../../../src/core/http/error-sentences.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'

const words = refusalWords('social', { forbidden: 'Lift the block first.', file_too_large: 'Too large.' })

it.each([
  new ApiError('bad_request', 'forbidden', 'raw', { status: 403 }),
  new FretworkError('forbidden', 'raw'),
])('a plugin’s own sentence for a code goes before the core’s: %s', error => {
  expect(words(error)).toEqual({ source: 'social', message: 'Lift the block first.' })
})

it.each([
  new ApiError('bad_request', 'rate_limited', 'raw', { retryAfter: 7 }),
  new ApiError('network', 'network', 'raw'),
  new Error('no such port'),
  'just text',
])('for every other error the core speaks, with what fills its sentence: %s', error => {
  const { sentence, values } = sentenceFor(error)
  expect(words(error)).toEqual({ source: 'core', message: sentence, values })
})
