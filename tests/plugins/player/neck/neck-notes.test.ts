import { expect, it } from 'vitest'
import { createStore } from '../../../../src/core/platform/store.js'
import { createNeckNotes, shownNotes } from '../../../../src/plugins/player/neck/neck-notes.js'
import { PLAIN_MIX } from '../../../../src/plugins/player/playback/song-mix.js'
import { scoreOf } from '../../../../src/plugins/player/playback/song-score.js'
import type { PlaybackView, ShownTracks, SongView } from '../../../../src/plugins/player/tokens.js'
import { songOf } from '../playback/played-song.js'
import { openSongOf } from '../songs.js'

/** A voice, a second one on channel 3, and drums. */
function setUp(shown: ShownTracks = 'all') {
  const song = songOf([
    { notes: [[60, 0, 1]] },
    { channel: 2, notes: [[120, 1, 1]] },
    { channel: 9, notes: [[36, 0, 1]] },
  ])
  const view = createStore<SongView>({
    song: openSongOf(song),
    ...{ playing: false, waiting: false, fromMs: 0 },
    shown,
  })
  const practice = createStore<PlaybackView>({
    ...{ tempo: 100, loop: undefined, looping: false, step: 0, goal: 100, wait: false },
    ...PLAIN_MIX,
  })
  /** Pitches, as the neck shows them. */
  const shownPitches: number[][] = []
  const neck = createNeckNotes({
    view,
    playback: { view: practice },
    fingering: { show: notes => void shownPitches.push(notes.map(({ pitch }) => pitch)) },
  })
  return { neck, view, practice, shownPitches, song, score: scoreOf(song) }
}

it('the neck shows the tracks that it can, and knows their channels', () => {
  const { neck, shownPitches, score } = setUp()
  neck.load(score)
  expect(shownPitches).toEqual([[60, 120]])
  expect(neck.channels).toEqual(new Set([0, 2]))
  expect([0, 1, 2].map(neck.shows)).toEqual([true, true, false])
})

it('other tracks are shown when they are chosen', () => {
  const { neck, view, shownPitches, score } = setUp()
  neck.load(score)
  view.setState({ shown: 1 })
  neck.refresh()
  expect(shownPitches.at(-1)).toEqual([120])
  expect(neck.shown.moments).toEqual([1000])
  expect(neck.channels).toEqual(new Set([2]))
})

it('what was worked out before is not worked out again', () => {
  const { neck, song, score } = setUp()
  const ready = shownNotes({ song, score, mix: PLAIN_MIX, isShown: track => track === 0 })
  neck.load(score, ready)
  expect(neck.shown).toBe(ready)
})
