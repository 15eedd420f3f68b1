import { MidiFileError } from '../midi-file-error.js'
import { LARGEST_FILE_BYTES } from '../tokens.js'

const CHUNK_HEAD_BYTES = 8
/** Limit of the header. An empty track takes a thousand times its 8 bytes to read. */
const MOST_TRACKS = 65_535

/** Finds the MTrk chunks after the MThd (specification, section 5). @throws MidiFileError with the damaged byte */
export function readChunks(bytes: Uint8Array) {
  if (bytes.length === 0) throw new MidiFileError('midi_empty')
  if (bytes.length > LARGEST_FILE_BYTES) throw new MidiFileError('midi_too_large', { limit: '32 MB' })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (chunkName(bytes, 0) !== 'MThd') throw new MidiFileError('not_midi')
  const first = chunkEnd(view, 0)
  if (first < 14) throw new MidiFileError('midi_bad_header', { byte: 4 })
  const format = view.getUint16(8)
  const announced = view.getUint16(10)
  const ppq = view.getUint16(12)
  if (format > 2) throw new MidiFileError('midi_bad_header', { byte: 8 })
  if (ppq & 0x8000) throw new MidiFileError('midi_smpte')
  if (ppq === 0) throw new MidiFileError('midi_bad_header', { byte: 12 })

  const tracks: { start: number; end: number }[] = []
  let at = first
  while (at < bytes.length) {
    // Some programs fill the file up to a round size.
    if (tracks.length >= announced && isPadding(bytes, at)) break
    const name = chunkName(bytes, at)
    if (name !== 'MTrk' && bytes.length - at >= 4) {
      throw new MidiFileError('midi_unknown_chunk', { chunk: name, byte: at })
    }
    if (tracks.length === MOST_TRACKS) throw new MidiFileError('midi_too_many_tracks', { limit: MOST_TRACKS })
    const end = chunkEnd(view, at)
    tracks.push({ start: at + CHUNK_HEAD_BYTES, end })
    at = end
  }
  if (tracks.length === 0) throw new MidiFileError('midi_no_tracks')
  return { format, announced, ppq, tracks, padding: bytes.length - at }
}

export type MidiChunks = ReturnType<typeof readChunks>

function chunkEnd(view: DataView, at: number): number {
  const size = view.byteLength
  const short = size - at < CHUNK_HEAD_BYTES
  const length = CHUNK_HEAD_BYTES + (short ? 0 : view.getUint32(at + 4))
  if (short || at + length > size) throw new MidiFileError('midi_cut', { byte: at, length, size })
  return at + length
}

function isPadding(bytes: Uint8Array, from: number): boolean {
  if (bytes.length - from < CHUNK_HEAD_BYTES) return true
  for (let index = from; index < bytes.length; index += 1) if (bytes[index] !== 0) return false
  return true
}

function chunkName(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 4), byte =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.',
  ).join('')
}
