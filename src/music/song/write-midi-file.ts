import { MidiRangeError } from '../midi/midi-limits.js'

export interface FileEvent {
  readonly ticks: number
  readonly bytes: readonly number[]
}

export interface FileTrack {
  readonly events: readonly FileEvent[]
  readonly endTicks: number
}

export const META = {
  name: 3,
  device: 9,
  prefix: 0x20,
  port: 0x21,
  tempo: 0x51,
  time: 0x58,
  key: 0x59,
} as const
export const TEXT_TYPES: Readonly<Record<string, number>> = { text: 1, lyrics: 5, marker: 6, cuePoint: 7 }

export const MICROSECONDS_PER_MINUTE = 60_000_000

const LONGEST = 0x0fffffff

export function metaEvent(type: number, content: readonly number[]): number[] {
  return [0xff, type, ...variableLength(content.length), ...content]
}

export function textEvent(type: number, text: string): number[] {
  return metaEvent(type, [...new TextEncoder().encode(text).subarray(0, LONGEST)])
}

export function tempoEvent(bpm: number): number[] {
  const beat = Math.min(0xffffff, Math.max(1, Math.round(MICROSECONDS_PER_MINUTE / bpm)))
  return metaEvent(META.tempo, [beat >> 16, (beat >> 8) & 255, beat & 255])
}

export function variableLength(length: number): number[] {
  const bytes = [length & 127]
  for (let rest = length >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}

/** @throws MidiRangeError `midi_too_long` if the gap between two events is too long for a MIDI file */
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
    if (delta > LONGEST) {
      throw new MidiRangeError(
        'midi_too_long',
        `The interval between two MIDI file events cannot be ${delta} ticks.`,
      )
    }
    last += delta
    for (const byte of variableLength(delta)) bytes.push(byte)
    for (const byte of content) bytes.push(byte)
  }
  for (const { ticks, bytes: content } of events.toSorted((a, b) => a.ticks - b.ticks)) add(ticks, content)
  add(endTicks, [0xff, 0x2f, 0])
  return bytes
}
