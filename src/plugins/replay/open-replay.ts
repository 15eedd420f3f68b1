/** Opens what can be replayed: its content says whether it is a log, not its name. */
import { LOG_FORMAT, readLogFile } from '../../core/music/midi/log-file.js'
import type { Song } from '../../core/music/song/song.js'
import { fromLog, fromSong, type ReplaySource } from './replay-source.js'

/** Reads a song in any format that is known: what the midi-file plugin provides. */
export type ReadSong = (
  bytes: Uint8Array,
  name?: string,
) => Promise<{ readonly song: Song; readonly notes: readonly { readonly message: string }[] }>

/** How far into a file the format of a log is looked for: in ours it comes first. */
const HEAD_BYTES = 4096

/**
 * Opens what is in a file.
 *
 * @param name of the file: some formats are known by its ending only
 * @throws LogFileError for a damaged or newer log, and what `readSong` throws for anything else.
 */
export async function openReplay(
  bytes: Uint8Array,
  readSong: ReadSong,
  name?: string,
): Promise<ReplaySource> {
  if (isLog(bytes)) return fromLog(readLogFile(new TextDecoder().decode(bytes)))
  const { song, notes } = await readSong(bytes, name)
  return fromSong(
    song,
    notes.map(note => note.message),
  )
}

/** JSON that says it is a log, or lines of JSON that are logged events. */
function isLog(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart()
  if (!head.startsWith('{')) return false
  return head.includes(`"${LOG_FORMAT}"`) || (/"kind"\s*:/.test(head) && /"raw"\s*:/.test(head))
}
