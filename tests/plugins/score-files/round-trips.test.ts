/** Writes every test file in other formats and checks that reading it back changes no note. */
import { strFromU8, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Song } from '../../../src/music/song/song.js'
import { songDifference } from '../../../src/music/song/song-difference.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import { writeScore } from '../../../src/plugins/score-files/writing/write-score.js'
import { songFrom } from '../../support/song-from.js'
import { bytesOf, givenFile, HAS_GIVEN_FILES, SOME_FILES, TRIED_FILES } from './given-files.js'
import { noteFacts, withoutOwn } from './note-facts.js'

const read = async (bytes: Uint8Array): Promise<Song> => (await readChecked(bytes)).song as Song

/** Returns the content read from the MusicXML elements alone. */
function elementsOf({ header, tracks, score }: Song) {
  const { timeSignatures, keySignatures } = header
  const parts = tracks.map(({ name, tuning, capo, notes }) => [
    [name, capo, tuning].join(' '),
    ...notes.map(({ midi, ticks, string, fret }) => [ticks, midi, string, fret].join(' ')),
  ])
  return { timeSignatures, keySignatures, bars: score?.bars, parts }
}

describe.skipIf(!HAS_GIVEN_FILES)('score round trips', () => {
  it.each(SOME_FILES)('the MusicXML elements of %s contain its bars, keys and notes', async (_, file) => {
    const song = await read(bytesOf(file))
    const again = await read(withoutOwn(writeScore(song, 'musicxml', 'auto')))
    expect(elementsOf(again)).toEqual(elementsOf(song))
  })

  it.each(TRIED_FILES)('a round trip of %s keeps every note, position and technique', async (_, file) => {
    const song = await read(bytesOf(file))
    for (const format of ['musicxml', 'gp'] as const) {
      const again = await read(writeScore(song, format, 'auto'))
      expect(noteFacts(again), format).toEqual(noteFacts(song))
      expect(songDifference(song, again), format).toEqual([])
    }
  })

  it('notes changed by another program are read from the MusicXML elements', async () => {
    const song = await read(givenFile('serenade.gp5'))
    const text = strFromU8(writeScore(song, 'musicxml', 'auto'))
    // The first note appears both on the staff and in the tablature.
    const edited = [1, 2].reduce((now, staff) => {
      const note = [...now.matchAll(/<note>.*?<\/note>/g)].find(([each]) =>
        each.includes(`<staff>${staff}</staff>`),
      )
      return note ? now.replace(note[0], note[0].replace(/<pitch>.*?<\/pitch>/, '<rest/>')) : now
    }, text)
    const again = await read(strToU8(edited))
    const { parts: [[track, first, ...others] = [], ...rest] = [] } = elementsOf(song)
    expect(first).toBeDefined()
    expect(elementsOf(again).parts).toEqual([[track, ...others], ...rest])
  })
})

describe.skipIf(!HAS_GIVEN_FILES)('notes moved to another string', () => {
  it.each(['musicxml', 'gp'] as const)(
    'a moved note keeps its new string in %s, and other notes stay unchanged',
    async format => {
      const song = await read(givenFile('serenade.gp5'))
      // The C4 at fret 3 of the A string can also be played at fret 7 of the F string.
      const [first, ...others] = song.tracks[0]?.notes ?? []
      expect(first).toMatchObject({ string: 2, fret: 3 })
      if (first) Object.assign(first, { string: 3, fret: 7 })
      const again = await read(writeScore(song, format, 'auto'))
      expect(again.tracks[0]?.notes[0]).toMatchObject({ midi: first?.midi, string: 3, fret: 7 })
      expect(again.tracks[0]?.notes.slice(1)).toEqual(others)
    },
  )
})

it.skipIf(!HAS_GIVEN_FILES)('a retuned track keeps its tuning unless a note has no string', async () => {
  const song = await read(givenFile('serenade.gp5'))
  const [track] = song.tracks
  if (!track?.tuning) return expect.unreachable()
  const placesOf = ({ tracks: [first] }: Song) => [
    first?.tuning?.at(-1),
    ...(first?.notes ?? []).slice(0, 20).map(({ midi, string, fret = 0 }) => [midi, string, fret]),
  ]
  const before = placesOf(song)
  Object.assign(track, { tuning: track.tuning.map(open => open - 2) })
  for (const note of track.notes) Object.assign(note, { fret: (note.fret ?? 0) + 2 })
  const after = placesOf(song)
  expect(placesOf(await read(writeScore(song, 'gp', 'auto')))).toEqual(after)
  Object.assign(track.notes[3] ?? {}, { string: undefined })
  expect(placesOf(await read(writeScore(song, 'gp', 'auto')))).toEqual(before)
})

const claiming = (content: Record<string, unknown>) =>
  songFrom({ version: 2, tracks: [], score: { format: 'alphatab-1', content, bars: [] } })

it.each([
  ['a number of bars instead of bars', { masterbars: 5 }],
  ['invalid beats', { masterbars: [{}], tracks: [{ staves: [{ bars: [{ voices: [{ beats: 7 }] }] }] }] }],
])('a song with a corrupt score (%s) is rejected with a message', (_, content) => {
  expect(() => writeScore(claiming(content), 'musicxml', 'auto')).toThrow('This song’s score is damaged.')
})
