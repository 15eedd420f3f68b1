/** Records what is played: alone, or over the song that plays; and keeps the last two minutes in any case. */
import type { EventBus } from '../../core/events/event-bus.js'
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import type { Song } from '../../core/music/song/song.js'
import { tempoMap } from '../../core/music/song/tempo-map.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'
import { MIDI_EVENT, SONG_PORT } from '../midi-io/tokens.js'
import {
  type PlaybackSettings,
  SONG_CLOSED,
  SONG_PLAYING,
  SONG_REPEATED,
  type SongSession,
} from '../player/tokens.js'
import { createRecentEvents } from './take/recent-events.js'
import { takeSong, takeTracks } from './take/take-song.js'

const SENTENCES = phrases({ nothing: 'Nothing was played in the last two minutes.' })

export interface RecorderView {
  readonly recording: boolean
  /** Whether it is recorded over the song. */
  readonly over: boolean
  /** When it began, on the clock. */
  readonly sinceMs: number
  readonly notes: number
}

export interface Recorder extends Disposable {
  readonly view: ReadonlyStore<RecorderView>
  /** Records from now on. @param over the song: it begins to play */
  start(over: boolean): void
  /** @returns what was recorded; `undefined` where nothing was played */
  stop(): Song | undefined
  /** What was played in the last two minutes. @throws SentenceError `nothing_played` */
  lastPlayed(): Song
  /** Drops everything: of a user who has logged out. */
  forget(): void
}

export interface RecorderParts {
  readonly clock: Pick<ClockPort, 'now' | 'date'>
  readonly events: Pick<EventBus, 'on'>
  readonly session: Pick<SongSession, 'view' | 'positionMs' | 'play' | 'stop'>
  readonly playback: Pick<PlaybackSettings, 'view'>
  readonly portName: (portId: string) => string
  /** The song that plays has stopped: the take is over. */
  readonly onEnd: () => void
}

const IDLE: RecorderView = { recording: false, over: false, sinceMs: 0, notes: 0 }

interface Placed {
  readonly event: MidiEvent
  /** In milliseconds of the song. */
  readonly songMs: number
}

export function createRecorder(parts: RecorderParts): Recorder {
  const { clock, events, session, playback, portName, onEnd } = parts
  const view = createStore<RecorderView>(IDLE)
  const recent = createRecentEvents()
  let taken: MidiEvent[] = []
  let placed: Placed[] = []

  /** Where the song was at a moment of the input's clock: while it counts in, before its beginning. */
  const songMsAt = (at: number) => {
    const rate = session.view.getState().waiting ? 0 : playback.view.getState().tempo / 100
    return session.positionMs() - (clock.now() - at) * rate
  }

  const isPlayed = (event: MidiEvent) =>
    event.portId !== SONG_PORT &&
    (event.kind === 'note' || event.kind === 'controller' || event.kind === 'bend')

  const title = () => {
    const date = clock.date()
    const two = (number: number) => String(number).padStart(2, '0')
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    return `Take ${day} ${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`
  }

  const overSong = (): Song | undefined => {
    const { song } = session.view.getState()
    if (!song || !placed.some(({ event }) => event.kind === 'note' && event.on)) return undefined
    const { header, tracks } = song.song
    const msOf = new Map(placed.map(({ event, songMs }) => [event, songMs]))
    const added = takeTracks({
      events: placed.map(({ event }) => event),
      msOf: event => msOf.get(event) ?? 0,
      // Played to its end, the song rests at its beginning already.
      endMs: Math.max(session.positionMs() || song.lengthMs, placed.at(-1)?.songMs ?? 0),
      map: tempoMap(header.tempos, header.ppq),
      portName,
    })
    const name = `${header.name || song.title} + ${title()}`
    return { header: { ...header, name }, tracks: [...tracks, ...added] }
  }

  const listening = [
    events.on(MIDI_EVENT, event => {
      if (!isPlayed(event)) return
      recent.add(event)
      const { recording, over, notes } = view.getState()
      if (!recording) return
      if (over) placed.push({ event, songMs: songMsAt(event.at) })
      else taken.push(event)
      if (event.kind === 'note' && event.on) view.setState({ notes: notes + 1 })
    }),
    events.on(SONG_PLAYING, playing => {
      const { recording, over } = view.getState()
      if (!playing && recording && over) onEnd()
    }),
    // Each time through a loop is a try of its own: the last one is kept.
    events.on(SONG_REPEATED, () => {
      placed = []
      if (view.getState().over) view.setState({ notes: 0 })
    }),
    events.on(SONG_CLOSED, () => {
      placed = []
    }),
  ]

  return {
    view,
    start(over) {
      if (view.getState().recording) return
      taken = []
      placed = []
      view.setState({ recording: true, over, sinceMs: clock.now(), notes: 0 })
      if (over) session.play()
    },
    stop() {
      const { recording, over } = view.getState()
      if (!recording) return undefined
      const isNote = (event: MidiEvent) => event.kind === 'note' && event.on
      const song = over
        ? overSong()
        : taken.some(isNote)
          ? takeSong(title(), taken, clock.now(), portName)
          : undefined
      view.setState(IDLE)
      if (over) session.stop()
      taken = []
      placed = []
      return song
    },
    lastPlayed() {
      const list = recent.list(clock.now())
      const first = list.findIndex(event => event.kind === 'note' && event.on)
      if (first < 0) throw new SentenceError('nothing_played', SENTENCES.nothing, {})
      return takeSong(title(), list.slice(first), clock.now(), portName)
    },
    forget() {
      recent.clear()
      taken = []
      placed = []
      view.setState(IDLE)
    },
    dispose() {
      for (const each of listening) each.dispose()
      recent.clear()
    },
  }
}
