/** Why a tune cannot be read, in one sentence for the user. */
import { phrases } from '../../core/platform/phrases.js'
import { SentenceError, type SentenceValues } from '../../core/platform/sentence-error.js'

/** The English sentence of each error; it is also the key of its translation, with the same `values`. */
const ERRORS = phrases({
  abc_no_tune: 'The file has no tune with notes. A tune begins with “X:”, and its notes follow “K:”.',
  abc_too_large: 'The file is longer than {{limit}} kB, more than a tune needs. Split it up.',
  abc_slow: 'The tune took longer than {{limit}} seconds, and was stopped. Use a shorter one.',
  abc_unreadable: 'The first tune of the file cannot be read. Check its notes, or choose another one.',
})

export class AbcError extends SentenceError {
  constructor(
    override readonly code: keyof typeof ERRORS,
    values: SentenceValues = {},
    options?: { cause?: unknown },
  ) {
    super(code, ERRORS[code], values, { source: 'abc', ...options })
    this.name = 'AbcError'
  }
}
