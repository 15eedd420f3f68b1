/** From the bytes of a Guitar Pro or MusicXML file to a song. */
import { parseSong, SONG_VERSION, SongError } from '../../../core/music/song/song.js'
import { type LooseSong } from '../../../core/music/song/song-schema.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import { importer, type model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { checkFile } from './check-file.js'
import { checkScore } from './check-score.js'
import { withoutCopies } from './linked-staves.js'
import { perform } from './perform.js'
import { scoreOfContent, writtenScore } from './written-score.js'

/**
 * The song as it is played, with the score as it is written; checked like a song in JSON.
 *
 * @throws ScoreError
 */
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

/** alphaTab makes the spaces of all names in MusicXML non-breaking. */
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

/** @throws ScoreError for what a neck cannot show, and for repeats that never end */
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
    // What alphaTab says names its own parts; that the file is damaged is all that it can mean to the user.
    throw new ScoreError('score_cut', {}, { cause })
  }
}
