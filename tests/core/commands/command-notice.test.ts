import { expect, it } from 'vitest'
import { noticeOf } from '../../../src/core/commands/command-notice.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { SentenceError } from '../../../src/core/platform/sentence-error.js'

const command = { title: 'Remove a song', source: 'midi-file' }
const reasonOf = (error: FretworkError) => noticeOf(command, error)?.texts?.reason

it('says a sentence with gaps by its own words and values, so that it can be translated', () => {
  const error = new SentenceError('songs_full', 'Your plan keeps {{limit}} songs.', { limit: 5 })
  expect(reasonOf(error)).toEqual({
    source: 'midi-file',
    message: 'Your plan keeps {{limit}} songs.',
    values: { limit: 5 },
  })
})

it('leaves a sentence to the plugin that it names', () => {
  const error = new SentenceError('log_newer', 'This log is newer.', {}, { source: 'replay' })
  expect(reasonOf(error)).toMatchObject({ source: 'replay', message: 'This log is newer.' })
})

it('says any other error by its sentence', () => {
  expect(reasonOf(new FretworkError('no_song', 'No song is open.'))).toEqual({
    source: 'midi-file',
    message: 'No song is open.',
    values: undefined,
  })
})
