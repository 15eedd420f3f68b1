/** The open song: opening it, playing it through the one MIDI output and the one MIDI input, and what the neck shows of it. */
import type { EventBus } from '../../core/events/event-bus.js'
import type { NoticeBoard } from '../../core/events/notices.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import type { Logger } from '../../core/platform/logger.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { inSlices } from '../../core/platform/steps.js'
import { createStore, type ReadonlyStore, type Store } from '../../core/platform/store.js'
import type { NeckMark } from '../fretboard/tokens.js'
import { MIDI_EVENT, type MidiInput, type MidiOutput } from '../midi-io/tokens.js'
import { createAwaitedNotes } from './awaited-notes.js'
import { LARGEST_FILE_BYTES } from './chunks.js'
import { createComingNotes } from './coming-notes.js'
import { MidiFileError } from './midi-file-error.js'
import { createOpening } from './opening.js'
import type { PlaySettings } from './practice-settings.js'
import type { SongReading } from './read-midi-file.js'
import type { ReadingControl } from './reading-control.js'
import { practisedSong, type ReadySong, readySteps } from './ready-song.js'
import { createSeenNotes } from './seen-notes.js'
import { NO_NOTES, type ShownNotes, shownNotes } from './shown-notes.js'
import { checkTrack, isSameTracks, isShown, remembered, toggledTrack } from './shown-tracks.js'
import type { Stretch } from './song-limits.js'
import type { SongMix } from './song-mix.js'
import { createSongPlayer } from './song-player.js'
import { problemOf } from './song-problem.js'
import { EMPTY_SCORE, firstNotBelow } from './song-score.js'
import type { SongPlacesKeeper, SongPracticeKeeper } from './tokens/practice.js'
import {
  type OpenSong,
  type PracticeView,
  type ShownTracks,
  SONG_CLOSED,
  SONG_OPENED,
  SONG_PLAYING,
  SONG_PORT,
  type SongProblem,
  type SongReader,
  type SongSession,
  type SongView,
} from './tokens.js'

const SENTENCES = phrases({
  stopped: 'The song was stopped: {{reason}}',
})

const EMPTY: SongView = {
  song: undefined,
  reading: undefined,
  problem: undefined,
  shown: 'all',
  playing: false,
  waiting: false,
  fromMs: 0,
}

export interface SongSessionParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly input: Pick<MidiInput, 'receive' | 'release'>
  readonly output: Pick<MidiOutput, 'send'> & Partial<Pick<MidiOutput, 'port'>>
  readonly events: Pick<EventBus, 'emit' | 'on'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Pick<Logger, 'error'>
  readonly read: SongReader
  readonly practice: SongPracticeKeeper
  readonly places: SongPlacesKeeper
  readonly settings: ReadonlyStore<PlaySettings>
  /** Whether the page shows `view.problem`: then nobody says it a second time. */
  readonly showsProblems: () => boolean
  /** Takes the outlines of the next notes. */
  readonly marks: Store<readonly NeckMark[]>
}

export function createSongSession(parts: SongSessionParts): SongSession & Disposable {
  const { clock, input, output, events, notices, log, read, practice, places, settings } = parts
  const view = createStore<SongView>(EMPTY)
  let score = EMPTY_SCORE
  let shown: ShownNotes = NO_NOTES
  /** Of the shown tracks, 0–15. */
  let channels: ReadonlySet<number> = new Set()
  let open: ReadySong | undefined
  /** A song is half in: nothing of it is shown or played, and nothing of the one before. */
  let putting = false

  const shows = (track: number) => {
    const { song, shown: tracks } = view.getState()
    return song !== undefined && isShown(song, tracks, track)
  }

  const seen = createSeenNotes({
    receive: (bytes, string) => void input.receive(bytes, { portId: SONG_PORT, string }),
    release: () => input.release(SONG_PORT),
    placeOf: number => places.placeOf(shown.indexOf(number)),
    shows,
    channels: () => channels,
    score: () => score,
  })

  const awaited = createAwaitedNotes()

  const stretchOf = (song: OpenSong, { loop, looping }: PracticeView): Stretch | undefined =>
    loop && looping ? { fromMs: song.barStart(loop.from), toMs: song.barStart(loop.to + 1) } : undefined

  const coming = createComingNotes({
    clock,
    marks: parts.marks,
    now: () => {
      const { song, playing, waiting } = view.getState()
      if (!song || putting) return undefined
      const { comingNotes, comingMs } = settings.getState()
      return {
        times: shown.times,
        placeOf: places.placeOf,
        positionMs: positionMs(),
        moving: playing && !waiting,
        rate: player.rate,
        loop: stretchOf(song, practice.view.getState()),
        aheadMs: comingNotes ? comingMs : 0,
      }
    },
  })

  const rest = (fromMs: number) => {
    seen.darken()
    awaited.forget()
    view.setState({ playing: false, waiting: false, fromMs })
    events.emit(SONG_PLAYING, false)
    coming.changed()
  }

  /** Playing goes on in timers, where nobody would catch what an output throws. */
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (thrown) {
      log.error('The song was stopped', thrown)
      rest(player.positionMs())
      const values = { reason: messageOf(thrown) }
      notices.post({
        kind: 'error',
        source: 'midi-file',
        message: SENTENCES.stopped,
        values,
        code: 'song_stopped',
      })
    }
  }

  const goOn = () => {
    view.setState({ waiting: false })
    guarded(() => player.release())
    coming.changed()
  }

  const player = createSongPlayer({
    clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, () => guarded(run)) },
    sink: { send: (bytes, dueMs) => output.send(bytes, dueMs), port: () => output.port?.id },
    onEvent: (event, number) => seen.take(event, number, mixOf(practice.view.getState())),
    onRepeat: toMs => {
      seen.darken()
      seen.begin(toMs)
      practice.setTempo(player.rate * 100)
      coming.changed()
    },
    onEnd: () => rest(0),
    nextRate: () => practice.nextTempo() / 100,
    onHold: atMs => {
      awaited.expect(pitchesAt(shown, atMs), clock.now())
      if (awaited.isPlayed()) return goOn()
      view.setState({ waiting: true })
      coming.changed()
    },
  })

  const positionMs = () => {
    const { playing, fromMs } = view.getState()
    return playing ? player.positionMs() : fromMs
  }

  const start = (song: OpenSong, fromMs: number) => {
    const from = fromMs >= song.lengthMs ? beginningOf(song) : fromMs
    view.setState({ playing: true, waiting: false, fromMs: from })
    guarded(() => {
      seen.begin(from)
      player.play(from, settings.getState().countIn)
    })
    if (view.getState().playing) events.emit(SONG_PLAYING, true)
    coming.changed()
  }

  /** Where playing begins anew. */
  const beginningOf = (song: OpenSong) => stretchOf(song, practice.view.getState())?.fromMs ?? 0

  const stop = () => {
    if (!player.playing) return
    player.stop()
    rest(player.positionMs())
  }

  const moveTo = (ms: number) => {
    const { song, playing } = view.getState()
    if (!song) return
    const fromMs = Math.min(Math.max(0, ms), song.lengthMs)
    view.setState({ fromMs, waiting: false })
    if (playing) {
      awaited.forget()
      seen.darken()
      seen.begin(fromMs)
      guarded(() => player.seek(fromMs))
    }
    coming.changed()
  }

  /** What the neck shows of the song is something else now. */
  const showAnew = (ready?: ShownNotes) => {
    const { song } = view.getState()
    const now = practice.view.getState()
    const found = () => song && shownNotes({ song: song.song, score, mix: mixOf(now), isShown: shows })
    shown = ready ?? found() ?? NO_NOTES
    const tracks = (song?.song.tracks ?? []).filter((_, track) => shows(track))
    channels = new Set(tracks.map(({ channel }) => channel))
    places.show(shown.notes)
    player.setHolds(now.wait ? shown.moments : [])
    coming.changed()
  }

  const followPractice = (now: PracticeView, before: PracticeView) => {
    const { song, playing } = view.getState()
    if (!song || putting) return
    guarded(() => {
      player.setRate(now.tempo / 100)
      if (now.tracks !== before.tracks || now.transpose !== before.transpose) player.setMix(mixOf(now))
      if (now.transpose !== before.transpose) showAnew()
      else if (now.wait !== before.wait) player.setHolds(now.wait ? shown.moments : [])
      if (now.wait !== before.wait && !now.wait) view.setState({ waiting: false })
      if (now.loop === before.loop && now.looping === before.looping) return
      const stretch = stretchOf(song, now)
      player.setLoop(stretch)
      const at = positionMs()
      const outside = stretch && (at < stretch.fromMs || at >= stretch.toMs)
      if (playing && outside) moveTo(stretch.fromMs)
    })
    coming.changed()
  }

  const stopPractice = practice.view.subscribe(followPractice)
  const stopPlaces = places.view.subscribe(() => coming.changed())
  const stopSettings = settings.subscribe(({ metronome }) => {
    guarded(() => player.setMetronome(metronome))
    coming.changed()
  })
  const listening = events.on(MIDI_EVENT, event => {
    if (event.kind !== 'note' || !event.on || event.portId === SONG_PORT) return
    if (awaited.struck(event.number, clock.now())) goOn()
  })

  const putIn = (ready: ReadySong) => {
    const { song } = ready
    stop()
    putting = true
    try {
      score = ready.score
      const tracks = remembered(song, practice.begin(practisedSong(song)))
      view.setState({ ...EMPTY, song, shown: tracks }, true)
      const now = practice.view.getState()
      player.load(score, ready.grid)
      player.setRate(now.tempo / 100)
      player.setMix(mixOf(now))
      player.setLoop(stretchOf(song, now))
      player.setMetronome(settings.getState().metronome)
      places.forget()
      // What is remembered may have changed since: where the same song is open, and was transposed meanwhile.
      const holds = isSameTracks(tracks, ready.tracks) && now.transpose === ready.transpose
      showAnew(holds ? ready.shown : undefined)
      view.setState({ fromMs: beginningOf(song) })
    } finally {
      putting = false
    }
    open = ready
    coming.changed()
    events.emit(SONG_OPENED, song)
  }

  const takeOut = () => {
    stop()
    open = undefined
    score = EMPTY_SCORE
    player.load(score)
    view.setState(EMPTY, true)
    practice.end()
    places.forget()
    showAnew()
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

  const opening = createOpening()

  /** Gets a song ready bit by bit, and puts it in. */
  const prepare = (reading: SongReading, name: string, control: ReadingControl) =>
    inSlices(readySteps(reading, name, practice), { clock, ...control }, put)

  const refuse = (problem: SongProblem) => {
    view.setState({ reading: undefined, problem })
    if (parts.showsProblems()) return
    const { sentence: message, values, code, source = 'midi-file' } = problem
    notices.post({ kind: 'error', source, message, values, code })
  }

  const showTracks = (tracks: ShownTracks) => {
    view.setState({ shown: tracks })
    practice.keepShown(tracks)
    showAnew()
    if (!view.getState().playing) return
    seen.darken()
    seen.begin(player.positionMs())
  }

  return {
    view,
    open: (file, control = {}) =>
      opening.latest(control, async inner => {
        view.setState({ reading: file.name, problem: undefined })
        try {
          if (file.size > LARGEST_FILE_BYTES) throw new MidiFileError('midi_too_large', { limit: '32 MB' })
          const reading = await read(await file.bytes(), file.name, inner)
          await prepare(reading, file.name, inner)
        } catch (thrown) {
          if (inner.signal.aborted) throw thrown
          refuse(problemOf(file.name, thrown))
          return false
        }
        return true
      }),
    openSong: (reading, name, control = {}) =>
      opening.latest(control, async inner => {
        await prepare(reading, name, inner)
        return true
      }),
    play() {
      const { song, playing, fromMs } = view.getState()
      if (song && !playing) start(song, fromMs)
    },
    stop,
    seek: moveTo,
    close() {
      opening.end()
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
    dismissProblem: () => view.setState({ problem: undefined }),
    positionMs,
    dispose() {
      opening.end()
      stop()
      stopPractice()
      stopPlaces()
      stopSettings()
      listening.dispose()
      coming.dispose()
    },
  }
}

function mixOf({ tracks, transpose }: PracticeView): SongMix {
  return { tracks, transpose }
}

/** What begins at a moment, each pitch once. */
function pitchesAt({ times, notes }: ShownNotes, atMs: number): Set<number> {
  const pitches = new Set<number>()
  for (let index = firstNotBelow(times, atMs); times[index] === atMs; index += 1) {
    const note = notes[index]
    if (note) pitches.add(note.pitch)
  }
  return pitches
}
