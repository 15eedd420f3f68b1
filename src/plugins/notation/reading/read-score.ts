/** From the bytes of a Guitar Pro or MusicXML file to a song. */
import { SONG_VERSION } from '../../../core/music/song/song.js'
import { type LooseSong } from '../../../core/music/song/song-schema.js'
import { importer, type model, Settings } from '../engine.js'
import { NotationError } from '../notation-error.js'
import { hasResidue, withResidue } from '../writing/musicxml/residue.js'
import { checkFile } from './check-file.js'
import { checkScore } from './check-score.js'
import { withoutCopies } from './linked-staves.js'
import { perform } from './perform.js'
import { scoreOfContent, writtenScore } from './written-score.js'

/**
 * @returns the song as it is played, and the score as it is written
 * @throws NotationError
 */
export async function readScore(bytes: Uint8Array): Promise<LooseSong> {
  const { musicXml, own } = await checkFile(bytes)
  if (own) return songOfScore(scoreOfContent(own))
  const score = loaded(bytes)
  if (musicXml === undefined) return songOfScore(score)
  withPlainSpaces(score)
  return songOfScore(mended(score, musicXml))
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

/** With what MusicXML could not carry, where the file is ours; else without the copies that it needs. */
function mended(score: model.Score, text: string): model.Score {
  const read = writtenScore(score, []).content
  const content = (hasResidue(text) && withResidue(read, text)) || withoutCopies(read)
  return content ? scoreOfContent(content) : score
}

/** @throws NotationError for what a neck cannot show, and for repeats that never end */
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
    throw new NotationError('score_cut', {}, { cause })
  }
}
