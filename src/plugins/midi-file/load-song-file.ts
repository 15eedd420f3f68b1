/** A song by its address: from our own origin, or from a host that the tenant lists. */

import { MidiFileError } from './midi-file-error.js'
import { readSongFile, type SongReading } from './read-midi-file.js'

export interface SongAddressRules {
  /** Origin of the page, `https://fretwork.example`; relative addresses begin there. */
  readonly origin: string
  /** Host names (with port, where there is one) from which songs may be opened besides. */
  readonly hosts: readonly string[]
}

/** The part of `fetch` that is needed. */
export type FetchBytes = (
  address: string,
) => Promise<{ readonly ok: boolean; arrayBuffer(): Promise<ArrayBuffer> }>

/**
 * Loads and reads a song.
 *
 * @throws MidiFileError `midi_not_allowed` for a foreign host, `midi_not_loaded` for an answer that is not ok
 *   or does not come, and those of `readSongFile`.
 */
export async function loadSongFile(
  address: string,
  rules: SongAddressRules,
  fetchBytes: FetchBytes,
): Promise<SongReading> {
  const url = urlOf(address, rules.origin)
  const ours = url.origin === rules.origin
  const listed = (url.protocol === 'https:' || url.protocol === 'http:') && rules.hosts.includes(url.host)
  if (!ours && !listed) throw new MidiFileError('midi_not_allowed', { host: url.host || url.protocol })
  let bytes: ArrayBuffer
  try {
    const answer = await fetchBytes(url.href)
    if (!answer.ok) throw new MidiFileError('midi_not_loaded', { address })
    bytes = await answer.arrayBuffer()
  } catch (cause) {
    if (cause instanceof MidiFileError) throw cause
    throw new MidiFileError('midi_not_loaded', { address }, { cause })
  }
  return readSongFile(new Uint8Array(bytes))
}

function urlOf(address: string, origin: string): URL {
  try {
    return new URL(address, origin)
  } catch (cause) {
    throw new MidiFileError('midi_not_loaded', { address }, { cause })
  }
}
