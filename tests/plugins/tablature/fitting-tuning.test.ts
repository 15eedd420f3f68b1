import { expect, it } from 'vitest'
import { TUNINGS } from '../../../src/core/music/guitar/tunings.js'
import { fittingTuning } from '../../../src/plugins/tablature/song-tuning.js'

const tuningOf = (name: string) => TUNINGS.find(each => each.name === name) ?? expect.unreachable()
const fitting = (pitches: readonly number[], name = 'Standard', capo = 0) =>
  fittingTuning(pitches, { tuning: tuningOf(name), capo })?.name

it.each([
  ['Half-step down', [39, 44, 64]],
  ['Drop D', [38, 64]],
  ['Drop C', [36, 64]],
])('%s is the nearest that has the notes %j', (name, pitches) => {
  expect(fitting(pitches)).toBe(name)
})

it('none is offered where all notes are in range, or none has them all', () => {
  expect(fitting([40, 64])).toBeUndefined()
  expect(fitting([20, 64])).toBeUndefined()
})

it('it is of the same instrument, with as many strings', () => {
  expect(fitting([26], 'Bass, 4 strings')).toBe('Bass, drop D')
  expect(fitting([20], 'Bass, 4 strings')).toBeUndefined()
})

it('it has the notes with the capo, too', () => {
  expect(fitting([39], 'Standard', 1)).toBe('Drop D')
})

it('none is offered in place of a tuning that is not built in', () => {
  const tuning = { id: 'own:1', name: 'Mine', strings: [64, 59, 55, 50, 45, 40] }
  expect(fittingTuning([39], { tuning, capo: 0 })).toBeUndefined()
})
