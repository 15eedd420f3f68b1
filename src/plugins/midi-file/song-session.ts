/** The open song: putting it in and taking it out, which of its tracks the neck shows, and who does what with it. */
import type { Disposable } from '../../core/platform/disposable.js'
import { createStore, type Store } from '../../core/platform/store.js'
import type { NeckMark } from '../fretboard/tokens.js'
import { createComingNotes } from './coming-notes.js'
import { createNeckNotes } from './neck-notes.js'
import { practisedSong, type ReadySong } from './ready-song.js'
import { createSeenNotes, type SeenNotesParts } from './seen-notes.js'
import { checkTrack, isSameTracks, remembered, toggledTrack } from './shown-tracks.js'
import { createSongLoading, type SongLoadingParts } from './song-loading.js'
import { createSongPlayback, type SongPlaybackParts } from './song-playback.js'
import { EMPTY_SCORE } from './song-score.js'
import type { SongPlacesKeeper, SongPracticeKeeper } from './tokens/practice.js'
import { type ShownTracks, SONG_CLOSED, SONG_OPENED, type SongSession, type SongView } from './tokens.js'

const EMPTY: SongView = {
  song: undefined,
  reading: undefined,
  problem: undefined,
  shown: 'all',
  playing: false,
  waiting: false,
  fromMs: 0,
}

export interface SongSessionParts
  extends Pick<SongLoadingParts, 'read' | 'showsProblems'>,
    Pick<SongPlaybackParts, 'clock' | 'output' | 'events' | 'notices' | 'log' | 'settings'>,
    Pick<SeenNotesParts, 'input'> {
  readonly practice: SongPracticeKeeper
  readonly places: SongPlacesKeeper
  /** Takes the outlines of the next notes. */
  readonly marks: Store<readonly NeckMark[]>
}

export function createSongSession(parts: SongSessionParts): SongSession & Disposable {
  const { clock, events, log, practice, places, settings, marks } = parts
  const view = createStore<SongView>(EMPTY)
  let open: ReadySong | undefined
  /** A song is half in: nothing of it is shown or played, and nothing of the one before. */
  let putting = false

  const neck = createNeckNotes({ view, practice, places })
  const seen = createSeenNotes({ input: parts.input, places, neck })
  const playback = createSongPlayback({ ...parts, view, neck, seen, onChange: () => coming.changed() })
  const coming = createComingNotes({
    clock,
    marks,
    now: () => {
      const { song, playing, waiting } = view.getState()
      if (!song || putting) return undefined
      const { comingNotes, comingMs } = settings.getState()
      return {
        times: neck.shown.times,
        placeOf: places.litAt,
        positionMs: playback.positionMs(),
        moving: playing && !waiting,
        rate: playback.rate,
        loop: playback.loop,
        aheadMs: comingNotes ? comingMs : 0,
      }
    },
  })

  const stopPractice = practice.view.subscribe((now, before) => {
    if (!putting) playback.followPractice(now, before)
  })
  const stopPlaces = places.view.subscribe(coming.changed)

  const putIn = (ready: ReadySong) => {
    const { song, score, grid } = ready
    playback.stop()
    putting = true
    try {
      const tracks = remembered(song, practice.begin(practisedSong(song)))
      view.setState({ ...EMPTY, song, shown: tracks }, true)
      places.forget()
      // What is remembered may have changed since: where the same song is open, and was transposed meanwhile.
      const { transpose } = practice.view.getState()
      const holds = isSameTracks(tracks, ready.tracks) && transpose === ready.transpose
      neck.load(score, holds ? ready.shown : undefined)
      playback.load(score, grid)
      view.setState({ fromMs: playback.loop?.fromMs ?? 0 })
    } finally {
      putting = false
    }
    open = ready
    coming.changed()
    events.emit(SONG_OPENED, song)
  }

  const takeOut = () => {
    playback.stop()
    open = undefined
    view.setState(EMPTY, true)
    practice.end()
    places.forget()
    neck.load(EMPTY_SCORE)
    playback.load(EMPTY_SCORE)
    events.emit(SONG_CLOSED, undefined)
  }

  /** A song is put in whole or not at all: where a step fails the one before comes back, at its beginning. */
  const put = (ready: ReadySong) => {
    const before = open
    try {
      putIn(ready)
    } catch (thrown) {
      try {
        if (before) putIn(before)
        else takeOut()
      } catch (again) {
        log.error('The song before could not be put back', again)
        takeOut()
      }
      throw thrown
    }
  }

  const loading = createSongLoading({ ...parts, view, put })

  const showTracks = (tracks: ShownTracks) => {
    view.setState({ shown: tracks })
    practice.keepShown(tracks)
    neck.refresh()
    playback.followTracks()
  }

  return {
    view,
    open: loading.open,
    openSong: loading.openSong,
    dismissProblem: loading.dismissProblem,
    play: playback.play,
    stop: playback.stop,
    seek: playback.seek,
    positionMs: playback.positionMs,
    close() {
      loading.end()
      takeOut()
    },
    show(track) {
      const { song, shown: before } = view.getState()
      if (track !== 'all') checkTrack(song, track)
      if (track !== before) showTracks(track)
    },
    toggleShown(track) {
      const { song, shown: before } = view.getState()
      checkTrack(song, track)
      const tracks = toggledTrack(song, before, track)
      if (tracks !== before) showTracks(tracks)
    },
    dispose() {
      loading.end()
      playback.dispose()
      stopPractice()
      stopPlaces()
      coming.dispose()
    },
  }
}
