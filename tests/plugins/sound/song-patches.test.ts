import { expect, it } from 'vitest'
import { patchesOfSong } from '../../../src/plugins/sound/song-patches.js'
import { songFrom } from '../../support/song-from.js'

it('a song needs the instruments of its notes, techniques, program changes and mix', () => {
  const song = songFrom({
    tracks: [
      {
        channel: 0,
        instrument: { number: 25 },
        notes: [{ midi: 40, time: 0, duration: 1, velocity: 1, techniques: ['palm-mute'] }],
        programChanges: [{ time: 1, number: 30 }],
      },
      { channel: 9, instrument: { number: 8 }, notes: [{ midi: 36, time: 0, duration: 1, velocity: 1 }] },
      { channel: 1, instrument: { number: 33 }, notes: [{ midi: 36, time: 0, duration: 1, velocity: 1 }] },
      { channel: 2, instrument: { number: 60 }, notes: [] },
    ],
  })
  const drums = { program: 8, isDrums: true }
  const programs = (numbers: readonly number[]) => numbers.map(program => ({ program }))
  expect(patchesOfSong(song, new Map())).toEqual([...programs([25, 30, 28, 33]), drums])
  expect(patchesOfSong(song, new Map([[2, { program: 39 }]]))).toEqual([...programs([25, 30, 28, 39]), drums])
})
