// Filters that change what is played: harmonizers, splits, delays. No note hangs, whatever is changed meanwhile.
import { describe, expect, it } from 'vitest'
import type { MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'
import { makeInput } from '../support/make-input.js'

const C4 = 60
const on = (note: number, channel = 0) => [0x90 | channel, note, 100]
const off = (note: number, channel = 0) => [0x80 | channel, note, 64]
const isOn = (bytes: ArrayLike<number>) => (bytes[0] ?? 0) >> 4 === 0x9

function moved(bytes: ArrayLike<number>, semitones: number): number[] {
  const [status = 0, note = 0, velocity = 0] = Array.from(bytes)
  return [status, note + semitones, velocity]
}

const change = (id: string, make: NonNullable<MidiFilter['change']>, order = 0): MidiFilter => ({
  ...{ id, order },
  change: make,
})
const octave = change('octave', bytes => moved(bytes, 12))
const third = change('third', bytes => (isOn(bytes) ? [Array.from(bytes), moved(bytes, 4)] : undefined))

/** With filters that a test can exchange while notes are held. */
function playing(...filters: MidiFilter[]) {
  const { input, heard, clock, failed, setFilters } = makeInput({ filters })
  const play = (bytes: readonly number[], more = {}) =>
    input.receive(bytes, { portId: 'guitar', at: clock.now(), ...more })
  /** `+60` for a note-on, `-60` for a note-off; other messages in hexadecimal. */
  const notes = () =>
    heard.map(event =>
      event.kind === 'note'
        ? `${event.on ? '+' : '-'}${event.number}`
        : event.raw.map(byte => byte.toString(16)).join(' '),
    )
  return { input, heard, clock, failed, setFilters, play, notes }
}

describe('a filter', () => {
  it('makes another message of one, and the note-off finds what its note-on became', () => {
    const { play, notes, input } = playing(octave)
    expect(play(on(C4))).toMatchObject({ number: 72, on: true })
    expect(play(off(C4))).toMatchObject({ number: 72, on: false })
    expect(notes()).toEqual(['+72', '-72'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('makes several of one, which end together', () => {
    const { play, notes } = playing(third)
    play(on(C4))
    play(off(C4))
    expect(notes()).toEqual(['+60', '+64', '-60', '-64'])
  })

  it('makes none of one', () => {
    const { play, notes } = playing(change('mute', () => []))
    expect(play(on(C4))).toBeUndefined()
    expect(play(off(C4))).toBeUndefined()
    expect(notes()).toEqual([])
  })

  it('that returns nothing changes nothing', () => {
    const { play, notes } = playing(change('look', () => undefined))
    play(on(C4))
    play([0xb0, 7, 90])
    play(off(C4))
    expect(notes()).toEqual(['+60', 'b0 7 5a', '-60'])
  })

  it('gets what the one before has made, the lowest order first', () => {
    const { play, notes } = playing(
      octave,
      change('down', bytes => (isOn(bytes) ? moved(bytes, -5) : undefined), 1),
      third,
    )
    play(on(C4))
    expect(notes()).toEqual(['+67', '+71'])
    play(off(C4))
    expect(notes().slice(2)).toEqual(['-67', '-71'])
  })

  it('gets the note-off of each note-on that it got', () => {
    const seen: string[] = []
    const look = change('look', bytes => void seen.push(`${isOn(bytes) ? '+' : '-'}${bytes[1]}`))
    const { play } = playing(third, look)
    play(on(C4))
    play(off(C4))
    expect(seen).toEqual(['+60', '+64', '-60', '-64'])
  })

  it('keeps the release velocity of the key', () => {
    const { play } = playing(octave)
    play(on(C4))
    expect(play([0x80, C4, 127])).toMatchObject({ number: 72, release: 1 })
  })

  it('loses the guitar string of a note that it moves, and keeps that of one that it does not move', () => {
    const { play, heard } = playing(third)
    play(on(C4), { string: 2 })
    play(off(C4), { string: 2 })
    expect(heard.map(event => (event.kind === 'note' ? event.string : 0))).toEqual([
      2,
      undefined,
      2,
      undefined,
    ])
  })

  it('is not asked about what is replayed from a log: that was changed when it was played', () => {
    const { play, notes } = playing(octave)
    play(on(C4), { time: '10:00:00:000' })
    expect(notes()).toEqual(['+60'])
  })

  it('that returns what is not MIDI is taken out, and the message goes on as it was', () => {
    const { play, notes, failed } = playing(change('broken', () => [0x90, 400, 1]))
    play(on(C4))
    expect(notes()).toEqual(['+60'])
    expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_message' })])
  })

  it('that throws lets the message go on to the filters behind it', () => {
    const broken = change('broken', () => {
      throw new Error('broken')
    })
    const { play, notes, failed } = playing(broken, octave)
    play(on(C4))
    expect(notes()).toEqual(['+72'])
    expect(failed).toHaveLength(1)
  })
})

describe('no note hangs', () => {
  it('when the filter is removed while a key is held', () => {
    const { play, notes, setFilters, input } = playing(third)
    play(on(C4))
    setFilters([])
    play(off(C4))
    expect(notes()).toEqual(['+60', '+64', '-60', '-64'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('when the filter is added while a key is held', () => {
    const { play, notes, setFilters } = playing()
    play(on(C4))
    setFilters([octave])
    play(off(C4))
    expect(notes()).toEqual(['+60', '-60'])
  })

  it('when the filter changes its settings while a key is held', () => {
    let semitones = 3
    const { play, notes } = playing(change('interval', bytes => moved(bytes, semitones)))
    play(on(C4))
    semitones = 7
    play(on(C4 + 1))
    play(off(C4))
    play(off(C4 + 1))
    expect(notes()).toEqual(['+63', '+68', '-63', '-68'])
  })

  it('when two keys have become the same note: it sounds until both are released', () => {
    const { play, notes } = playing(third)
    play(on(C4))
    play(on(C4 + 4))
    play(off(C4 + 4))
    expect(notes()).toEqual(['+60', '+64', '+64', '+68', '-68'])
    play(off(C4))
    expect(notes().slice(5)).toEqual(['-60', '-64'])
  })

  it('when a key is struck again without a note-off, and becomes another note', () => {
    let semitones = 3
    const { play, notes, input } = playing(change('interval', bytes => moved(bytes, semitones)))
    play(on(C4))
    semitones = 7
    play(on(C4))
    play(off(C4))
    expect(notes()).toEqual(['+63', '-63', '+67', '-67'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('when the device only says that all notes are off', () => {
    const { play, input } = playing(
      change('split', bytes => [(bytes[0] ?? 0) | 1, bytes[1] ?? 0, bytes[2] ?? 0]),
    )
    play(on(C4))
    expect(input.soundingNotes()).toBe(1)
    play([0xb0, 123, 0])
    expect(input.soundingNotes()).toBe(0)
  })

  it('when the port is released: its notes end once, and nothing is sent later', async () => {
    const echo = change('echo', (bytes, { at, send }) => void (isOn(bytes) && send(bytes, at + 100)))
    const { play, notes, input, clock } = playing(echo)
    play(on(C4))
    input.release('guitar')
    await clock.advance(1000)
    expect(notes()).toEqual(['+60', '-60'])
    expect(clock.pending).toBe(0)
  })

  it('and no pedal or bend, when the filter that moved it is removed', () => {
    const split = change('split', bytes => [(bytes[0] ?? 0) | 1, bytes[1] ?? 0, bytes[2] ?? 0])
    const { play, notes, setFilters } = playing(split)
    play([0xb0, 64, 127])
    play([0xe0, 0, 80])
    setFilters([])
    play([0xb0, 64, 0])
    play([0xe0, 0, 64])
    expect(notes()).toEqual(['b1 40 7f', 'e1 0 50', 'b0 40 0', 'b1 40 0', 'e0 0 40', 'e1 0 40'])
  })
})

describe('what a filter sends later', () => {
  const echo = change('echo', (bytes, { at, send }) => void (isOn(bytes) && send(bytes, at + 300)))

  it('comes at its time, and lasts as long as the played note', async () => {
    const { play, heard, clock } = playing(echo)
    play(on(C4, 1))
    await clock.advance(50)
    play(off(C4, 1))
    await clock.advance(1000)
    expect(heard.map(({ at, on: isNoteOnEvent }) => [at, isNoteOnEvent])).toEqual([
      [0, true],
      [50, false],
      [300, true],
      [350, false],
    ])
  })

  it('passes the filters behind it only', async () => {
    const { play, notes, clock } = playing(
      change('before', bytes => moved(bytes, 1)),
      echo,
      octave,
    )
    play(on(C4))
    await clock.advance(300)
    expect(notes()).toEqual(['+73', '+73'])
  })

  it('ends early with a note-off that it sends', async () => {
    const steps = change('steps', (bytes, { at, send }) => {
      if (!isOn(bytes)) return []
      for (const [index, semitones] of [0, 4, 7].entries()) {
        const note = moved(bytes, semitones)
        send(note, at + index * 100)
        send([0x80, note[1] ?? 0, 0], at + index * 100 + 90)
      }
      return []
    })
    const { play, notes, clock, input } = playing(steps, octave)
    play(on(C4))
    await clock.advance(400)
    expect(notes()).toEqual(['+72', '-72', '+76', '-76', '+79', '-79'])
    play(off(C4))
    await clock.advance(400)
    expect(input.soundingNotes()).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('is dropped when the filter is removed, and what sounds of it ends', async () => {
    const { play, notes, clock, setFilters } = playing(echo)
    play(on(C4))
    await clock.advance(300)
    play(on(C4 + 1))
    setFilters([])
    await clock.advance(1000)
    expect(notes()).toEqual(['+60', '+60', '+61'])
    play(off(C4))
    play(off(C4 + 1))
    expect(notes().slice(3)).toEqual(['-60', '-61'])
  })

  it('cannot be more than a day ahead', () => {
    const { play, failed, notes } = playing(
      change('never', (bytes, { send }) => void send(bytes, Number.NaN)),
    )
    play(on(C4))
    expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_time' })])
    expect(notes()).toEqual(['+60'])
  })
})
