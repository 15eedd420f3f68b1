import { expect, it } from 'vitest'
import { trackNames } from '../../../../src/plugins/player/session/track-names.js'

it('gives tracks of the same name their number and instrument, and leaves other names alone', () => {
  const tracks = [
    ['Guitar', 'Nylon-string guitar'],
    ['Bass', 'Fingered bass'],
    ['Guitar', 'Steel-string guitar'],
    ['', 'Drums'],
    ['', 'Grand piano'],
  ].map(([name = '', instrument = ''], index) => ({
    ...{ index, name, instrument, notes: 1, channel: index + 1, playable: true },
  }))
  const named = (unnamed: (index: number) => string) => [
    ...trackNames(tracks, {
      unnamed: ({ index }) => unnamed(index),
      instrument: ({ instrument }) => instrument,
    }).values(),
  ]
  expect(named(index => `Track ${index + 1}`)).toEqual([
    'Guitar (1) · Nylon-string guitar',
    'Bass',
    'Guitar (2) · Steel-string guitar',
    'Track 4',
    'Track 5',
  ])
  expect(named(() => 'Piano')[4]).toBe('Piano (2) · Grand piano')
})
