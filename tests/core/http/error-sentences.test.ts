import { expect, it } from 'vitest'
import { ERRORS } from '../../../src/core/contract/errors.js'
import { ApiError, type ApiErrorKind } from '../../../src/core/http/api-error.js'
import { refusalWords, sentenceFor } from '../../../src/core/http/error-sentences.js'
import german from '../../../src/core/locales/de.json' with { type: 'json' }
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'

const KINDS: readonly ApiErrorKind[] = ['network', 'timeout', 'cancelled', 'bad_request', 'bad_response']
const kindOf = (status: number): ApiErrorKind => (status < 500 ? 'bad_request' : 'bad_response')

/** German plural messages have the suffixes `_one` and `_other`. */
const translated = (sentence: string) =>
  sentence in german || (`${sentence}_one` in german && `${sentence}_other` in german)

it.each(KINDS)('the error kind %s has a message', kind => {
  expect(sentenceFor(new ApiError(kind, kind, 'raw')).sentence).not.toContain('raw')
})

it.each(Object.entries(ERRORS))(
  'the error code %s has a message in English and German',
  (code, { status }) => {
    const { sentence } = sentenceFor(new ApiError(kindOf(status), code, 'raw', { status }))
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(translated(sentence)).toBe(true)
  },
)

it('an unknown error code uses the message of its error kind', () => {
  const { sentence } = sentenceFor(new ApiError('bad_response', 'from_the_future', 'raw', { status: 599 }))
  expect(sentence).toBe(sentenceFor(new ApiError('bad_response', 'bad_response', 'raw')).sentence)
})

it.each([413, 429, 503])('an unknown %d response uses the message of its status', status => {
  const { sentence } = sentenceFor(new ApiError(kindOf(status), kindOf(status), 'raw', { status }))
  expect(sentence).not.toBe(sentenceFor(new ApiError(kindOf(status), kindOf(status), 'raw')).sentence)
  expect(translated(sentence)).toBe(true)
})

it('a rate limit message says how long to wait, by default one minute', () => {
  const limited = new ApiError('bad_request', 'rate_limited', 'raw', { retryAfter: 7 })
  expect(sentenceFor(limited)).toMatchObject({
    sentence: expect.stringContaining('{{count}}'),
    values: { count: 7 },
  })
  expect(sentenceFor(new ApiError('bad_request', 'rate_limited', 'raw')).values).toEqual({ count: 60 })
})

it.each([
  [new FretworkError('song_empty', 'The song is empty.'), 'The song is empty.'],
  [new Error('no such port'), 'no such port'],
  ['just text', 'just text'],
])('an error message for an unknown error includes its reason', (error, reason) => {
  expect(sentenceFor(error)).toEqual({ sentence: 'Something went wrong: {{reason}}', values: { reason } })
})

const words = refusalWords('social', { forbidden: 'Lift the block first.', file_too_large: 'Too large.' })

it.each([
  new ApiError('bad_request', 'forbidden', 'raw', { status: 403 }),
  new FretworkError('forbidden', 'raw'),
])('a plugin’s message for an error code overrides the core message: %s', error => {
  expect(words(error)).toEqual({ source: 'social', message: 'Lift the block first.' })
})

it.each([
  new ApiError('bad_request', 'rate_limited', 'raw', { retryAfter: 7 }),
  new ApiError('network', 'network', 'raw'),
  new Error('no such port'),
  'just text',
])('other errors get a message and values from the core: %s', error => {
  const { sentence, values } = sentenceFor(error)
  expect(words(error)).toEqual({ source: 'core', message: sentence, values })
})
