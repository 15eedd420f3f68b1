import { phrases } from '../../core/platform/phrases.js'
import { SentenceError, type SentenceValues } from '../../core/platform/sentence-error.js'

const ERRORS = phrases({
  score_endless: 'The repeats of the score play more than {{limit}} bars. Check its repeats and jumps.',
  score_too_many_notes:
    'The score plays more than {{limit}} notes, more than a song needs. Choose another one.',
  score_too_many_tracks: 'The score has {{number}} tracks; up to {{limit}} are read. Split it up.',
  score_too_large: 'The file unpacks to more than {{limit}} MB, more than a score needs. Choose another one.',
  score_locked: 'The file is encrypted. Unlock it in the program that locked it, and export it again.',
  score_cut: 'The file is damaged or a part of it is missing. Fetch it again, or export it again.',
  score_empty: 'The score has no parts. Export it again with at least one of them.',
  score_damaged: 'The score in the song is damaged. Open the original file, and export it again.',
  score_unreadable: 'The file cannot be read as a score ({{reason}}). Export it again.',
  score_entities: 'The file declares XML entities, which scores do not need. Export it again.',
  score_no_string:
    'Bar {{bar}} of track {{track}} has a note on string {{string}}, which its tuning does not have. Correct it there.',
  score_high_fret:
    'Bar {{bar}} of track {{track}} has a note on fret {{fret}}; frets go up to {{limit}}. Correct it there.',
  score_no_grid: 'There is no grid “{{name}}”. Choose one of these: {{names}}.',
  abc_no_tune: 'The file has no tune with notes. A tune begins with “X:”, and its notes follow “K:”.',
  abc_too_large: 'The file is longer than {{limit}} kB, more than a tune needs. Split it up.',
  abc_unreadable: 'The first tune of the file cannot be read. Check its notes, or choose another one.',
  score_slow: 'The score took longer than {{limit}} seconds, and was stopped. Use a shorter one.',
})

export class ScoreError extends SentenceError {
  constructor(
    override readonly code: keyof typeof ERRORS,
    values: SentenceValues = {},
    options?: { cause?: unknown },
  ) {
    super(code, ERRORS[code], values, { source: 'score-files', ...options })
    this.name = 'ScoreError'
  }
}
