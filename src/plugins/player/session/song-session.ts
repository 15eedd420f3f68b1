import { publishCondition } from '../../../core/commands/command-registry.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, EVENTS } from '../../../core/kernel/tokens.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { inSlices, partOf, type Steps } from '../../../core/platform/steps.js'
import { createStore, type Disposable, type Store } from '../../../core/platform/store.js'
import type { Song } from '../../../music/song/song.js'
import { EMPTY_SCORE, type SongScore, scoreSteps } from '../../../music/song/song-events.js'
import { type BarGrid, barGrid, lastBarOf } from '../../../music/song/song-time.js'
import { NECK_VIEW, type NeckMark } from '../../fretboard/tokens.js'
import { SONG_READER, type SongReader, type SongSummary } from '../../midi-file/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../midi-io/tokens.js'
import { USUAL_NECK } from '../neck/fingering.js'
import { createNeckNotes, createUpcomingNotes, type ShownNotes, shownNoteSteps } from '../neck/neck-notes.js'
import { createNeckPlayback, type NeckPlaybackParts } from '../neck/neck-playback.js'
import { createTransport, type TransportParts } from '../playback/transport.js'
import {
  type OpenSong,
  type ShownTracks,
  SONG_CLOSED,
  SONG_NOTICES,
  SONG_OPENED,
  SONG_PAGES,
  type SongSession,
  type SongView,
} from '../tokens.js'
import {
  type RememberedTracks,
  SESSION_FINGERING,
  SESSION_PLAYBACK,
  type SessionFingering,
  type SongPlaybackSettings,
  UPCOMING_MARKS,
} from './session-services.js'
import {
  checkTrack,
  isSameTracks,
  isShown,
  remembered,
  type TakingNeck,
  toggledTrack,
  usualTracks,
} from './shown-tracks.js'

const EMPTY: SongView = {
  song: undefined,
  shown: 'all',
  playing: false,
  waiting: false,
  awaited: [],
  counting: 0,
  fromMs: 0,
}

export interface SongSessionParts
  extends Pick<TransportParts, 'clock' | 'output' | 'events' | 'notices' | 'log'>,
    Pick<NeckPlaybackParts, 'input'> {
  readonly summaryOf: SongReader['summaryOf']
  readonly playback: SongPlaybackSettings
  readonly fingering: SessionFingering
  readonly neck?: () => TakingNeck
  readonly marks: Store<readonly NeckMark[]>
}

export function songSession(context: PluginContext): SongSession & Disposable {
  const { get, find, scope, log } = context
  const session = createSongSession({
    clock: get(CLOCK),
    input: get(MIDI_INPUT),
    output: get(MIDI_OUTPUT),
    events: get(EVENTS),
    notices: get(SONG_NOTICES),
    log,
    summaryOf: get(SONG_READER).summaryOf,
    marks: get(UPCOMING_MARKS),
    playback: get(SESSION_PLAYBACK),
    fingering: get(SESSION_FINGERING),
    neck: () => {
      const view = find(NECK_VIEW)?.getState() ?? USUAL_NECK
      return ('own' in view && view.own) || view
    },
  })
  publishCondition(context, 'player.song', session.view, ({ song }) => song !== undefined)
  publishCondition(context, 'player.playing', session.view, ({ playing }) => playing)
  scope.onDispose(
    get(COMMANDS).conditions.subscribe(({ route }, before) => {
      if (route !== before.route && !SONG_PAGES.some(page => page === route)) session.stop()
    }),
  )
  return session
}

export function createSongSession(parts: SongSessionParts): SongSession & Disposable {
  const { clock, events, log, playback, fingering, marks } = parts
  const view = createStore<SongView>(EMPTY)
  let open: ReadySong | undefined
  let isOpening = false

  const neck = createNeckNotes({ view, playback, fingering })
  const seen = createNeckPlayback({ input: parts.input, fingering, neck })
  const transport = createTransport({ ...parts, view, neck, seen, onChange: () => upcoming.changed() })
  const upcoming = createUpcomingNotes({
    clock,
    marks,
    now: () => {
      const { song, playing, waiting } = view.getState()
      if (!song || isOpening) return undefined
      return {
        times: neck.shown.times,
        positionOf: fingering.litPositionOf,
        positionMs: transport.positionMs(),
        moving: playing && !waiting,
        waiting,
        isPlayed: index => transport.isStruck(neck.shown.notes[index]?.pitch ?? -1),
        rate: transport.rate,
        loop: transport.loop,
        aheadMs: playback.options.getState().upcomingMs,
      }
    },
  })

  const stopSettings = playback.view.subscribe((now, before) => {
    if (!isOpening) transport.followSettings(now, before)
  })
  const stopFingering = fingering.view.subscribe(upcoming.changed)

  const putIn = (ready: ReadySong) => {
    const { song, score, grid } = ready
    transport.stop()
    isOpening = true
    try {
      const tracks = remembered(song, playback.begin(rememberedTracks(song)), ready.usual)
      view.setState({ ...EMPTY, song, shown: tracks }, true)
      fingering.forget()
      // The song may have been transposed while it was being prepared.
      const { transpose } = playback.view.getState()
      const holds = isSameTracks(tracks, ready.tracks) && transpose === ready.transpose
      neck.load(score, holds ? ready.shown : undefined)
      transport.load(score, grid)
      view.setState({ fromMs: transport.loop?.fromMs ?? 0 })
    } finally {
      isOpening = false
    }
    open = ready
    upcoming.changed()
    events.emit(SONG_OPENED, song)
  }

  const takeOut = () => {
    transport.stop()
    open = undefined
    view.setState(EMPTY, true)
    playback.end()
    fingering.forget()
    neck.load(EMPTY_SCORE)
    transport.load(EMPTY_SCORE)
    events.emit(SONG_CLOSED, undefined)
  }

  /** If opening fails, reopens the previous song at its beginning. */
  const put = (ready: ReadySong) => {
    const before = open
    try {
      putIn(ready)
    } catch (thrown) {
      try {
        if (before) putIn(before)
        else takeOut()
      } catch (again) {
        log.error('Couldn’t restore the previous song', again)
        takeOut()
      }
      throw thrown
    }
  }

  const opening = createSongOpening({ ...parts, neck: parts.neck ?? (() => USUAL_NECK), put })

  const showTracks = (tracks: ShownTracks) => {
    view.setState({ shown: tracks })
    playback.keepShown(open && isSameTracks(tracks, open.usual) ? undefined : tracks)
    neck.refresh()
    transport.followTracks()
  }

  return {
    view,
    openSong: opening.openSong,
    describe: opening.describe,
    play: transport.play,
    stop: transport.stop,
    seek: transport.seek,
    positionMs: transport.positionMs,
    startsInMs: transport.startsInMs,
    barNow() {
      const { song } = view.getState()
      return song ? Math.min(song.bars, song.barBeatAt(transport.positionMs()).bar) : 1
    },
    close() {
      opening.end()
      takeOut()
    },
    rename(title) {
      const { song } = view.getState()
      if (song) view.setState({ song: { ...song, title } })
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
      opening.end()
      transport.dispose()
      stopSettings()
      stopFingering()
      upcoming.dispose()
    },
  }
}

export interface ReadySong {
  readonly song: OpenSong
  readonly score: SongScore
  readonly grid: BarGrid
  readonly usual: ShownTracks
  /** Remembered tracks if the song still has them, otherwise the default. */
  readonly tracks: ShownTracks
  readonly shown: ShownNotes
  readonly transpose: number
}

const STEPS = { scored: 0.75, chosen: 0.8 } as const

interface SongOpeningParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly summaryOf: SongReader['summaryOf']
  readonly playback: Pick<SongPlaybackSettings, 'recall'>
  readonly neck: () => TakingNeck
  readonly put: (ready: ReadySong) => void
}

export function createSongOpening({
  clock,
  summaryOf,
  playback,
  neck,
  put,
}: SongOpeningParts): Pick<SongSession, 'openSong' | 'describe'> & { end(): void } {
  let current: AbortController | undefined

  function* steps(
    { song }: { readonly song: OpenSong['song'] },
    summary: ReturnType<typeof summaryOf>,
  ): Steps<ReadySong> {
    const open = openSongOf(song, summary)
    const score = yield* partOf(scoreSteps(song), 0, STEPS.scored)
    const { practice: mix, shown } = playback.recall(rememberedTracks(open))
    const usual = yield* partOf(usualTracks(open, neck()), STEPS.scored, STEPS.chosen)
    const tracks = remembered(open, shown, usual)
    const parts = { song, score, mix, isShown: (track: number) => isShown(open, tracks, track) }
    return {
      song: open,
      score,
      grid: barGrid(song),
      usual,
      tracks,
      shown: yield* partOf(shownNoteSteps(parts), STEPS.chosen, 1),
      transpose: mix.transpose,
    }
  }

  return {
    async openSong(reading, name, { signal, onProgress, key } = {}) {
      current?.abort()
      const mine = new AbortController()
      current = mine
      const cancel = () => mine.abort()
      if (signal?.aborted) cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        await inSlices(
          steps(reading, { ...summaryOf(reading, name), ...(key !== undefined && { key }) }),
          { clock, signal: mine.signal, onProgress },
          put,
        )
        return true
      } catch (thrown) {
        if (mine.signal.aborted) return false
        throw thrown
      } finally {
        signal?.removeEventListener('abort', cancel)
        if (current === mine) current = undefined
      }
    },
    describe: (reading, name) => openSongOf(reading.song, summaryOf(reading, name)),
    end: () => current?.abort(),
  }
}

export function rememberedTracks({ key, firstBar, bars, song }: OpenSong): RememberedTracks {
  return { key, firstBar, bars, tracks: song.tracks.length }
}

export function openSongOf(song: Song, summary: SongSummary): OpenSong {
  const { lengthMs } = summary
  const grid = barGrid(song)
  const { firstBar, barBeatAt, barStart } = grid
  return { ...summary, song, firstBar, bars: lastBarOf(grid, lengthMs), barBeatAt, barStart }
}
