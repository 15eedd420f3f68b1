import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { parseSong, type Song, SongError } from '../../../../src/core/music/song/song.js'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { INCLUDED_SONGS } from '../../../../src/plugins/library/included/included-songs.js'
import { readSongFile } from '../../../../src/plugins/midi-file/reading/read-song-file.js'
import { usualTracks } from '../../../../src/plugins/player/session/usual-tracks.js'
import { openSongOf } from '../songs.js'

const BASS = { strings: [43, 38, 33, 28] }

/** Name, program from 0 (`drums`), the pitches of each beat. */
type Written = readonly [name: string, program: number | 'drums', ...beats: readonly (readonly number[])[]]

const E_CHORD = [40, 47, 52, 56, 59, 64]
const LINE = [[64], [67], [69], [71]] as const
/** The same low notes again and again. */
const REPEATED = [[44], [46], [44], [47]] as const
const LOW = [[28], [33], [35], [40]] as const

function bandOf(...tracks: readonly Written[]): Song {
  const song = parseSong({
    tracks: tracks.map(([name, program, ...beats], index) => ({
      name,
      channel: program === 'drums' ? 9 : index,
      instrument: { number: program === 'drums' ? 0 : program },
      notes: beats.flatMap((pitches, beat) =>
        pitches.map(midi => ({ midi, ticks: beat * 480, durationTicks: 480 })),
      ),
    })),
  })
  if (song instanceof SongError) throw song
  return song
}

const usual = (song: Song, tuning: { readonly strings: readonly number[] } = STANDARD_TUNING) =>
  atOnce(usualTracks(openSongOf(song), { tuning, capo: 0 }))

describe('the tracks that a song opens on', () => {
  it.each<readonly [string, number | 'all', readonly Written[]]>([
    [
      'the guitar of a band',
      2,
      [
        ['Drums', 'drums', ...LOW],
        ['Bass', 33, ...LOW],
        ['', 27, E_CHORD, E_CHORD],
        ['Piano', 0, ...LINE],
      ],
    ],
    [
      'the guitar that only its name says',
      1,
      [
        ['Piano', 0, ...LINE],
        ['Gitarre', 0, ...LINE],
        ['Bass', 0, ...LOW],
      ],
    ],
    [
      'the lead of two guitars',
      1,
      [
        ['Rhythm guitar', 27, E_CHORD],
        ['Lead Gtr', 27, ...LINE],
      ],
    ],
    [
      'the guitar whose notes the neck has',
      1,
      [
        ['Guitar 1', 29, [35], ...LINE],
        ['Guitar 2', 29, ...LINE],
      ],
    ],
    [
      'the guitar that plays throughout, although a few of its notes ask for another tuning',
      0,
      [
        ['', 27, [39], ...REPEATED, ...REPEATED, ...REPEATED, ...REPEATED, ...REPEATED],
        ['', 30, ...LINE, ...LINE],
      ],
    ],
    [
      'the guitar, not a bass that was written with its program',
      1,
      [
        ['', 27, ...LOW, ...LOW],
        ['', 30, [45, 52], [47, 54]],
      ],
    ],
    [
      'the melody where there is no guitar',
      1,
      [
        ['Strings', 48, E_CHORD],
        ['Vocals', 52, ...LINE],
        ['Organ', 16, E_CHORD],
      ],
    ],
    [
      'the higher line of two that say nothing',
      0,
      [
        ['', 0, ...LINE],
        ['', 0, [48], [43], [45], [52]],
      ],
    ],
    [
      'all voices of one guitar',
      'all',
      [
        ['Melody', 24, ...LINE],
        ['Bass', 24, [40], [45]],
      ],
    ],
    [
      'the only track next to drums',
      'all',
      [
        ['Drums', 'drums', ...LOW],
        ['Piano', 0, ...LINE],
      ],
    ],
  ])('are %s', (_, track, tracks) => {
    expect(usual(bandOf(...tracks))).toBe(track)
  })

  it('are the bass on a bass', () => {
    const band = bandOf(['Guitar', 27, ...LINE], ['Bass', 33, ...LOW])
    expect(usual(band)).toBe(0)
    expect(usual(band, BASS)).toBe(1)
  })

  it.each([
    ['greensleeves', 'all'],
    ['spanish-romance', 'all'],
    ['minuet-in-g', 'all'],
    ['when-the-saints', 'Guitar'],
    ['corner-shuffle', 'Lead guitar'],
  ])('are of %s: %s', async (id, name) => {
    const song = await INCLUDED_SONGS.find(each => each.id === id)?.make()
    const track = usual(song ?? expect.unreachable())
    expect(typeof track === 'number' ? song?.tracks[track]?.name : track).toBe(name)
  })
})

const FOLDER = resolve('../shared/data/midi')
const present = existsSync(FOLDER)
if (!present) console.warn(`Real MIDI files are not opened: ${FOLDER} is missing.`)

describe.skipIf(!present)('of real files', () => {
  it.each([
    ['BWV1007Prelude.mid', 'all'],
    ['KunioShuffle.mid', 0],
    ['Lullaby.mid', 0],
    ['RV610FecitPotentiam.mid', 1],
    ['SpiritWaltz.mid', 0],
  ])('%s opens on track %s, all of whose notes the neck has', async (name, track) => {
    const { song } = await readSongFile(readFileSync(resolve(FOLDER, name)), name)
    expect(usual(song)).toBe(track)
    const shown = typeof track === 'number' ? [song.tracks[track]] : song.tracks
    const pitches = shown.flatMap(each => each?.notes.map(({ midi }) => midi) ?? [])
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(40)
    expect(Math.max(...pitches)).toBeLessThanOrEqual(88)
  })

  it('GonzoSurf.mid opens on its main guitar, which is tuned half a step down', async () => {
    const { song } = await readSongFile(readFileSync(resolve(FOLDER, 'GonzoSurf.mid')), 'GonzoSurf.mid')
    expect(usual(song)).toBe(3)
  })
})
