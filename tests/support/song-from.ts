import { parseSong, type Song, SongError } from '../../src/core/music/song/song.js'

/** The song that a file in JSON holds. Throws where it holds none. */
export function songFrom(json: unknown): Song {
  const song = parseSong(json)
  if (song instanceof SongError) throw song
  return song
}
