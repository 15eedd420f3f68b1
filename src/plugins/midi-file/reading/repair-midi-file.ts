import { MidiFileError, type MidiFileNote, midiFileNote } from '../midi-file-error.js'
import type { RepairedSong } from '../tokens.js'
import { chunkName, isPadding, readMidiFile } from './read-midi-file.js'
import { readTrackEvents } from './tracks.js'

const CHUNK_HEAD_BYTES = 8
const HEADER_BYTES = 14
const END_OF_TRACK = Uint8Array.of(0, 0xff, 0x2f, 0)

interface Repaired extends RepairedSong {
  readonly kept: number
}

/** Keeps each track up to its first damaged event. Files without notes can't be repaired. */
export async function repairMidiFile(file: Uint8Array): Promise<Repaired | undefined> {
  const start = indexOf(file, 'MThd', 0)
  if (start + HEADER_BYTES > file.length) return undefined
  const chunks: Uint8Array[] = []
  const others: string[] = []
  let damaged = 0
  let at = endOf(file, start)
  while (at < file.length && !isPadding(file, at)) {
    const end = endOf(file, at)
    const name = chunkName(file, at)
    if (name !== 'MTrk') others.push(name)
    else {
      const whole = wholeEvents(file, at + CHUNK_HEAD_BYTES, end)
      chunks.push(trackChunk(file.subarray(at + CHUNK_HEAD_BYTES, whole)))
      if (whole < end || end !== statedEnd(file, at)) damaged += 1
    }
    at = end
  }
  const header = file.slice(start, start + HEADER_BYTES)
  const view = new DataView(header.buffer)
  const format = view.getUint16(8)
  view.setUint32(4, HEADER_BYTES - CHUNK_HEAD_BYTES)
  view.setUint16(8, format > 2 || (format === 0 && chunks.length > 1) ? 1 : format)
  view.setUint16(10, chunks.length)
  const bytes = joined([header, ...chunks])
  const kept = await countNotes(bytes)
  if (kept === 0) return undefined
  const notes: MidiFileNote[] = []
  if (others.length > 0)
    notes.push(midiFileNote('repaired_chunks', { number: others.length, names: others.join(', ') }))
  if (damaged > 0) notes.push(midiFileNote('repaired_tracks', { number: damaged }))
  return { bytes, notes, kept }
}

async function countNotes(bytes: Uint8Array): Promise<number> {
  try {
    const { song } = await readMidiFile(bytes)
    return song.tracks.reduce((sum, { notes }) => sum + notes.length, 0)
  } catch (thrown) {
    if (thrown instanceof MidiFileError) return 0
    throw thrown
  }
}

/**
 * Returns the end of a chunk: its declared length if another chunk or the end of the file follows, otherwise
 * the start of the next track.
 */
function endOf(file: Uint8Array, at: number): number {
  const end = statedEnd(file, at)
  return end === file.length || /^\w{4}$/.test(chunkName(file, end)) ? end : indexOf(file, 'MTrk', at + 4)
}

function statedEnd(file: Uint8Array, at: number): number {
  const { buffer, byteOffset, length } = file
  if (at + CHUNK_HEAD_BYTES > length) return length
  return at + CHUNK_HEAD_BYTES + new DataView(buffer, byteOffset, length).getUint32(at + 4)
}

/** @returns offset of the first damaged event, or `end` */
function wholeEvents(file: Uint8Array, start: number, end: number): number {
  let eventAt = start
  const mayRead = (at: number) => {
    eventAt = at
  }
  try {
    const { afterEnd } = readTrackEvents(file, start, end, { mayRead, numberOf: () => 0 })
    return end - afterEnd
  } catch (thrown) {
    if (thrown instanceof MidiFileError) return eventAt
    throw thrown
  }
}

function trackChunk(events: Uint8Array): Uint8Array {
  const head = Uint8Array.from('MTrk\0\0\0\0', letter => letter.charCodeAt(0))
  const ends = END_OF_TRACK.slice(1).every((byte, index) => events.at(index - 3) === byte)
  const chunk = joined([head, events, ends ? new Uint8Array() : END_OF_TRACK])
  new DataView(chunk.buffer).setUint32(4, chunk.length - CHUNK_HEAD_BYTES)
  return chunk
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function indexOf(file: Uint8Array, name: string, from: number): number {
  for (let at = from; at + 4 <= file.length; at += 1) {
    if (file[at] === 0x4d && chunkName(file, at) === name) return at
  }
  return file.length
}
