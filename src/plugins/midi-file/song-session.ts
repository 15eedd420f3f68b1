/** The open song: opening, playing through the one MIDI output and the one MIDI input, and what the neck shows of it. */
import type { EventBus } from '../../core/events/event-bus.js'
import type { NoticeBoard } from '../../core/events/notices.js'
import { type SongEvent, songEvents } from '../../core/music/song-events.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import type { Logger } from '../../core/platform/logger.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import { createStore } from '../../core/platform/store.js'
import type { MidiInput, MidiOutput } from '../midi-io/tokens.js'
import { LARGEST_FILE_BYTES } from './chunks.js'
import { createFingering, type ReachableNeck } from './fingering.js'
import { MidiFileError } from './midi-file-error.js'
import { isShown, openSongOf } from './open-song.js'
import { createSongPlayer } from './song-player.js'
import {
  type OpenSong,
  SONG_CLOSED,
  SONG_OPENED,
  SONG_PLAYING,
  SONG_PORT,
  type SongFile,
  type SongProblem,
  type SongReader,
  type SongSession,
  type SongView,
} from './tokens.js'

const SENTENCES = phrases({
  unread: 'The file could not be read: {{reason}} Choose it again.',
  stopped: 'The song was stopped: {{reason}}',
})

const EMPTY: SongView = {
  song: undefined,
  reading: undefined,
  problem: undefined,
  shown: 'all',
  playing: false,
  fromMs: 0,
}

export interface SongSessionParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly input: Pick<MidiInput, 'receive' | 'release'>
  readonly output: Pick<MidiOutput, 'send'>
  readonly events: Pick<EventBus, 'emit'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Pick<Logger, 'error'>
  readonly read: SongReader
  /** The neck as it is now. */
  readonly neck: () => ReachableNeck
}

export function createSongSession(parts: SongSessionParts): SongSession & Disposable {
  const { clock, input, output, events, notices, log, read, neck } = parts
  const view = createStore<SongView>(EMPTY)
  const fingering = createFingering(neck)
  let messages: readonly SongEvent[] = []
  let chords: ReadonlyMap<SongEvent, readonly SongEvent[]> = new Map()
  /** Strings of the notes of a chord whose first note has been seen. */
  let strings = new Map<SongEvent, number | undefined>()
  let opening = 0

  const darken = () => {
    fingering.clear()
    strings = new Map()
    input.release(SONG_PORT)
  }

  const shows = (song: OpenSong, { track }: SongEvent) => isShown(song, view.getState().shown, track)

  const stringOf = (event: SongEvent, song: OpenSong) => {
    if (!strings.has(event)) {
      const chord = (chords.get(event) ?? [event]).filter(note => shows(song, note))
      const given = fingering.begin(chord.map(noteOf))
      for (const [index, note] of chord.entries()) strings.set(note, given[index])
    }
    const string = strings.get(event)
    strings.delete(event)
    return string
  }

  /** At the moment itself: through the input like everything that is played, so that the neck and the log have it. */
  const see = (event: SongEvent) => {
    const { song } = view.getState()
    if (!song || !shows(song, event)) return
    if (isNoteOn(event)) {
      input.receive(event.bytes, { portId: SONG_PORT, string: stringOf(event, song) })
    } else if (isNoteOff(event)) {
      // The end of a note that was not shown, since another track was, says nothing here.
      const ended = fingering.end(noteOf(event))
      if (ended) input.receive(event.bytes, { portId: SONG_PORT, string: ended.string })
    } else input.receive(event.bytes, { portId: SONG_PORT })
  }

  const rest = (fromMs: number) => {
    darken()
    view.setState({ playing: false, fromMs })
    events.emit(SONG_PLAYING, false)
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

  const player = createSongPlayer({
    clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, () => guarded(run)) },
    sink: { send: (bytes, dueMs) => output.send(bytes, dueMs) },
    onEvent: see,
    onEnd: () => rest(0),
  })

  const start = (song: OpenSong, fromMs: number) => {
    view.setState({ playing: true, fromMs })
    guarded(() => player.play(messages, fromMs >= song.lengthMs ? 0 : fromMs))
    if (view.getState().playing) events.emit(SONG_PLAYING, true)
  }

  const stop = () => {
    if (!player.playing) return
    player.stop()
    rest(player.positionMs())
  }

  const put = (song: OpenSong) => {
    stop()
    messages = songEvents(song.song)
    chords = chordsOf(messages)
    view.setState({ ...EMPTY, song }, true)
    events.emit(SONG_OPENED, song)
  }

  const refuse = (problem: SongProblem) => {
    view.setState({ reading: undefined, problem })
    const { sentence: message, values, code, source = 'midi-file' } = problem
    notices.post({ kind: 'error', source, message, values, code })
  }

  return {
    view,
    async open(file) {
      opening += 1
      const mine = opening
      view.setState({ reading: file.name, problem: undefined })
      try {
        if (file.size > LARGEST_FILE_BYTES) throw new MidiFileError('midi_too_large', { limit: '32 MB' })
        const song = openSongOf(await read(await file.bytes(), file.name), file.name)
        if (mine === opening) put(song)
      } catch (thrown) {
        if (mine === opening) refuse(problemOf(file, thrown))
        return false
      }
      return mine === opening
    },
    openSong(reading, name) {
      opening += 1
      put(openSongOf(reading, name))
    },
    play() {
      const { song, playing, fromMs } = view.getState()
      if (song && !playing) start(song, fromMs)
    },
    stop,
    seek(ms) {
      const { song, playing } = view.getState()
      if (!song) return
      const fromMs = Math.min(Math.max(0, ms), song.lengthMs)
      if (!playing) {
        view.setState({ fromMs })
        return
      }
      player.stop()
      darken()
      start(song, fromMs)
    },
    close() {
      opening += 1
      stop()
      messages = []
      chords = new Map()
      view.setState(EMPTY, true)
      events.emit(SONG_CLOSED, undefined)
    },
    show(track) {
      const { song, shown } = view.getState()
      if (track !== 'all' && song?.tracks[track]?.playable !== true) {
        throw new FretworkError(
          'track_unknown',
          `The song has no track ${track + 1} that a neck could show; choose another.`,
        )
      }
      if (track === shown) return
      view.setState({ shown: track })
      if (view.getState().playing) darken()
    },
    dismissProblem: () => view.setState({ problem: undefined }),
    positionMs: () => (view.getState().playing ? player.positionMs() : view.getState().fromMs),
    dispose() {
      opening += 1
      stop()
    },
  }
}

function problemOf({ name: file }: SongFile, thrown: unknown): SongProblem {
  if (thrown instanceof SentenceError) {
    const { code, sentence, values, source } = thrown
    return { file, code, sentence, values, source }
  }
  return { file, code: 'song_unread', sentence: SENTENCES.unread, values: { reason: messageOf(thrown) } }
}

/** The note-ons of each moment, under each of them. */
function chordsOf(messages: readonly SongEvent[]): Map<SongEvent, SongEvent[]> {
  const chords = new Map<SongEvent, SongEvent[]>()
  let chord: SongEvent[] = []
  for (const event of messages) {
    if (!isNoteOn(event)) continue
    if (chord[0]?.atMs !== event.atMs) chord = []
    chord.push(event)
    chords.set(event, chord)
  }
  return chords
}

function noteOf({ bytes: [status = 0, pitch = 0] }: SongEvent) {
  return { channel: status & 15, pitch }
}

function isNoteOn({ bytes: [status = 0] }: SongEvent): boolean {
  return status >> 4 === 9
}

function isNoteOff({ bytes: [status = 0] }: SongEvent): boolean {
  return status >> 4 === 8
}
