import { phrases, SentenceError, type SentenceValues } from '../../core/platform/phrases.js'

const ERRORS = phrases({
  score_endless: 'With repeats, this score is longer than {{limit}} bars. Check its repeats and jumps.',
  score_too_many_notes: 'This score has too many notes (maximum {{limit}}). Choose another score.',
  score_too_many_tracks:
    'This score has too many tracks ({{number}}, maximum {{limit}}). Split it into several files.',
  score_too_large: 'The uncompressed file is larger than {{limit}} MB. Choose a smaller file.',
  score_locked:
    'This file is protected. Open it in the program that created it and export it without protection.',
  score_cut: 'This file is damaged or incomplete. Download or export it again.',
  score_empty: 'This score has no parts. Export it again with at least one part.',
  score_damaged: 'This song’s score is damaged. Open the original file and export it again.',
  score_unreadable: 'Can’t read this file as a score ({{reason}}). Export it again.',
  score_entities: 'This file uses XML entities, which aren’t supported. Export it again.',
  score_no_string:
    'Track {{track}}, bar {{bar}}: a note is on string {{string}}, which the tuning doesn’t have. Fix the file and open it again.',
  score_high_fret:
    'Track {{track}}, bar {{bar}}: a note is on fret {{fret}}, but the maximum is {{limit}}. Fix the file and open it again.',
  score_no_grid: 'Unknown grid “{{name}}”. Choose one of: {{names}}.',
  abc_no_tune:
    'This file contains no tune with notes. A tune starts with “X:”, and its notes follow the “K:” line.',
  abc_too_large: 'This file is too large (maximum {{limit}} kB). Split it into several files.',
  score_slow: 'Can’t open this score: it took longer than {{limit}} seconds. Choose a shorter score.',
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
