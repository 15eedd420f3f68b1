import { HIGHEST_FRET } from '../../../core/music/song/song-schema.js'
import type { model } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { notesOf } from './written-score.js'

const MOST_TRACKS = 128

/** @throws ScoreError with the bar and track of a note that no neck can show */
export function checkScore(score: model.Score): void {
  const { length: number } = score.tracks
  if (number > MOST_TRACKS) throw new ScoreError('score_too_many_tracks', { number, limit: MOST_TRACKS })
  for (const note of notesOf(score)) checkPosition(note)
}
function checkPosition(note: model.Note): void {
  const { bar } = note.beat.voice
  const { tuning, isPercussion, track } = bar.staff
  // Strings need a tuning, and only fretted instruments have frets.
  if (note.fret < 0 || isPercussion || tuning.length === 0) return
  const where = { bar: bar.index + 1, track: track.index + 1 }
  const string = tuning.length - note.string + 1
  if (string < 1 || string > tuning.length) throw new ScoreError('score_no_string', { ...where, string })
  const { fret } = note
  if (fret > HIGHEST_FRET) throw new ScoreError('score_high_fret', { ...where, fret, limit: HIGHEST_FRET })
}
