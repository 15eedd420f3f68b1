// Small MIDI files that together contain everything allowed in a MIDI file.
import { END, midiFile, text } from '../../../tests/plugins/midi-file/midi-bytes.js'
import type { MutableFile } from './damaged-bytes.js'

const file = (format: number, tracks: readonly (readonly number[])[], ppq?: number) => [
  ...midiFile(
    format,
    tracks.map(events => [...events, ...END]),
    ppq,
  ),
]

/** Writes a strum with running status. */
function strum(channel: number): number[] {
  const strings = [40, 45, 50, 55, 59, 64]
  return [
    ...[0, 0x90 | channel],
    ...strings.flatMap((note, index) => (index === 0 ? [note, 100] : [10, note, 100])),
    ...strings.flatMap((note, index) => (index === 0 ? [0x83, 0x60, note, 0] : [0, note, 0])),
  ]
}

const CONDUCTOR = [
  ...text(0x03, 'Étude'),
  ...[0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20],
  ...[0, 0xff, 0x58, 4, 6, 3, 24, 8],
  ...[0, 0xff, 0x59, 2, 0xfd, 1],
  ...text(0x06, 'Coda'),
  ...[0x87, 0x40, 0xff, 0x51, 3, 0x0f, 0x42, 0x40],
]

const EXPRESSIVE = [
  ...text(0x04, 'Nylon guitar'),
  ...[0, 0xc2, 24, 0, 0xb2, 64, 127, 5, 7, 100],
  ...[0, 0xe2, 0, 0x40, 5, 0x7f, 0x7f, 5, 0, 0],
  ...[0, 0x92, 60, 80, 5, 0xa2, 60, 30, 5, 0xd2, 40],
  ...[0, 0xf0, 5, 0x7e, 0x7f, 9, 1, 0xf7, 0, 0xf7, 1, 0xf8],
  ...[0x60, 0x82, 60, 64, 0, 0xb2, 64, 0, 0, 0xb2, 127, 0],
]

/** Overlapping notes, a note-on without a note-off, and a note-off without a note-on. */
const TANGLED = [
  ...[0, 0x90, 64, 90, 10, 0x90, 64, 80, 10, 0x80, 64, 0, 10, 0x90, 70, 1],
  ...[0, 0x80, 50, 0, 10, 0x80, 64, 0],
]

export function soundMidiFiles(): MutableFile[] {
  return [
    { name: 'one track', bytes: file(0, [[...CONDUCTOR, ...strum(0)]]) },
    { name: 'three tracks', bytes: file(1, [CONDUCTOR, [...strum(0), ...strum(0)], EXPRESSIVE], 96) },
    { name: 'patterns', bytes: file(2, [strum(0), strum(1), TANGLED], 24) },
    { name: 'drums and tangles', bytes: file(1, [strum(9), TANGLED], 32_767) },
    { name: 'JSON', bytes: [...new TextEncoder().encode(JSON_SONG)] },
  ]
}

const JSON_SONG =
  '{"header":{"ppq":96,"tempos":[{"bpm":90,"ticks":0}]},"tracks":[{"notes":[{"midi":64,"ticks":0,"durationTicks":96}]}]}'
