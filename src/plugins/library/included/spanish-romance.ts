/** Spanish Romance, anonymous, 19th century: its first part, in E minor, in the triplets that every guitarist learns. */

import type { Song } from '../../../core/music/song/song.js'
import { songFromText } from './song-from-text.js'

/** One note for each beat, on the first string. */
const MELODY = `
  B4 B4 B4 | B4 A4 G4 | G4 F#4 E4 | E4 G4 B4 |
  E5 E5 E5 | E5 D5 C5 | C5 B4 A4 | A4 B4 C5 |
  B4 C5 B4 | D#5 C5 B4 | B4 A4 G4 | G4 F#4 E4 |
  F#4 F#4 F#4 | F#4 G4 F#4 | E4 E4 E4 | E4
`

/** The two strings below, one note of the triplet each after the melody, and the bass of the bar. */
const EM = { inner: ['B3', 'G3'], bass: 'E2' }
const AM = { inner: ['E4', 'C4'], bass: 'A2' }
const B7_HIGH = { inner: ['F#4', 'D#4'], bass: 'B2' }
const B7 = { inner: ['B3', 'A3'], bass: 'B2' }
const HARMONY = [EM, EM, EM, EM, EM, EM, AM, AM, B7_HIGH, B7_HIGH, EM, EM, B7, B7, EM]

export function spanishRomance(): Song {
  const bars = MELODY.split('|').map(bar => bar.trim().split(/\s+/))
  const last = bars.length - 1
  return songFromText({
    name: 'Spanish Romance',
    bpm: 80,
    timeSignature: [3, 4],
    // As files have it: by its sharps.
    key: 'G',
    scale: 'minor',
    program: 24,
    voices: [
      {
        name: 'Melody',
        velocity: 0.85,
        bars: bars
          .map((notes, bar) => notes.map(note => `${note}:${bar === last ? 6 : 2}`).join(' '))
          .join(' | '),
      },
      {
        name: 'Arpeggio',
        velocity: 0.5,
        bars: [
          ...HARMONY.map(({ inner: [upper, lower] }) => `-:2/3 ${upper}:2/3 ${lower}:2/3 `.repeat(3)),
          'G3+B3:6',
        ].join(' | '),
      },
      { name: 'Bass', velocity: 0.65, bars: [...HARMONY, EM].map(({ bass }) => `${bass}:6`).join(' | ') },
    ],
  })
}
