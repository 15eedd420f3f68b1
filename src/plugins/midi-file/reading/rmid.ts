import { MidiFileError } from '../midi-file-error.js'

const HEAD_BYTES = 8
const MIDI = /^(MThd|RIFF.{4}RMID)/s

/** Detects MIDI and RMID files by their first bytes, so that no plugin has to load. */
export function isMidi(bytes: Uint8Array): boolean {
  return MIDI.test(String.fromCharCode(...bytes.subarray(0, 12)))
}

/**
 * Extracts the `data` chunk of an RMID file (RP-029). Returns other files unchanged.
 * @throws MidiFileError
 */
export function withoutContainer(bytes: Uint8Array): Uint8Array {
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'RMID') return bytes
  const { buffer, byteOffset, length: size } = bytes
  const view = new DataView(buffer, byteOffset, size)
  for (let at = 12; at + HEAD_BYTES <= size; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + HEAD_BYTES + length
    if (end > size) throw new MidiFileError('midi_cut', { byte: at, length: HEAD_BYTES + length, size })
    if (nameAt(at) === 'data') return bytes.subarray(at + HEAD_BYTES, end)
    at = end + (length % 2)
  }
  throw new MidiFileError('midi_no_tracks')
}
