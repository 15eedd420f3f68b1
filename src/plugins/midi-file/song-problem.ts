/** Why a file is no song, for the user: in the words of whoever knows, else in ours. */
import { messageOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import type { SongProblem } from './tokens.js'

const SENTENCES = phrases({ unread: 'The file could not be read: {{reason}} Choose it again.' })

/** The code of what nobody foresaw. */
export const UNREAD = 'song_unread'

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
