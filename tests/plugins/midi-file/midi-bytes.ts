/** MIDI files for tests, built from chunks and events as bytes. */

export function chunk(name: string, content: readonly number[]): number[] {
  const { length } = content
  const head = [...name].map(letter => letter.charCodeAt(0))
  return [...head, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, ...content]
}

export function header(format: number, tracks: number, division: number): number[] {
  return chunk('MThd', [0, format, 0, tracks, division >> 8, division & 255])
}

export const END = [0, 0xff, 0x2f, 0]

export function midiFile(format: number, tracks: readonly (readonly number[])[], division = 480): Uint8Array {
  const chunks = tracks.flatMap(events => chunk('MTrk', events))
  return Uint8Array.from([...header(format, tracks.length, division), ...chunks])
}

export function text(type: number, content: string | readonly number[]): number[] {
  const bytes = typeof content === 'string' ? [...new TextEncoder().encode(content)] : content
  return [0, 0xff, type, ...variableLength(bytes.length), ...bytes]
}

export function variableLength(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (rest & 127))
  return bytes
}

/** MIDI file with E4 on channel 1 for half a second. */
export const oneNote = midiFile(0, [[0, 0x90, 64, 100, 0x83, 0x60, 0x80, 64, 64, ...END]])
