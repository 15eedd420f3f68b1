/** When the Saints Go Marching In, a spiritual of the 19th century, in C: the tune, and a guitar that strums open chords. */

import type { Song } from '../../../core/music/song/song.js'
import { songFromText } from './song-from-text.js'

const MELODY = `
  C4:2 E4:2 F4:2 |
  G4:8 | -:2 C4:2 E4:2 F4:2 | G4:8 | -:2 C4:2 E4:2 F4:2 |
  G4:4 E4:4 | C4:4 E4:4 | D4:8 | -:2 E4:2 E4:2 D4:2 |
  C4:6 C4:2 | E4:4 G4:2 G4:2 | F4:8 | -:2 E4:2 E4:2 F4:2 |
  G4:4 E4:4 | C4:4 D4:4 | C4:8 | C4:2
`

const GRIPS = { C: 'x32010', C7: 'x32310', F: '133211', G7: '320001' }
/** An upstroke only reaches the upper strings. */
const UP = Object.fromEntries(
  Object.entries(GRIPS).map(([name, frets]) => [`${name}^`, `xx${frets.slice(2)}`]),
)
const BARS = 'C C C C C C G7 G7 C C7 F F C G7 C'.split(' ')

/** Down, down up, down, down up. */
const strummed = (grip: string) => `${grip}:2 ${grip}:1 ${grip}^:1 `.repeat(2)

export function whenTheSaints(): Song {
  return songFromText({
    name: 'When the Saints',
    bpm: 132,
    timeSignature: [4, 4],
    key: 'C',
    scale: 'major',
    program: 25,
    grips: { ...GRIPS, ...UP },
    voices: [
      {
        name: 'Guitar',
        velocity: 0.55,
        bars: ['-:6', ...BARS.map(strummed), 'C:2'].join(' | '),
      },
      { name: 'Melody', program: 22, velocity: 0.8, bars: MELODY },
    ],
  })
}
