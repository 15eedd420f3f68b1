import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import type { Song } from '../../../../src/core/music/song/song.js'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { INCLUDED_SONGS, makeSong } from '../../../../src/plugins/library/included/included-songs.js'
import { usualTracks } from '../../../../src/plugins/player/session/usual-tracks.js'
import { rows } from '../../../support/rows.js'
import { songFrom } from '../../../support/song-from.js'
import { openSongOf } from '../songs.js'

const BASS = { strings: [43, 38, 33, 28] }

/** The pitches of each beat. */
const PLAYED = {
  chord: [[40, 47, 52, 56, 59, 64]],
  line: [[64], [67], [69], [71]],
  low: [[28], [33], [35], [40]],
  'low line': [[48], [43], [45], [52]],
  'too low': [[35]],
  'just too low': [[39]],
  /** The same low notes again and again. */
  repeated: Array.from({ length: 5 }, () => [[44], [46], [44], [47]]).flat(),
  fifths: rows('45 52, 47 54'),
} satisfies Record<string, readonly (readonly number[])[]>
/** Program from 0. */
type Written = readonly [name: string, program: number | 'drums', ...played: (keyof typeof PLAYED)[]]
const DRUMS: Written = ['Drums', 'drums', 'low']
const BASS_LINE: Written = ['Bass', 33, 'low']

const bandOf = (...tracks: readonly Written[]): Song =>
  songFrom({
    tracks: tracks.map(([name, program, ...played], index) => ({
      name,
      channel: program === 'drums' ? 9 : index,
      instrument: { number: program === 'drums' ? 0 : program },
      notes: played
        .flatMap(what => PLAYED[what])
        .flatMap((pitches, beat) => pitches.map(midi => ({ midi, ticks: beat * 480, durationTicks: 480 }))),
    })),
  })

const usual = (song: Song, tuning: { readonly strings: readonly number[] } = STANDARD_TUNING) =>
  atOnce(usualTracks(openSongOf(song), { tuning, capo: 0 }))

describe('the tracks that a song opens on', () => {
  it.each<readonly [string, number | 'all', Song]>([
    ['the guitar of a band', 2, bandOf(DRUMS, BASS_LINE, ['', 27, 'chord', 'chord'], ['Piano', 0, 'line'])],
    ['the guitar by its name', 1, bandOf(['Piano', 0, 'line'], ['Gitarre', 0, 'line'], ['Bass', 0, 'low'])],
    ['the lead of two guitars', 1, bandOf(['Rhythm guitar', 27, 'chord'], ['Lead Gtr', 27, 'line'])],
    ['the guitar that the neck has', 1, bandOf(['G 1', 29, 'too low', 'line'], ['G 2', 29, 'line'])],
    ['the one that plays on', 0, bandOf(['', 27, 'just too low', 'repeated'], ['', 30, 'line', 'line'])],
    ['no bass with the program of a guitar', 1, bandOf(['', 27, 'low', 'low'], ['', 30, 'fifths'])],
    ['the melody', 1, bandOf(['Strings', 48, 'chord'], ['Vocals', 52, 'line'], ['Organ', 16, 'chord'])],
    ['the higher line of two that say nothing', 0, bandOf(['', 0, 'line'], ['', 0, 'low line'])],
    ['all voices of one guitar', 'all', bandOf(['Melody', 24, 'line'], ['Bass', 24, 'low line'])],
    ['the only track next to drums', 'all', bandOf(DRUMS, ['Piano', 0, 'line'])],
  ])('are %s', (_, track, band) => expect(usual(band)).toBe(track))

  it('are the bass on a bass', () => {
    const band = bandOf(['Guitar', 27, 'line'], BASS_LINE)
    expect([usual(band), usual(band, BASS)]).toEqual([0, 1])
  })

  it('are chosen by the tuning of each track', () => {
    const [low, other] = bandOf(['G 1', 29, 'too low', 'line', 'line'], ['G 2', 29, 'line']).tracks
    if (!low || !other) return expect.unreachable()
    const band = songFrom({ tracks: [{ ...low, tuning: [62, 57, 53, 48, 43, 33] }, other] })
    expect(usual(band)).toBe(0)
  })

  it.each([
    ['minuet-in-g', 'all'],
    ['corner-shuffle', 'Lead guitar'],
  ])('are of %s: %s', async (id, name) => {
    const song = makeSong(INCLUDED_SONGS.find(each => each.id === id) ?? expect.unreachable())
    const track = usual(song)
    expect(typeof track === 'number' ? song.tracks[track]?.name : track).toBe(name)
  })
})
