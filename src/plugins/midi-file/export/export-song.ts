/** A song as a file for other programs, and what of it has no place there. */
import { MidiRangeError } from '../../../core/music/midi/midi-limits.js'
import type { Song } from '../../../core/music/song/song.js'
import { shownName } from '../../../core/music/song/song-name.js'
import { songToMidi } from '../../../core/music/song/song-to-midi.js'
import { MidiFileError } from '../midi-file-error.js'
import type { ExportedSong, ReadSong } from '../tokens.js'
import { songLosses } from './song-losses.js'

/** @throws MidiFileError `midi_too_long` */
export async function exportAsMidi(song: Song, title: string, read: ReadSong): Promise<ExportedSong> {
  const content = written(song)
  const { song: again } = await read(content)
  return { name: `${fileTitle(title)}.mid`, content, notes: songLosses(song, again) }
}

/** The whole song: nothing is lost. */
export function exportAsJson(song: Song, title: string): ExportedSong {
  return { name: `${fileTitle(title)}.json`, content: `${JSON.stringify(song)}\n`, notes: [] }
}

function written(song: Song): Uint8Array {
  try {
    return songToMidi(song)
  } catch (cause) {
    if (cause instanceof MidiRangeError) throw new MidiFileError('midi_too_long', {}, { cause })
    throw cause
  }
}

/** Without what some system does not allow in names of files. */
function fileTitle(title: string): string {
  const plain = shownName(title.replace(/[\\/:*?"<>|]/g, ' ')).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? 'song' : plain
}
