// Included songs: bars, pickups, ranges and their text source.
import { expect, it } from 'vitest'
import { songSummary } from '../../../src/music/song/song-summary.js'
import { barGrid } from '../../../src/music/song/song-time.js'
import {
  INCLUDED_SONGS,
  includedSong,
  makeSong,
  songFromText,
  type WrittenSong,
} from '../../../src/plugins/library/list/included-songs.js'

const made = (id: string) => makeSong(includedSong(id) ?? expect.unreachable())

const written = (change: Partial<WrittenSong>, ...bars: readonly string[]) =>
  songFromText({
    ...{ name: 'Test', bpm: 120, timeSignature: [3, 4], key: 'C', scale: 'major', program: 24 },
    ...change,
    voices: bars.map((text, index) => ({ name: `Voice ${index + 1}`, velocity: 0.5, bars: text })),
  })

it.each(INCLUDED_SONGS.map(({ id }) => id))(
  'the bars of %s are complete, and its notes are in range',
  async id => {
    const song = await made(id)
    const grid = barGrid(song)
    for (const { notes, channel } of song.tracks) {
      expect(notes.length).toBeGreaterThan(0)
      expect(notes.every(({ midi }) => channel === 9 || (midi >= 28 && midi <= 88))).toBe(true)
    }
    // All tracks end on the first beat of the same bar, so every bar has the correct length.
    const ends = song.tracks.map(({ notes }) =>
      grid.barBeatAt(Math.max(...notes.map(({ time }) => time * 1000))),
    )
    expect(ends).toEqual(ends.map(() => ({ bar: ends[0]?.bar, beat: 1 })))
  },
)

it('Greensleeves starts with an eighth-note pickup, and its tune starts on the first beat', async () => {
  const song = await made('greensleeves')
  const { barBeatAt, barStart } = barGrid(song)
  const [pickup, first] = song.tracks[0]?.notes ?? []
  expect(pickup).toMatchObject({ name: 'A3', time: 0 })
  expect(barBeatAt(0)).toEqual({ bar: 0, beat: 6 })
  expect(first).toMatchObject({ name: 'C4' })
  expect(barStart(1)).toBeCloseTo((first?.time ?? 0) * 1000)
  expect(songSummary(song).meter).toBe('6/8')
})

it('a song written as text can have triplets, chords, rests and repeated bars', () => {
  const song = written({ grips: { Am: 'x02210' } }, 'C4:2/3 D4:2/3 E4:2/3 -:2 Am:2 | % | C4+E4:6')
  const at = (ticks: number) =>
    song.tracks[0]?.notes.filter(note => note.ticks === ticks).map(({ name }) => name)
  expect([at(0), at(160), at(320), at(480)]).toEqual([['C4'], ['D4'], ['E4'], []])
  expect(at(960)).toEqual(['A2', 'E3', 'A3', 'C4', 'E4'])
  expect(at(1440 + 960)).toEqual(at(960))
  expect(at(2880)).toEqual(['C4', 'E4'])
})
