import { expect, it } from 'vitest'
import { HandClock, settle } from '../../../../src/core/platform/memory-platform.js'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import type { Song } from '../../../../src/music/song/song.js'
import { usualTracks } from '../../../../src/plugins/player/session/shown-tracks.js'
import { SONG_CLOSED, SONG_OPENED, SONG_PLAYING } from '../../../../src/plugins/player/tokens.js'
import { rows } from '../../../support/rows.js'
import { songFrom } from '../../../support/song-from.js'
import { songOf, type WrittenTrack } from '../playback/played-song.js'
import { fileOf, openFile, openSongOf, songJson } from '../songs.js'
import { practised } from './session-parts.js'

function setUp() {
  const parts = practised({ settings: { upcomingMs: 0 } })
  const notesIn = () => parts.seen.filter(({ bytes: [status = 0] }) => status >> 4 === 8 || status >> 4 === 9)
  return { ...parts, notesIn }
}

async function opened(json: string) {
  const parts = setUp()
  expect(await openFile(parts.session, fileOf('song.json', json))).toBe(true)
  return parts
}

const TWO_NOTES = songJson('Two', [rows('64 0 0.5, 67 1 0.5')])
const CHORD = songJson('Chord', [rows('40 0 1, 47 0 1')])
const BAND = songJson('Band', [[[64, 0, 1]], [[59, 0, 1]], [[36, 0, 1]], []], 2)

it('opening a song lists its tracks and emits an event', async () => {
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

it('if opening a song fails, the previous song is restored, and another song can be opened', async () => {
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

it('notes are sent ahead to the output and lit on their strings when they sound', async () => {
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

it('at the end of the song, all lights go out and the position returns to the start', async () => {
  const { session, clock, events, released } = await opened(TWO_NOTES)
  const emitted: boolean[] = []
  events.on(SONG_PLAYING, playing => emitted.push(playing))
  session.play()
  await clock.advance(2000)
  expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 0 })
  expect([released, emitted, clock.pending]).toEqual([[1500], [true, false], 0])
})

it('stopping silences the output, and playback resumes from the same position', async () => {
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

it('all tracks are played, but the neck shows only the selected ones', async () => {
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

it('an output failure stops the song with a single notice', async () => {
  const { session, clock, notices, port } = await opened(TWO_NOTES)
  session.play()
  port.fails = true
  await clock.advance(2000)
  expect(session.view.getState().playing).toBe(false)
  expect(notices).toMatchObject([{ code: 'song_stopped', values: { reason: 'The port broke.' } }])
  expect(clock.pending).toBe(0)
})

it('closing or replacing a song stops its playback', async () => {
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
  expect([session.view.getState().song, [closed, clock.pending]]).toEqual([undefined, [1, 0]])
})

// Songs that load slowly. The previous song stays open until the new one is ready.

/** Clock of a slow device: each reading takes 10 ms. */
class SlowClock extends HandClock {
  private looks = 0

  override now(): number {
    this.looks += 10
    return super.now() + this.looks
  }
}

const long = (pitch: number): WrittenTrack => ({
  notes: Array.from({ length: 4000 }, (_, index) => [pitch, index / 10, 0.1] as const),
})
const short: WrittenTrack = { notes: [[64, 0, 1]] }

function slowly() {
  const parts = practised({ clock: new SlowClock() })
  const opened: number[] = []
  parts.events.on(SONG_OPENED, ({ song }) => opened.push(song.tracks[0]?.notes.length ?? 0))
  const openLong = (control = {}, pitch = 60) =>
    parts.session.openSong({ song: songOf([long(pitch)]), notes: [] }, 'long.mid', control)
  return { ...parts, opened, openLong }
}

it('the previous song stays open while the next one loads, and progress is reported', async () => {
  const { clock, session, places, opened, open, openLong } = slowly()
  await open([short])
  const portions: number[] = []
  const opening = openLong({ onProgress: (portion: number) => portions.push(portion) })
  expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(1)
  expect(places.view.getState().notes).toHaveLength(1)
  await clock.advance(100)
  expect(await opening).toBe(true)
  expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(4000)
  expect([places.view.getState().notes.length, opened]).toEqual([4000, [1, 4000]])
  expect(portions.length).toBeGreaterThan(1)
  expect(portions).toEqual(portions.toSorted((a, b) => a - b))
})

it('canceling the load changes nothing', async () => {
  const { clock, session, opened, open, openLong } = slowly()
  await open([short])
  const before = session.view.getState()
  const giveUp = new AbortController()
  const opening = openLong({ signal: giveUp.signal })
  giveUp.abort()
  await clock.advance(100)
  expect(await opening).toBe(false)
  expect(session.view.getState()).toBe(before)
  expect(opened).toEqual([1])
})

it('opening another song cancels the load', async () => {
  const { clock, session, opened, open, openLong } = slowly()
  const opening = openLong()
  expect(await open([short])).toBe(true)
  await clock.advance(100)
  expect(await opening).toBe(false)
  expect(session.view.getState().song?.song.tracks[0]?.notes).toHaveLength(1)
  expect(opened).toEqual([1])
})

it('practice settings changed while a song loads are applied to it', async () => {
  const { clock, session, places, practice, openLong } = slowly()
  const first = openLong()
  await clock.advance(100)
  await first
  const again = openLong()
  practice.setTranspose(2)
  await clock.advance(100)
  expect([await again, places.view.getState().notes[0]?.pitch]).toEqual([true, 62])
  expect(session.view.getState().fromMs).toBe(0)
})

const BASS = { strings: [43, 38, 33, 28] }

/** Pitches by beat. */
const PLAYED = {
  chord: [[40, 47, 52, 56, 59, 64]],
  line: [[64], [67], [69], [71]],
  low: [[28], [33], [35], [40]],
  'low line': [[48], [43], [45], [52]],
  'too low': [[35]],
  'just too low': [[39]],
  repeated: Array.from({ length: 5 }, () => [[44], [46], [44], [47]]).flat(),
  fifths: rows('45 52, 47 54'),
} satisfies Record<string, readonly (readonly number[])[]>
/** Track with its MIDI program, counted from 0. */
type Written = readonly [name: string, program: number | 'drums', ...played: (keyof typeof PLAYED)[]]
const DRUMS: Written = ['Drums', 'drums', 'low']
const BASS_LINE: Written = ['Bass', 33, 'low']

const bandOf = (...tracks: readonly Written[]): Song =>
  songFrom({
    tracks: tracks.map(([name, program, ...played], index) => ({
      name,
      channel: program === 'drums' ? 9 : index,
      instrument: { number: program === 'drums' ? 0 : program },
      notes: played
        .flatMap(what => PLAYED[what])
        .flatMap((pitches, beat) => pitches.map(midi => ({ midi, ticks: beat * 480, durationTicks: 480 }))),
    })),
  })

const usual = (song: Song, tuning: { readonly strings: readonly number[] } = STANDARD_TUNING) =>
  atOnce(usualTracks(openSongOf(song), { tuning, capo: 0 }))

it.each<readonly [string, number | 'all', Song]>([
  ['the guitar of a band', 2, bandOf(DRUMS, BASS_LINE, ['', 27, 'chord', 'chord'], ['Piano', 0, 'line'])],
  [
    'the guitar by its name in German',
    1,
    bandOf(['Piano', 0, 'line'], ['Gitarre', 0, 'line'], ['Bass', 0, 'low']),
  ],
  ['the lead of two guitars', 1, bandOf(['Rhythm guitar', 27, 'chord'], ['Lead Gtr', 27, 'line'])],
  ['the guitar that fits the neck', 1, bandOf(['G 1', 29, 'too low', 'line'], ['G 2', 29, 'line'])],
  [
    'the longer track of two guitars',
    0,
    bandOf(['', 27, 'just too low', 'repeated'], ['', 30, 'line', 'line']),
  ],
  ['the guitar, not a bass with a guitar program', 1, bandOf(['', 27, 'low', 'low'], ['', 30, 'fifths'])],
  ['the melody', 1, bandOf(['Strings', 48, 'chord'], ['Vocals', 52, 'line'], ['Organ', 16, 'chord'])],
  ['the higher line of two unnamed tracks', 0, bandOf(['', 0, 'line'], ['', 0, 'low line'])],
  ['all voices of one guitar', 'all', bandOf(['Melody', 24, 'line'], ['Bass', 24, 'low line'])],
  ['the only melodic track', 'all', bandOf(DRUMS, ['Piano', 0, 'line'])],
])('the song initially shows %s', (_, track, band) => expect(usual(band)).toBe(track))

it('a bass neck shows the bass track', () => {
  const band = bandOf(['Guitar', 27, 'line'], BASS_LINE)
  expect([usual(band), usual(band, BASS)]).toEqual([0, 1])
})

it('a track’s tuning determines whether it is shown on the neck', () => {
  const [low, other] = bandOf(['G 1', 29, 'too low', 'line', 'line'], ['G 2', 29, 'line']).tracks
  if (!low || !other) return expect.unreachable()
  const band = songFrom({ tracks: [{ ...low, tuning: [62, 57, 53, 48, 43, 33] }, other] })
  expect(usual(band)).toBe(0)
})
