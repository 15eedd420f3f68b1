import { expect, it } from 'vitest'
import { shownNoteName, songKeys, transposedKey } from '../../../src/music/song/song-keys.js'
import { INCLUDED_SONGS, makeSong } from '../../../src/plugins/library/list/included-songs.js'
import { songFrom } from '../../support/song-from.js'

function songOf(pitches: readonly number[], keySignatures: readonly object[] = [], channel = 0) {
  const notes = pitches.map((midi, index) => ({ midi, time: index / 2, duration: 0.5 }))
  return songFrom({ header: { keySignatures }, tracks: [{ channel, notes }] })
}
const named = (song: ReturnType<typeof songOf>) =>
  songKeys(song).map(({ ticks, tonic, mode }) => `${ticks} ${tonic} ${mode}`)

/** “Twinkle, Twinkle, Little Star” in C, as MIDI notes, one per beat. */
const TWINKLE = [60, 60, 67, 67, 69, 69, 67, 67, 65, 65, 64, 64, 62, 62, 60, 60]
const MINOR = [57, 59, 60, 62, 64, 64, 65, 64, 64, 62, 60, 59, 57, 57, 56, 57]

it('a song’s keys are read from the file, sorted by time and named by their tonic', () => {
  const written = [
    { ticks: 960, key: 'Eb', scale: 'major' },
    { ticks: 0, key: 'G', scale: 'minor' },
  ]
  expect(named(songOf(TWINKLE, written))).toEqual(['0 E minor', '960 Eb major'])
})

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
  'a key is detected from the notes if the file has none (transposed by %s semitones)',
  up => {
    const tonics = { major: 'C Db D Eb E F F# G Ab A Bb B', minor: 'A Bb B C C# D Eb E F F# G G#' }
    const [major, minor] = [tonics.major.split(' ')[up], tonics.minor.split(' ')[up]]
    expect(named(songOf(TWINKLE.map(pitch => pitch + up)))).toEqual([`0 ${major} major`])
    expect(named(songOf(MINOR.map(pitch => pitch + up)))).toEqual([`0 ${minor} minor`])
  },
)

it('a key is also detected if the file has the default C major', () => {
  const unset = [{ ticks: 0, key: 'C', scale: 'major' }]
  expect(named(songOf(MINOR, unset))).toEqual(['0 A minor'])
  expect(named(songOf(TWINKLE, unset))).toEqual(['0 C major'])
})

it('a song without notes has no keys', () => {
  expect(named(songOf([]))).toEqual([])
  expect(named(songOf(TWINKLE, [], 9))).toEqual([])
  expect(named(songOf([60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71]))).toEqual([])
})

it('transposing a song transposes its keys', () => {
  const key = { ticks: 0, tonic: 'E', mode: 'minor' } as const
  expect([0, 1, -2, 12, 3].map(up => transposedKey(key, up).tonic)).toEqual(['E', 'F', 'D', 'E', 'G'])
  expect(transposedKey({ ticks: 0, tonic: 'Gb', mode: 'major' }, 1).tonic).toBe('G')
})

it.each([
  ['Bb', 'major', 'C4 D♭4 D4 E♭4 E4 F4 G♭4 G4 A♭4 A4 B♭4 B4'],
  ['D', 'minor', 'C4 C♯4 D4 E♭4 E4 F4 G♭4 G4 A♭4 A4 B♭4 B4'],
  ['Gb', 'major', 'C4 D♭4 D4 E♭4 E4 F4 G♭4 G4 A♭4 A4 B♭4 C♭5'],
  ['C#', 'major', 'B♯3 C♯4 D4 D♯4 E4 E♯4 F♯4 G4 G♯4 A4 A♯4 B4'],
] as const)('note names are spelled as in the score: %s %s', (tonic, mode, names) => {
  const songKey = { ticks: 0, tonic, mode }
  const shown = Array.from({ length: 12 }, (_, up) => shownNoteName(60 + up, { songKey }))
  expect(shown.join(' ')).toBe(names)
  const german = { noteNames: 'german' as const }
  expect([shownNoteName(58, german), shownNoteName(63, { ...german, songKey })]).toEqual([
    'Ais3',
    tonic === 'C#' ? 'Dis4' : 'Es4',
  ])
})

it('keys detected in the included songs match their key signatures', async () => {
  for (const each of INCLUDED_SONGS.filter(({ id }) => id !== 'corner-shuffle')) {
    const song = makeSong(each)
    const heard = { ...song, header: { ...song.header, keySignatures: [] } }
    expect(songKeys(heard)).toEqual(songKeys(song))
  }
})
