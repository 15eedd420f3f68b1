import { parseSong, type Song, SongError } from '../../src/music/song/song.js'

/** Returns the song in the parsed JSON. @throws if it is invalid */
export function songFrom(json: unknown): Song {
  const song = parseSong(json)
  if (song instanceof SongError) throw song
  return song
}
