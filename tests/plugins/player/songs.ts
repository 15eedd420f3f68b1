/** Helpers that create and open songs. */
import type { Song } from '../../../src/music/song/song.js'
import library from '../../../src/plugins/library/index.js'
import type { SongFile } from '../../../src/plugins/library/tokens.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { summaryOf } from '../../../src/plugins/midi-file/song-summary.js'
import player from '../../../src/plugins/player/index.js'
import { openSongOf as open } from '../../../src/plugins/player/session/song-session.js'
import type { OpenSong, SongSession } from '../../../src/plugins/player/tokens.js'
import practice from '../../../src/plugins/practice/index.js'

export const SONG_PLUGINS = [midiFile, player, practice, library]

export function fileOf(name: string, content: string | Uint8Array): SongFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { name, size: bytes.length, bytes: async () => bytes }
}

/** Reads a file and opens its song. */
export async function openFile(
  session: Pick<SongSession, 'openSong'>,
  { name, bytes }: SongFile,
): Promise<boolean> {
  return session.openSong(await readSongFile(await bytes(), name), name)
}

export function openSongOf(song: Song, name = 'song.mid'): OpenSong {
  return open(song, summaryOf({ song, notes: [] }, name))
}

/** Song as JSON. Each note is `[pitch, start, duration]`, with times in seconds. */
export function songJson(name: string, tracks: readonly (readonly [number, number, number][])[], drums = -1) {
  return JSON.stringify({
    header: { name },
    tracks: tracks.map((notes, index) => ({
      name: `Part ${index + 1}`,
      channel: index === drums ? 9 : index,
      instrument: { number: 24 },
      notes: notes.map(([midi, time, duration]) => ({ midi, time, duration, velocity: 1 })),
    })),
  })
}
