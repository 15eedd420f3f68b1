/** The chord of a typed symbol, or an error that says what isn't understood. */

import type { NoteNames } from '../../../core/music/guitar/note-names.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { type ChordTones, readChord } from './chord-tones.js'

/**
 * @param names how its notes are called
 * @throws SentenceError `chord_unknown`, or `chord_none` for N.C.
 */
export function requireChord(text: string, names: NoteNames = 'english'): ChordTones {
  const reading = readChord(text, names)
  if ('chord' in reading) return reading.chord
  const { code, sentence, values } = reading.problem
  throw new SentenceError(code, sentence, values, { source: 'fretboard' })
}
