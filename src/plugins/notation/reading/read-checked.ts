/** A score as a complete song, checked like one in JSON. */
import { parseSong, SongError } from '../../../core/music/song/song.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import { NotationError } from '../notation-error.js'
import { readScore } from './read-score.js'

/** @throws NotationError */
export async function readChecked(bytes: Uint8Array): Promise<SongFormatReading> {
  const song = parseSong(await readScore(bytes))
  if (song instanceof SongError) {
    throw new NotationError('score_unreadable', { reason: song.message }, { cause: song })
  }
  return { song, isComplete: true }
}
