/** Minuet in G by Christian Petzold, about 1725 (BWV Anh. 114): its first part, an octave lower, for the guitar. */

import type { Song } from '../../../core/music/song/song.js'
import { songFromText } from './song-from-text.js'

const MELODY = `
  D4:2 G3:1 A3:1 B3:1 C4:1 | D4:2 G3:2 G3:2 | E4:2 C4:1 D4:1 E4:1 F#4:1 | G4:2 G3:2 G3:2 |
  C4:2 D4:1 C4:1 B3:1 A3:1 | B3:2 C4:1 B3:1 A3:1 G3:1 | F#3:2 G3:1 A3:1 B3:1 G3:1 | A3:6 |
  D4:2 G3:1 A3:1 B3:1 C4:1 | D4:2 G3:2 G3:2 | E4:2 C4:1 D4:1 E4:1 F#4:1 | G4:2 G3:2 G3:2 |
  C4:2 D4:1 C4:1 B3:1 A3:1 | B3:2 C4:1 B3:1 A3:1 G3:1 | A3:2 B3:1 A3:1 G3:1 F#3:1 | G3:6
`

/** Where the original goes below the lowest string, it stays above it. */
const BASS = `
  G2+B2+D3:4 A2:2 | B2:6 | C3:6 | B2:6 |
  A2:6 | G2:6 | D3:2 B2:2 G2:2 | D3:2 D3:1 C3:1 B2:1 A2:1 |
  B2:4 A2:2 | G2:2 B2:2 G2:2 | C3:6 | B2:2 C3:1 B2:1 A2:1 G2:1 |
  A2:4 F#2:2 | G2:4 B2:2 | C3:2 D3:2 D3:2 | G2:6
`

export function minuetInG(): Song {
  return songFromText({
    name: 'Minuet in G',
    bpm: 120,
    timeSignature: [3, 4],
    key: 'G',
    scale: 'major',
    program: 24,
    voices: [
      { name: 'Melody', velocity: 0.8, bars: MELODY },
      { name: 'Bass', velocity: 0.55, bars: BASS },
    ],
  })
}
