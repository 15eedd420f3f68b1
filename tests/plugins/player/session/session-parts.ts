/** Song session with practice settings, fingering, fake ports and a manual clock. */

import { EventBus } from '../../../../src/core/events/event-bus.js'
import { NOTICE, type Notice, NoticeBoard } from '../../../../src/core/events/notices.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../../src/core/platform/ports.js'
import { createStore } from '../../../../src/core/platform/store.js'
import type { SettingsStore } from '../../../../src/core/settings/settings.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import type { NoteEvent } from '../../../../src/music/midi/midi-event.js'
import { PortState } from '../../../../src/music/midi/port-state.js'
import type { NeckMark } from '../../../../src/plugins/fretboard/tokens.js'
import { summaryOf } from '../../../../src/plugins/midi-file/song-summary.js'
import { MIDI_EVENT } from '../../../../src/plugins/midi-io/tokens.js'
import { createFingering } from '../../../../src/plugins/player/neck/fingering.js'
import { createPlaybackSettings } from '../../../../src/plugins/player/session/playback-settings.js'
import { createSongSession } from '../../../../src/plugins/player/session/song-session.js'
import type { SongMemory } from '../../../../src/plugins/player/settings.js'
import type { PlaybackOptions } from '../../../../src/plugins/player/tokens.js'
import type { Sent, WrittenTrack } from '../playback/played-song.js'
import { songOf } from '../playback/played-song.js'

/** In-memory settings store. */
export function settingsOf<T extends object>(initial: T): SettingsStore<T> {
  const store = createStore(initial)
  return { ...store, change: partial => store.setState(partial), reset: () => store.setState(initial, true) }
}

export function practised({
  memory = settingsOf<SongMemory>({ tracksShown: false, songs: [] }),
  settings = {} as Partial<PlaybackOptions>,
  user = 'ada',
  clock = new HandClock(),
} = {}) {
  const log = createLogger(() => undefined, 'test')
  const events = new EventBus(log)
  const notices: Notice[] = []
  events.on(NOTICE, notice => notices.push(notice))
  const sent: Sent[] = []
  const seen: { at: number; bytes: readonly number[]; string: number | undefined }[] = []
  /** Notes on the neck. As on the real input, `release` ends all of them. */
  const neckSounds = new PortState()
  /** Times at which all notes on the neck were released. */
  const released: number[] = []
  const port = { id: 'synth' as string | undefined, fails: false }
  /** Promise that the output returns from `prepare`. */
  const getting = { ready: undefined as Promise<void> | undefined }
  const practice = createPlaybackSettings({ settings: memory, user: () => user })
  const places = createFingering({
    clock,
    log,
    neck: () => ({ tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 24, within: false }),
    solver: () => Promise.reject(new Error('The lowest frets do in these tests.')),
  })
  practice.options.setState(settings)
  const marks = createStore<readonly NeckMark[]>([])
  const session = createSongSession({
    ...{ marks, clock, events, log, playback: practice, fingering: places, summaryOf },
    notices: new NoticeBoard(events),
    output: {
      send(bytes, due = 0) {
        if (port.fails) throw new Error('The port broke.')
        sent.push({ at: clock.now(), due, bytes: Array.from(bytes) })
      },
      prepare: () => getting.ready,
      get port() {
        return port.id === undefined ? undefined : { id: port.id, name: port.id, manufacturer: '' }
      },
    },
    input: {
      receive(bytes, { string }) {
        seen.push({ at: clock.now(), bytes: Array.from(bytes), string })
        neckSounds.apply(bytes)
        return undefined
      },
      release() {
        released.push(clock.now())
        neckSounds.silence()
      },
    },
  })
  const open = (tracks: readonly WrittenTrack[], header: object = {}) =>
    session.openSong({ song: songOf(tracks, header), notes: [] }, 'song.mid')
  /** Emits a note as if played on an instrument. */
  const strike = (pitch: number) => {
    const event: NoteEvent = {
      ...{ key: 1, time: '12:00:00:000', at: clock.now(), portId: 'guitar', channel: 1 },
      ...{ raw: [0x90, pitch, 80], kind: 'note', on: true, name: '', note: `guitar:1:${pitch}` },
      ...{ octave: 4, number: pitch, attack: 0.6, release: 0 },
    }
    events.emit(MIDI_EVENT, event)
  }
  return {
    ...{ clock, events, notices, sent, seen, released, neckSounds, marks, port, getting },
    ...{ practice, places, options: practice.options, session, open, strike },
  }
}
