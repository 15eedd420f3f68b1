/** Greensleeves, English, 16th century, in A minor which suits a guitar. */

import type { Song } from '../../../core/music/song/song.js'
import { songFromText } from './song-from-text.js'

const MELODY = `
  A3:1 |
  C4:2 D4:1 E4:1.5 F4:0.5 E4:1 | D4:2 B3:1 G3:1.5 A3:0.5 B3:1 |
  C4:2 A3:1 A3:1.5 G#3:0.5 A3:1 | B3:2 G#3:1 E3:2 A3:1 |
  C4:2 D4:1 E4:1.5 F4:0.5 E4:1 | D4:2 B3:1 G3:1.5 A3:0.5 B3:1 |
  C4:1.5 B3:0.5 A3:1 G#3:1.5 F#3:0.5 G#3:1 | A3:6 |
  G4:3 G4:1.5 F#4:0.5 E4:1 | D4:2 B3:1 G3:1.5 A3:0.5 B3:1 |
  C4:2 A3:1 A3:1.5 G#3:0.5 A3:1 | B3:2 G#3:1 E3:3 |
  G4:3 G4:1.5 F#4:0.5 E4:1 | D4:2 B3:1 G3:1.5 A3:0.5 B3:1 |
  C4:1.5 B3:0.5 A3:1 G#3:1.5 F#3:0.5 G#3:1 | A3:6
`

const BASS = `
  -:1 |
  A2:3 E3:3 | G2:3 D3:3 | A2:3 E3:3 | E2:3 B2:3 |
  A2:3 E3:3 | G2:3 D3:3 | A2:3 E2:3 | A2:6 |
  C3:3 E3:3 | G2:3 D3:3 | A2:3 E3:3 | E2:3 B2:3 |
  C3:3 E3:3 | G2:3 D3:3 | A2:3 E2:3 | A2:6
`

export function greensleeves(): Song {
  return songFromText({
    name: 'Greensleeves',
    bpm: 90,
    timeSignature: [6, 8],
    key: 'C',
    scale: 'minor',
    program: 24,
    voices: [
      { name: 'Melody', velocity: 0.8, bars: MELODY },
      { name: 'Bass', velocity: 0.55, bars: BASS },
    ],
  })
}
