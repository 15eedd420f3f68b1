import { describe, expect, it } from 'vitest'
import { settle } from '../../../../src/core/platform/memory-platform.js'
import { SONG_CLOSED, SONG_OPENED, SONG_PLAYING } from '../../../../src/plugins/player/tokens.js'
import { rows } from '../../../support/rows.js'
import { fileOf, openFile, songJson } from '../songs.js'
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

  it('ends on its own, dark, and at the beginning again', async () => {
    const { session, clock, events, released } = await opened(TWO_NOTES)
    const emitted: boolean[] = []
    events.on(SONG_PLAYING, playing => emitted.push(playing))
    session.play()
    await clock.advance(2000)
    expect(session.view.getState()).toMatchObject({ playing: false, fromMs: 0 })
    expect([released, emitted, clock.pending]).toEqual([[1500], [true, false], 0])
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

  it('stops with one sentence when the output fails', async () => {
    const { session, clock, notices, port } = await opened(TWO_NOTES)
    session.play()
    port.fails = true
    await clock.advance(2000)
    expect(session.view.getState().playing).toBe(false)
    expect(notices).toMatchObject([{ code: 'song_stopped', values: { reason: 'The port broke.' } }])
    expect(clock.pending).toBe(0)
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
    expect([session.view.getState().song, [closed, clock.pending]]).toEqual([undefined, [1, 0]])
  })
})
