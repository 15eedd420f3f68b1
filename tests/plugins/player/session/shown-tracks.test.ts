import { expect, it } from 'vitest'
import type { SongTrackView } from '../../../../src/plugins/midi-file/tokens.js'
import {
  checkTrack,
  isShown,
  remembered,
  toggledTrack,
  trackNames,
} from '../../../../src/plugins/player/session/shown-tracks.js'

/** Three voices and a drum kit, which a neck cannot show. */
const BAND = { tracks: [true, true, false, true].map(trackOf) }
const [VOICE, SECOND, DRUMS, THIRD] = [0, 1, 2, 3] as const

it('one, several or all playable tracks can be shown', () => {
  const shownOf = (shown: 'all' | number | number[]) =>
    BAND.tracks.map(({ index }) => isShown(BAND, shown, index))
  expect(shownOf('all')).toEqual([true, true, false, true])
  expect(shownOf(SECOND)).toEqual([false, true, false, false])
  expect(shownOf([VOICE, THIRD])).toEqual([true, false, false, true])
})

it('all tracks are shown if the stored track no longer exists', () => {
  expect(remembered(BAND, [VOICE, THIRD])).toEqual([VOICE, THIRD])
  expect([remembered(BAND, [VOICE, 4]), remembered(BAND, DRUMS)]).toEqual(['all', 'all'])
})

it('toggling a track shows or hides it', () => {
  expect(toggledTrack(BAND, 'all', SECOND)).toEqual([VOICE, THIRD])
  expect(toggledTrack(BAND, [VOICE, THIRD], THIRD)).toBe(VOICE)
  expect(toggledTrack(BAND, VOICE, THIRD)).toEqual([VOICE, THIRD])
  expect(toggledTrack(BAND, [VOICE, THIRD], SECOND)).toBe('all')
  // The only shown track cannot be hidden.
  expect(toggledTrack(BAND, THIRD, THIRD)).toBe(THIRD)
})

it.each([
  ['its number is too high', BAND, 4],
  ['it has drums', BAND, DRUMS],
  ['the song is missing', undefined, VOICE],
])('a track is rejected if %s', (_, song, track) => {
  expect(() => checkTrack(song, track)).toThrow(`The song has no track ${track + 1}`)
})

function trackOf(playable: boolean, index: number): SongTrackView {
  return { index, name: '', instrument: '', notes: 1, channel: index + 1, playable }
}

it('tracks with the same name are numbered and labeled with their instrument', () => {
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
