/** What a score may hold for a neck to show it. */
import { HIGHEST_FRET } from '../../../core/music/song/song-schema.js'
import type { model } from '../engine.js'
import { ScoreError } from '../score-error.js'

const MOST_TRACKS = 128

/** @throws ScoreError that names the bar and the track */
export function checkScore(score: model.Score): void {
  const { length: number } = score.tracks
  if (number > MOST_TRACKS) throw new ScoreError('score_too_many_tracks', { number, limit: MOST_TRACKS })
  for (const track of score.tracks) {
    for (const staff of track.staves) {
      for (const bar of staff.bars) {
        for (const { beats } of bar.voices) {
          for (const { notes } of beats) for (const note of notes) checkPosition(note, track, bar, staff)
        }
      }
    }
  }
}

function checkPosition(
  note: model.Note,
  track: model.Track,
  bar: model.Bar,
  { tuning, isPercussion }: model.Staff,
): void {
  // Without a tuning, strings mean nothing yet; without a fret, it is not a note of a fretted instrument.
  if (note.fret < 0 || isPercussion || tuning.length === 0) return
  const where = { bar: bar.index + 1, track: track.index + 1 }
  const string = tuning.length - note.string + 1
  if (string < 1 || string > tuning.length) throw new ScoreError('score_no_string', { ...where, string })
  const { fret } = note
  if (fret > HIGHEST_FRET) throw new ScoreError('score_high_fret', { ...where, fret, limit: HIGHEST_FRET })
}
