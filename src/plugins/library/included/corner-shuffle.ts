/** Corner Shuffle, written for Fretwork: twelve bars of blues in A for guitar, organ, bass and drums. */

import type { Song } from '../../../core/music/song/song.js'
import { songFromText } from './song-from-text.js'

/** A beat in two swung parts: the first twice as long as the second. */
const swung = (first: string, second: string) => `${first}:4/3 ${second}:2/3`

/** Two strings: the root below, the fifth and the sixth in turn above. */
const RIFF: Readonly<Record<string, readonly [string, string]>> = {
  A: ['A2+E3', 'A2+F#3'],
  D: ['D3+A3', 'D3+B3'],
  E: ['E2+B2', 'E2+C#3'],
}
const ORGAN: Readonly<Record<string, string>> = { A: 'G3+C#4+E4', D: 'F#3+C4+E4', E: 'G#3+D4+E4' }
const WALK: Readonly<Record<string, string>> = {
  A: 'A1:2 C#2:2 E2:2 F#2:2',
  D: 'D2:2 F#2:2 A2:2 B2:2',
  E: 'E2:2 G#2:2 B2:2 G#2:2',
}
const FORM = 'A D A A D D A A E D A'.split(' ')

const LEAD = `
  -:2 ${swung('A4', 'C5')} ${swung('D5', 'C5')} A4:2 | G4:2 ${swung('A4', 'C5')} A4:4 | % | -:8 |
  -:2 ${swung('A4', 'C5')} ${swung('D5', 'D#5')} D5:2 | ${swung('C5', 'A4')} G4:2 A4:4 | -:2 ${swung('E5', 'D5')} ${swung('C5', 'A4')} G4:2 | A4:8 |
  -:2 ${swung('B4', 'D5')} E5:2 ${swung('D5', 'B4')} | ${swung('A4', 'C5')} D5:2 ${swung('C5', 'A4')} G4:2 |
  ${swung('A4', 'C5')} ${swung('A4', 'G4')} ${swung('E4', 'G4')} A4:2 | ${swung('G4', 'E4')} D4:2 E4:4 | A4:8
`

export function cornerShuffle(): Song {
  const every = (bar: (chord: string) => string, last: string) =>
    [...FORM.map(bar), bar('E'), last].join(' | ')
  const riff = (chord: string) => `${swung(...(RIFF[chord] ?? ['-', '-']))} `.repeat(4)
  const drums = `${swung('ride+kick', 'ride')} ${swung('ride+snare', 'ride')} `.repeat(2)
  return songFromText({
    name: 'Corner Shuffle',
    bpm: 112,
    timeSignature: [4, 4],
    key: 'A',
    scale: 'major',
    program: 27,
    voices: [
      { name: 'Lead guitar', program: 29, velocity: 0.8, bars: LEAD },
      { name: 'Rhythm guitar', velocity: 0.6, bars: every(riff, 'A2+E3+A3:8') },
      { name: 'Organ', program: 16, velocity: 0.4, bars: every(chord => `${ORGAN[chord]}:8`, 'G3+C#4+E4:8') },
      { name: 'Bass', program: 33, velocity: 0.7, bars: every(chord => WALK[chord] ?? '-:8', 'A1:8') },
      {
        name: 'Drums',
        program: 'drums',
        velocity: 0.6,
        bars: every(() => drums, 'crash+kick:8'),
      },
    ],
  })
}
