import { describe, expect, it } from 'vitest'
import { EventBus } from '../../../../src/core/events/event-bus.js'
import { NOTICE, type Notice, NoticeBoard } from '../../../../src/core/events/notices.js'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { createLogger } from '../../../../src/core/platform/logger.js'
import { HandClock, settle } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import type { NeckMark } from '../../../../src/plugins/fretboard/tokens.js'
import { readSongFile } from '../../../../src/plugins/midi-file/reading/read-song-file.js'
import { summaryOf } from '../../../../src/plugins/midi-file/song-summary.js'
import { createFingering } from '../../../../src/plugins/player/neck/fingering.js'
import { createPlaybackSettings } from '../../../../src/plugins/player/session/playback-settings.js'
import { createSongSession } from '../../../../src/plugins/player/session/song-session.js'
import type { SongMemory } from '../../../../src/plugins/player/settings.js'
import { SONG_CLOSED, SONG_OPENED, SONG_PLAYING } from '../../../../src/plugins/player/tokens.js'
import { settingsOf } from '../playback/settings-store.js'
import { fileOf, openFile, songJson } from '../songs.js'

interface Received {
  at: number
  bytes: number[]
  string: number | undefined
}

function setUp() {
  const clock = new HandClock()
  const log = createLogger(() => undefined, 'test')
  const events = new EventBus(log)
  const notices: Notice[] = []
  events.on(NOTICE, notice => notices.push(notice))
  const received: Received[] = []
  const sent: { bytes: readonly number[]; due: number }[] = []
  const released: number[] = []
  const output = {
    fails: false,
    send(bytes: ArrayLike<number>, due = 0) {
      if (output.fails) throw new Error('The port broke.')
      sent.push({ bytes: Array.from(bytes), due })
    },
  }
  const practice = createPlaybackSettings({
    settings: settingsOf<SongMemory>({ tracksShown: false, songs: [] }),
    user: () => 'ada',
  })
  const neck = { tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 5, within: true }
  practice.options.setState({ upcomingMs: 0 })
  const places = createFingering({ clock, log, neck: () => neck, positions: async () => undefined })
  const session = createSongSession({
    clock,
    playback: practice,
    fingering: places,
    summaryOf,
    marks: createStore<readonly NeckMark[]>([]),
    events,
    log,
    output,
    notices: new NoticeBoard(events),
    input: {
      receive(bytes, { string }) {
        received.push({ at: clock.now(), bytes: Array.from(bytes), string })
        return undefined
      },
      release: () => void released.push(clock.now()),
    },
  })
  const notesIn = () => received.filter(({ bytes: [status = 0] }) => status >> 4 === 8 || status >> 4 === 9)
  return { clock, events, notices, sent, released, output, session, practice, places, notesIn }
}

async function opened(json: string) {
  const parts = setUp()
  expect(await openFile(parts.session, fileOf('song.json', json))).toBe(true)
  return parts
}

const TWO_NOTES = songJson('Two', [
  [
    [64, 0, 0.5],
    [67, 1, 0.5],
  ],
])
const CHORD = songJson('Chord', [
  [
    [40, 0, 1],
    [47, 0, 1],
  ],
])
const BAND = songJson('Band', [[[64, 0, 1]], [[59, 0, 1]], [[36, 0, 1]], []], 2)

describe('opening a song', () => {
  it('lists its tracks and emits an event', async () => {
    const { session, events } = setUp()
    const emitted: string[] = []
    events.on(SONG_OPENED, song => emitted.push(song.title))
    await openFile(session, fileOf('band.json', BAND))
    expect(session.view.getState()).toMatchObject({ shown: 'all', playing: false, fromMs: 0 })
    expect(session.view.getState().song?.tracks).toMatchObject([
      { name: 'Part 1', instrument: 'Nylon-string guitar', notes: 1, channel: 1, playable: true },
      { channel: 2, playable: true },
      { instrument: 'Drums', channel: 10, playable: false },
      { notes: 0, playable: false },
    ])
    expect(emitted).toEqual(['Band'])
  })

  it('names a nameless song after its file', async () => {
    const { session } = setUp()
    await openFile(session, fileOf('My tune.MID.json', songJson(' ', [[[64, 0, 1]]])))
    expect(session.view.getState().song?.title).toBe('My tune.MID')
  })

  it('takes thousands of notes at one moment, and the next song after them', async () => {
    const { session, practice } = setUp()
    practice.options.setState({ upcomingMs: 1200 })
    const heap = Array.from({ length: 5000 }, (_, index): [number, number, number] => [
      40 + (index % 40),
      0,
      1,
    ])
    expect(await openFile(session, fileOf('heap.json', songJson('Heap', [heap])))).toBe(true)
    expect(await openFile(session, fileOf('two.json', TWO_NOTES))).toBe(true)
  })

  it('is put in whole or not at all: the song before comes back, and the next one opens', async () => {
    const { session, places } = await opened(TWO_NOTES)
    const key = session.view.getState().song?.key
    const stop = places.view.subscribe(({ notes }) => {
      if (notes[0]?.pitch === 40) throw new Error('The neck broke.')
    })
    await expect(openFile(session, fileOf('chord.json', CHORD))).rejects.toThrow('The neck broke.')
    expect(session.view.getState().song?.key).toBe(key)
    expect(places.view.getState().notes.map(({ pitch }) => pitch)).toEqual([64, 67])
    expect(await openFile(session, fileOf('band.json', BAND))).toBe(true)
    expect(session.view.getState().song?.title).toBe('Band')
    stop()
  })

  it('leaves no song open where the first one cannot be put in', async () => {
    const { session, places } = setUp()
    places.view.subscribe(({ notes }) => {
      if (notes.length > 0) throw new Error('The neck broke.')
    })
    await expect(openFile(session, fileOf('chord.json', CHORD))).rejects.toThrow('The neck broke.')
    expect(session.view.getState()).toMatchObject({ song: undefined, playing: false })
    expect(places.view.getState().notes).toEqual([])
  })

  it('takes the later of two songs', async () => {
    const { session } = setUp()
    const notes = Array.from({ length: 20_000 }, (_, at): [number, number, number] => [60, at / 10, 0.05])
    const reading = await readSongFile(new TextEncoder().encode(songJson('Long', [notes])))
    const first = session.openSong(reading, 'long.json')
    await openFile(session, fileOf('two.json', TWO_NOTES))
    expect(session.view.getState().song?.title).toBe('Two')
    await first
    expect(session.view.getState().song?.title).toBe('Two')
  })
})

describe('playing a song', () => {
  it('sends ahead to the output, and shows each note at its moment with its string', async () => {
    const { session, clock, sent, notesIn } = await opened(TWO_NOTES)
    session.play()
    expect(notesIn()).toEqual([{ at: 0, bytes: [0x90, 64, 127], string: 1 }])
    await clock.advance(960)
    expect(sent.map(({ bytes }) => bytes)).toContainEqual([0x90, 67, 127])
    expect(notesIn()).toHaveLength(2)
    await clock.advance(40)
    expect(notesIn().slice(1)).toEqual([
      { at: 500, bytes: [0x80, 64, 64], string: 1 },
      { at: 1000, bytes: [0x90, 67, 127], string: 1 },
    ])
  })

  it('gives the notes of a chord a string each', async () => {
    const { session, notesIn } = await opened(CHORD)
    session.play()
    expect(notesIn().map(({ string }) => string)).toEqual([6, 5])
  })

  it('ends on its own, dark, and at the beginning again', async () => {
    const { session, clock, events, released } = await opened(TWO_NOTES)
    const emitted: boolean[] = []
    events.on(SONG_PLAYING, playing => emitted.push(playing))
    session.play()
    await clock.advance(2000)
    expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 0 })
    expect(released).toEqual([1500])
    expect(emitted).toEqual([true, false])
    expect(clock.pending).toBe(0)
  })

  it('stops with silence, rests there, and goes on from there', async () => {
    const { session, clock, sent, released, notesIn } = await opened(TWO_NOTES)
    session.play()
    await clock.advance(200)
    session.stop()
    expect(sent.map(({ bytes }) => bytes)).toContainEqual([0x80, 64, 64])
    expect(released).toEqual([200])
    expect(session.positionMs()).toBe(200)
    session.play()
    await clock.advance(800)
    expect(notesIn().at(-1)).toEqual({ at: 1000, bytes: [0x90, 67, 127], string: 1 })
  })

  it('moves while it plays, and says nothing of notes that it jumped over', async () => {
    const { session, clock, notesIn } = await opened(TWO_NOTES)
    session.play()
    session.seek(400)
    expect(session.view.getState()).toMatchObject({ playing: true, fromMs: 400 })
    await clock.advance(600)
    expect(notesIn().map(({ bytes: [status, pitch] }) => [status, pitch])).toEqual([
      [0x90, 64],
      [0x90, 67],
    ])
    session.seek(-5)
    expect(session.positionMs()).toBe(0)
  })

  it('sounds every track but shows the neck only what was chosen', async () => {
    const { session, clock, sent, notesIn } = await opened(BAND)
    session.play()
    expect(notesIn().map(({ bytes }) => bytes[1])).toEqual([64, 59])
    expect(sent.filter(({ bytes: [status = 0] }) => status >> 4 === 9)).toHaveLength(3)
    session.stop()
    session.seek(0)
    session.show(1)
    session.play()
    await clock.advance(1500)
    expect(notesIn().slice(2)).toEqual([
      { at: 0, bytes: [0x91, 59, 127], string: 2 },
      { at: 1000, bytes: [0x81, 59, 64], string: 2 },
    ])
  })

  it('darkens what was shown when another track is chosen meanwhile', async () => {
    const { session, clock, released, notesIn } = await opened(BAND)
    session.play()
    await clock.advance(100)
    session.show(0)
    expect(released).toEqual([100])
    await clock.advance(950)
    expect(notesIn()).toHaveLength(2)
  })

  it('refuses a track that no neck can show', async () => {
    const { session } = await opened(BAND)
    expect(() => session.show(2)).toThrow(/no track 3/)
    expect(session.view.getState().shown).toBe('all')
  })

  it('stops with one sentence when the output fails', async () => {
    const { session, clock, notices, output } = await opened(TWO_NOTES)
    session.play()
    output.fails = true
    await clock.advance(2000)
    expect(session.view.getState().playing).toBe(false)
    expect(notices).toMatchObject([{ code: 'song_stopped', values: { reason: 'The port broke.' } }])
    expect(clock.pending).toBe(0)
  })

  it('rests where it was to begin when the output fails at once', async () => {
    const { session, output } = await opened(TWO_NOTES)
    session.seek(700)
    output.fails = true
    session.play()
    expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 700 })
  })

  it('is over as well when the output fails while it is stopped', async () => {
    const { session, clock, notices, output } = await opened(TWO_NOTES)
    session.play()
    await clock.advance(200)
    output.fails = true
    session.stop()
    expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 200 })
    expect(notices).toMatchObject([{ code: 'song_stopped' }])
    output.fails = false
    session.play()
    expect(session.view.getState().playing).toBe(true)
  })

  it('is silent as well when it is the neck that fails', async () => {
    const { session, practice, places, clock, sent, notices } = await opened(TWO_NOTES)
    places.view.subscribe(({ notes }) => {
      if (notes[0]?.pitch === 66) throw new Error('The neck broke.')
    })
    session.play()
    await clock.advance(200)
    practice.setTranspose(2)
    expect(notices).toMatchObject([{ code: 'song_stopped', values: { reason: 'The neck broke.' } }])
    const before = sent.length
    await clock.advance(2000)
    expect(sent).toHaveLength(before)
  })

  it('is over when the song is closed or another takes its place', async () => {
    const { session, clock, events } = await opened(TWO_NOTES)
    let closed = 0
    events.on(SONG_CLOSED, () => {
      closed += 1
    })
    session.play()
    await openFile(session, fileOf('chord.json', CHORD))
    expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 0 })
    session.play()
    session.close()
    await settle()
    expect(session.view.getState().song).toBeUndefined()
    expect([closed, clock.pending]).toEqual([1, 0])
  })
})
