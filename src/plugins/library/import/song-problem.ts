/** Why a file was not opened, as sentences for the user. */
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import type { SongProblem } from '../tokens.js'

const SENTENCES = phrases({
  unread: 'The file could not be read: {{reason}} Choose it again.',
  midi_too_large: 'The file is larger than {{limit}}, more than a song needs. Choose another one.',
  midi_not_allowed: 'Songs from {{host}} cannot be opened here. Save the file and open it from your device.',
  midi_not_loaded: 'Could not load {{address}}',
})

/** The code of an unexpected failure. */
export const UNREAD = 'song_unread'

export function tooLarge(): SentenceError {
  return new SentenceError('midi_too_large', SENTENCES.midi_too_large, { limit: '32 MB' })
}

export function notAllowed(host: string): SentenceError {
  return new SentenceError('midi_not_allowed', SENTENCES.midi_not_allowed, { host })
}

export function notLoaded(address: string, cause?: unknown): SentenceError {
  return new SentenceError('midi_not_loaded', SENTENCES.midi_not_loaded, { address }, { cause })
}

export function problemOf(file: string, thrown: unknown): SongProblem {
  if (thrown instanceof SentenceError) {
    const { code, sentence, values, source } = thrown
    return { file, code, sentence, values, source }
  }
  const said = messageOf(thrown).trim()
  // What the system says often ends without a full stop, and another sentence follows.
  const reason = /[.!?…]$/.test(said) ? said : `${said}.`
  return { file, code: UNREAD, sentence: SENTENCES.unread, values: { reason } }
}
