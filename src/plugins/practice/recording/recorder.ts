import type { EventBus } from '../../../core/events/event-bus.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import type { Song } from '../../../music/song/song.js'
import { tempoMap } from '../../../music/song/song-time.js'
import { MIDI_EVENT, PORTS_CHANGED, SONG_PORT } from '../../midi-io/tokens.js'
import {
  type OpenSong,
  type PlaybackSettings,
  SONG_CLOSED,
  SONG_PLAYING,
  SONG_REPEATED,
  type SongSession,
} from '../../player/tokens.js'
import { TAKE_ENDED } from '../tokens.js'
import { asHeard, type Grid, notesOf, punchedIn, type TakeNeck, takeSong, takeTracks } from './take-song.js'
import { type BarSpan, bestTries, joinedTries, type Placed, type Try } from './tries.js'

const SENTENCES = phrases({
  nothing: 'Nothing was played in the last two minutes.',
  noTries: 'There are no takes to choose from. Record over a loop first.',
  noTry: 'Bar {{bar}} has no take {{attempt}}. Choose a bar in the loop and a take from 1 to {{tries}}.',
})

export interface RecorderView {
  readonly recording: boolean
  readonly over: boolean
  readonly metronome: boolean
  /** Start of the recording on the application's clock, after the count-in. */
  readonly sinceMs: number
  /** Number of notes in the current pass; once finished, in the whole take. */
  readonly notes: number
  /** Number of passes in a looped recording, or 0. */
  readonly tries: number
  readonly played: boolean
}

export type Recorder = ReturnType<typeof createRecorder>

export const RECORDER = createToken<Recorder>('practice.recorder')

export interface RecorderParts {
  readonly clock: Pick<ClockPort, 'now'>
  readonly events: Pick<EventBus, 'on'>
  readonly session: Pick<SongSession, 'view' | 'positionMs' | 'startsInMs' | 'play' | 'stop'>
  readonly playback: Pick<PlaybackSettings, 'view'>
  readonly title: () => string
  readonly portName: (portId: string) => string
  readonly neck: () => TakeNeck | undefined
  readonly connected: () => readonly string[]
  readonly onEnd: (why: 'song' | 'device') => void
}

const IDLE: RecorderView = {
  recording: false,
  over: false,
  metronome: false,
  sinceMs: 0,
  notes: 0,
  tries: 0,
  played: false,
}
const MOST_TRIES = 50
const EARLY_MS = 150 // an early first note still belongs to the take
const TAKE_NAME = / \+ Take,? [^+]+$/

interface Looped {
  readonly song: OpenSong
  readonly bars: readonly BarSpan[]
  readonly tries: readonly Try[]
  readonly chosen: ReadonlyMap<number, number>
}

function skipEmptyBars(grid: Grid, at: number): Grid {
  const barMs = (grid.beats * 60_000) / grid.bpm
  return { ...grid, beginAt: grid.beginAt + Math.floor((at - grid.beginAt) / barMs) * barMs }
}

const hasNotes = (placed: readonly Placed[]) => placed.some(({ event }) => event.kind === 'note' && event.on)

export function createRecorder(parts: RecorderParts) {
  const { clock, events, session, playback, title, portName, neck, connected, onEnd } = parts
  const view = createStore<RecorderView>(IDLE)
  const recent = createRecentEvents()
  let taken: MidiEvent[] = []
  let grid: Grid | undefined
  let placed: Placed[] = []
  let tries: Try[] = []
  let looped: Looped | undefined
  let ports = new Set<string>()
  const devices = new Set<string>() // excludes the neck and the computer keyboard
  let accuracyByBar: ReadonlyMap<number, number> | undefined

  const songMsAt = (at: number) => {
    const rate = session.view.getState().waiting ? 0 : playback.view.getState().tempo / 100
    return Math.max(0, session.positionMs() - (session.startsInMs() + clock.now() - at) * rate)
  }

  const isPlayed = (event: MidiEvent) =>
    event.portId !== SONG_PORT &&
    (event.kind === 'note' || event.kind === 'controller' || event.kind === 'bend')

  const nameOver = (song: OpenSong) =>
    `${(song.song.header.name || song.title).replace(TAKE_NAME, '')} + ${title()}`

  const tracksOf = (song: OpenSong, list: readonly Placed[]) => {
    const { header } = song.song
    const msOf = new Map(list.map(({ event, songMs }) => [event, songMs]))
    return takeTracks({
      events: list.map(({ event }) => event),
      msOf: event => msOf.get(event) ?? 0,
      // When the song has ended, its position is already back at 0.
      endMs: Math.max(session.positionMs() || song.lengthMs, list.at(-1)?.songMs ?? 0),
      map: tempoMap(header.tempos, header.ppq),
      ...{ portName, neck: neck() },
    })
  }

  const withTracks = (song: OpenSong, tracks: Song['tracks']): Song => ({
    header: { ...song.song.header, name: nameOver(song) },
    tracks,
  })

  const loopOf = (song: OpenSong): readonly BarSpan[] => {
    const { loop, looping } = playback.view.getState()
    if (!loop || !looping) return []
    return Array.from({ length: loop.to - loop.from + 1 }, (_, index) => {
      const bar = loop.from + index
      return { bar, fromMs: song.barStart(bar), toMs: song.barStart(bar + 1) }
    })
  }

  const songOfTries = (over: Looped): Song => {
    const { song, bars } = over
    const added = tracksOf(song, placedOf(over))
    view.setState({ notes: notesOf({ tracks: added }) })
    if (bars.length === 0) return withTracks(song, [...song.song.tracks, ...added])
    const [first, last] = [bars[0], bars.at(-1)]
    return withTracks(song, punchedIn(song.song.tracks, added, first?.fromMs ?? 0, last?.toMs ?? 0))
  }

  /** `bars` is empty if the loop was removed; the take is then a single pass. */
  const triesOver = (song: OpenSong): Looped | undefined => {
    const now: Try = { placed, untilMs: session.positionMs(), right: new Map() }
    const all = hasNotes(placed) ? [...tries, now] : tries
    if (all.length === 0) return undefined
    const bars = loopOf(song)
    const { transpose } = playback.view.getState()
    const heard = { ...song, song: asHeard(song.song, transpose) }
    return { song: heard, bars, tries: all, chosen: bestTries(all, bars) }
  }

  const placedOf = ({ bars, tries, chosen }: Looped): readonly Placed[] =>
    bars.length === 0 ? (tries.at(-1)?.placed ?? []) : joinedTries(tries, bars, chosen)

  const overSong = (): Song | undefined => {
    const { song } = session.view.getState()
    const over = song && triesOver(song)
    if (!over) return undefined
    if (over.bars.length > 0) looped = over
    return songOfTries(over)
  }

  const countOfTries = () => looped?.tries.length ?? 0

  const alone = (): Song | undefined => {
    const begin = grid ? grid.beginAt - EARLY_MS : Number.NEGATIVE_INFINITY
    const list = taken.filter(({ at }) => at >= begin)
    const first = list.find(event => event.kind === 'note' && event.on)
    if (!first) return undefined
    const from = grid && skipEmptyBars(grid, first.at + EARLY_MS)
    return takeSong(title(), list, clock.now(), { portName, neck: neck(), grid: from })
  }

  const reset = () => {
    taken = []
    placed = []
    tries = []
    accuracyByBar = undefined
    grid = undefined
    ports = new Set()
  }

  const listening = [
    events.on(MIDI_EVENT, event => {
      if (!isPlayed(event)) return
      recent.add(event)
      const { recording, over, notes, played } = view.getState()
      if (!played && event.kind === 'note' && event.on) view.setState({ played: true })
      if (!recording || (over && session.startsInMs() > EARLY_MS)) return
      ports.add(event.portId)
      if (over) placed.push({ event, songMs: songMsAt(event.at) })
      else taken.push(event)
      if (event.kind === 'note' && event.on) view.setState({ notes: notes + 1 })
    }),
    events.on(SONG_PLAYING, playing => {
      const { recording, over } = view.getState()
      if (!playing && recording && over) onEnd('song')
    }),
    events.on(SONG_REPEATED, () => {
      if (hasNotes(placed))
        tries = [
          ...tries,
          { placed, untilMs: Number.POSITIVE_INFINITY, right: accuracyByBar ?? new Map() },
        ].slice(-MOST_TRIES)
      placed = []
      accuracyByBar = undefined
      if (view.getState().over) view.setState({ notes: 0 })
    }),
    // The feedback take may end before or after the loop pass.
    events.on(TAKE_ENDED, ({ byBar }) => {
      const right = new Map(byBar.map(({ bar, right, written }) => [bar, right / written]))
      const last = tries.at(-1)
      if (hasNotes(placed)) accuracyByBar = right
      else if (last) tries = [...tries.slice(0, -1), { ...last, right }]
    }),
    events.on(SONG_CLOSED, () => {
      placed = []
      tries = []
    }),
    events.on(PORTS_CHANGED, ({ inputs }) => {
      const there = new Set(inputs.map(({ id }) => id))
      const isGone = [...ports].some(id => devices.has(id) && !there.has(id))
      for (const id of there) devices.add(id)
      if (view.getState().recording && isGone) onEnd('device')
    }),
  ]
  return {
    view,
    start(over: boolean, played?: Grid): void {
      if (view.getState().recording) return
      reset()
      for (const id of connected()) devices.add(id)
      grid = played
      view.setState({
        ...IDLE,
        played: view.getState().played,
        recording: true,
        over,
        metronome: played !== undefined,
        sinceMs: played?.beginAt ?? clock.now(),
      })
      if (over) session.play()
    },
    stop(): Song | undefined {
      const { recording, over } = view.getState()
      if (!recording) return undefined
      looped = undefined
      const song = over ? overSong() : alone()
      const { played, notes } = view.getState()
      view.setState({ ...IDLE, played, notes, tries: countOfTries() })
      if (over) session.stop()
      reset()
      return song
    },
    soFar(): Song | undefined {
      const { recording, over } = view.getState()
      if (!recording) return undefined
      if (!over) return alone()
      const { song } = session.view.getState()
      const made = song && triesOver(song)
      return made && withTracks(made.song, tracksOf(song, placedOf(made)))
    },
    /** @param bar bar number @param attempt pass number, from 1 @throws SentenceError `no_tries`, `no_try` */
    choose(bar: number, attempt: number): Song {
      if (!looped) throw new SentenceError('no_tries', SENTENCES.noTries, {})
      const count = looped.tries.length
      if (attempt > count || !looped.bars.some(each => each.bar === bar))
        throw new SentenceError('no_try', SENTENCES.noTry, { bar, attempt, tries: count })
      looped = { ...looped, chosen: new Map(looped.chosen).set(bar, attempt - 1) }
      return songOfTries(looped)
    },
    /** Returns the last two minutes of playing. @throws SentenceError `nothing_played` */
    lastPlayed(): Song {
      const list = recent.list(clock.now())
      const first = list.findIndex(event => event.kind === 'note' && event.on)
      if (first < 0) throw new SentenceError('nothing_played', SENTENCES.nothing, {})
      return takeSong(title(), list.slice(first), clock.now(), { portName, neck: neck() })
    },
    forget(): void {
      recent.clear()
      reset()
      looped = undefined
      view.setState(IDLE)
    },
    dispose(): void {
      for (const each of listening) each.dispose()
      recent.clear()
    },
  }
}

export const KEPT_MS = 120_000
const MOST_EVENTS = 60_000 // a guitar can send a thousand pitch bends per second

export function createRecentEvents() {
  let events: MidiEvent[] = []
  let first = 0

  const forget = (nowMs: number) => {
    while (
      first < events.length &&
      (nowMs - (events[first]?.at ?? 0) > KEPT_MS || events.length - first > MOST_EVENTS)
    )
      first += 1
    // Remove events in batches. Shifting the array for each event would be slow.
    if (first < 1024 && first < events.length) return
    events = events.slice(first)
    first = 0
  }

  return {
    add(event: MidiEvent): void {
      events.push(event)
      forget(event.at)
    },
    /** Returns the events of the last two minutes. @param nowMs time on the input's clock */
    list(nowMs: number): readonly MidiEvent[] {
      forget(nowMs)
      return events.slice(first)
    },
    clear(): void {
      events = []
      first = 0
    },
  }
}
