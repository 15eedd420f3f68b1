/** Bytes of a MIDI file of format 1. */

import { MidiRangeError } from '../midi/midi-limits.js'

export interface FileEvent {
  /** From the start of the song. */
  readonly ticks: number
  /** Status byte first; meta events with their length. */
  readonly bytes: readonly number[]
}

export interface FileTrack {
  readonly events: readonly FileEvent[]
  readonly endTicks: number
}

/** Ticks between two events have four bytes of seven bits. */
const LONGEST_DELTA = 0x0fffffff

/**
 * Writes tracks at `ppq` ticks per beat. Events are put in order of time; those of the same tick stay as given.
 *
 * @throws MidiRangeError `midi_too_long` where two events lie further apart than a MIDI file can say.
 */
export function writeMidiFile(ppq: number, tracks: readonly FileTrack[]): Uint8Array {
  const chunks = tracks.map(trackBytes)
  const size = chunks.reduce((sum, chunk) => sum + 8 + chunk.length, 14)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  file.set([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1])
  view.setUint16(10, tracks.length)
  view.setUint16(12, ppq)
  let at = 14
  for (const chunk of chunks) {
    file.set([0x4d, 0x54, 0x72, 0x6b], at)
    view.setUint32(at + 4, chunk.length)
    file.set(chunk, at + 8)
    at += 8 + chunk.length
  }
  return file
}

function trackBytes({ events, endTicks }: FileTrack): number[] {
  const bytes: number[] = []
  let last = 0
  const add = (ticks: number, content: readonly number[]) => {
    const delta = Math.max(0, ticks - last)
    if (delta > LONGEST_DELTA) {
      throw new MidiRangeError('midi_too_long', `Two events of a MIDI file cannot lie ${delta} ticks apart.`)
    }
    last += delta
    if (delta >= 0x200000) bytes.push(0x80 | (delta >> 21))
    if (delta >= 0x4000) bytes.push(0x80 | ((delta >> 14) & 127))
    if (delta >= 0x80) bytes.push(0x80 | ((delta >> 7) & 127))
    bytes.push(delta & 127)
    for (const byte of content) bytes.push(byte)
  }
  for (const { ticks, bytes: content } of events.toSorted((a, b) => a.ticks - b.ticks)) add(ticks, content)
  add(endTicks, [0xff, 0x2f, 0])
  return bytes
}
