import { parseSong, SONG_VERSION, SongError } from '../../../core/music/song/song.js'
import { HIGHEST_FRET, type LooseSong } from '../../../core/music/song/song-schema.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import { importer, type model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { checkFile } from './check-file.js'
import { withoutCopies } from './linked-staves.js'
import { perform } from './perform.js'
import { notesOf, scoreOfContent, writtenScore } from './written-score.js'

/** Checks the song like one in JSON. @throws ScoreError */
export async function readChecked(bytes: Uint8Array): Promise<SongFormatReading> {
  const song = parseSong(readScore(bytes))
  if (song instanceof SongError) {
    throw new ScoreError('score_unreadable', { reason: song.message }, { cause: song })
  }
  return { song, isComplete: true }
}

function readScore(file: Uint8Array): LooseSong {
  const { bytes, isMusicXml, own } = checkFile(file)
  if (own) return songOfScore(scoreOfContent(own))
  const score = loaded(bytes)
  if (!isMusicXml) return songOfScore(score)
  withPlainSpaces(score)
  const content = withoutCopies(writtenScore(score, []).content)
  return songOfScore(content ? scoreOfContent(content) : score)
}

/** alphaTab makes the spaces of names in MusicXML non-breaking. */
function withPlainSpaces(score: model.Score): void {
  const plain = (name: string) => name.replaceAll('\u00a0', ' ')
  score.title = plain(score.title)
  score.subTitle = plain(score.subTitle)
  score.artist = plain(score.artist)
  score.words = plain(score.words)
  for (const track of score.tracks) {
    track.name = plain(track.name)
    track.shortName = plain(track.shortName)
  }
}

/** @throws ScoreError */
export function songOfScore(score: model.Score): LooseSong {
  checkScore(score)
  const { header, tracks, bars } = perform(score)
  return {
    version: SONG_VERSION,
    header: { ...header, name: score.title },
    tracks: [...tracks],
    score: writtenScore(score, bars),
  }
}

function loaded(bytes: Uint8Array): model.Score {
  try {
    return importer.ScoreLoader.loadScoreFromBytes(bytes, new Settings())
  } catch (cause) {
    // alphaTab's messages name its own parts.
    throw new ScoreError('score_cut', {}, { cause })
  }
}

const MOST_TRACKS = 128

/** @throws ScoreError with the bar and track of a note that no neck can show */
function checkScore(score: model.Score): void {
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
