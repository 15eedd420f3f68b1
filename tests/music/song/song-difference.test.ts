import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Song, SongNote } from '../../../src/music/song/song.js'
import { songDifference } from '../../../src/music/song/song-difference.js'
import { rounds } from '../../support/rounds.js'
import { songFrom } from '../../support/song-from.js'

/** Reference algorithm: compares each note with all remaining notes of the second song. */
function plainly(one: readonly SongNote[], two: readonly SongNote[]) {
  const left = [...two]
  const both: [SongNote, SongNote][] = []
  const onlyFirst = one.filter(note => {
    const at = left.findIndex(
      ({ midi, time }) => midi === note.midi && Math.abs(time - note.time) * 1000 <= 1,
    )
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (found) both.push([note, found])
    return !found
  })
  return { onlyFirst, onlySecond: left.sort((a, b) => a.time - b.time || a.midi - b.midi), both }
}

/** Returns the first five note names and the number of remaining notes, as in the message. */
function listed(notes: readonly SongNote[]): string {
  const names = notes
    .slice(0, 5)
    .map(
      ({ midi, time }) =>
        `${midi === 60 ? 'C4' : 'C#4'} at 0:00.${`${Math.round(time * 1000)}`.padStart(3, '0')}`,
    )
  const more = notes.length - names.length
  return `Track 1: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} `
}

it('the song diff matches a comparison of all note pairs, in any note order', () => {
  // Times on a grid of 0.25 ms, close enough that a note can match several others.
  const notes = fc.array(
    fc.record({
      midi: fc.integer({ min: 60, max: 61 }),
      time: fc.integer({ min: 0, max: 40 }).map(step => step / 4000),
      duration: fc.constantFrom(0.5, 1),
      velocity: fc.constantFrom(0.5, 1),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(notes, notes, (first, second) => {
      const [one, two] = [first, second].map(notes => songFrom({ tracks: [{ notes }] })) as [Song, Song]
      const { onlyFirst, onlySecond, both } = plainly(one.tracks[0]?.notes ?? [], two.tracks[0]?.notes ?? [])
      const differing = (differ: (a: SongNote, b: SongNote) => boolean) =>
        both.filter(([a, b]) => differ(a, b)).map(([a]) => a)
      const reported = songDifference(one, two)
      const expected = [
        [onlyFirst, /only in the first/],
        [onlySecond, /only in the second/],
        [differing((a, b) => a.velocity !== b.velocity), /a different velocity/],
        [differing((a, b) => a.duration !== b.duration), /a different length/],
      ] as const
      for (const [those, words] of expected) {
        const sentence = reported.find(each => words.test(each))
        if (those.length === 0) expect(sentence).toBeUndefined()
        else expect(sentence?.startsWith(listed(those))).toBe(true)
      }
    }),
    rounds(500),
  )
})
