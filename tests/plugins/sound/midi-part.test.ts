// What MIDI messages mean to the built-in sound, channel by channel.
import { describe, expect, it } from 'vitest'
import { controlChange, noteOff, noteOn, pitchBend } from '../../../src/core/music/midi/midi-message.js'
import { MidiPart } from '../../../src/plugins/sound/midi-part.js'
import { VoicePool } from '../../../src/plugins/sound/voice-pool.js'
import { fakeSynth } from './fake-synth.js'

const SUSTAIN = 64

function makePart(openStrip?: ReturnType<typeof fakeSynth>['openStrip']) {
  const synth = fakeSynth()
  const unplayable: unknown[] = []
  const part = new MidiPart({
    way: 'out',
    pool: new VoicePool(),
    openStrip: openStrip ?? synth.openStrip,
    onUnplayable: error => unplayable.push(error),
  })
  let now = 0
  /** One message each millisecond. */
  const play = (...messages: readonly (readonly number[])[]) => {
    for (const bytes of messages) {
      now += 1
      part.play(bytes, now)
    }
  }
  return { ...synth, part, play, unplayable }
}

const pedal = (channel: number, down: boolean, which = SUSTAIN) =>
  controlChange(channel, which, down ? 127 : 0)
/** Chooses the bend range of a channel and sets it. */
const bendRange = (channel: number, semitones: number, hundredths = 0) => [
  controlChange(channel, 101, 0),
  controlChange(channel, 100, 0),
  controlChange(channel, 6, semitones),
  controlChange(channel, 38, hundredths),
]

describe('notes', () => {
  it('start and end at the times of their messages', () => {
    const { calls, play, voices } = makePart()
    play(noteOn(1, 60, 1), noteOff(1, 60))
    expect(calls).toEqual(['start 60 at 1', 'release 60 at 2'])
    expect(voices[0]?.velocity).toBe(1)
  })

  // Mutation: one voice for all that begins at once, which sounds as the first of them, silent or not.
  it('of two channels at once are both heard if their settings differ', () => {
    const { part, voices } = makePart()
    part.play(controlChange(1, 7, 0), 0)
    for (const channel of [1, 2, 3]) part.play(noteOn(channel, 60, 1), 1)
    expect(voices).toHaveLength(2)
    part.play(noteOn(4, 60, 0.5), 1)
    expect(voices).toHaveLength(3)
  })

  it.each([
    ['invalid bytes', [0x90, 200, 1]],
    ['a program change', [0xc0, 5]],
  ])('are not touched by %s', (_name, bytes) => {
    const { play, calls } = makePart()
    play(noteOn(1, 60, 1), bytes)
    expect(calls).toEqual(['start 60 at 1'])
  })

  it('that the instrument can’t play are reported and don’t hang', () => {
    const error = new Error('no sample')
    const { play, unplayable } = makePart(() => ({
      ...fakeSynth().openStrip('notes'),
      start: () => {
        throw error
      },
    }))
    play(noteOn(1, 60, 1), noteOff(1, 60))
    expect(unplayable).toEqual([error])
  })
})

describe('the sustain pedal', () => {
  it('holds released notes while it is down, and ends it when it comes up', () => {
    const { play, held } = makePart()
    play(noteOn(1, 60, 1), pedal(1, true), noteOff(1, 60), noteOn(1, 64, 1), noteOff(1, 64))
    expect(held()).toEqual([60, 64])
    play(pedal(1, false))
    expect(held()).toEqual([])
  })
})

describe('silencing', () => {
  it('by *all sound off* cuts what its channel sounds, whatever the pedal says', () => {
    const { play, calls } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 62, 1), pedal(1, true), controlChange(1, 120, 0))
    expect(calls.slice(2)).toEqual(['cut 60 at 4'])
  })

  it('by *reset all controllers* lifts the pedals and straightens the bend, and leaves volume and pan', () => {
    const { play, held, strips } = makePart()
    play(
      ...[noteOn(1, 60, 1), pedal(1, true), noteOff(1, 60), pitchBend(1, 16383)],
      ...[
        controlChange(1, 1, 127),
        controlChange(1, 11, 0),
        controlChange(1, 7, 127),
        controlChange(1, 10, 127),
      ],
      controlChange(1, 121, 0),
    )
    expect(held()).toEqual([])
    expect(strips[0]).toEqual({ bend: 0, vibrato: 0, level: 1, pan: 1 })
  })

  it('by a reset cuts all channels and sets them as they were at first', () => {
    const { play, calls, strips } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 62, 1), controlChange(1, 10, 0), ...bendRange(1, 12), [0xff])
    expect(calls.slice(2)).toEqual(['cut 60 at 8', 'cut 62 at 8'])
    expect(strips[0]?.pan).toBe(0)
    play(pitchBend(1, 0))
    expect(strips[0]?.bend).toBe(-2)
  })
})

describe('pitch bend', () => {
  it('bends its own channel by two semitones at most', () => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 60, 1), pitchBend(1, 0))
    expect(strips.map(({ bend }) => bend)).toEqual([-2, 0])
    play(pitchBend(1, 16383))
    expect(strips[0]?.bend).toBeCloseTo(2, 3)
  })

  it('follows a range that is set while it is bent', () => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1), pitchBend(1, 0), ...bendRange(1, 24))
    expect(strips[0]?.bend).toBe(-24)
  })

  it('that came before the first note holds for it', () => {
    const { play, strips } = makePart()
    play(...bendRange(3, 12), pitchBend(3, 0), noteOn(3, 60, 1))
    expect(strips).toHaveLength(1)
    expect(strips[0]?.bend).toBe(-12)
  })
})

describe('the controllers', () => {
  it('of volume and expression multiply, by the square each', () => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1))
    expect(strips[0]?.level).toBeCloseTo((100 / 127) ** 2)
    play(controlChange(1, 7, 64), controlChange(1, 11, 32))
    expect(strips[0]?.level).toBeCloseTo((64 / 127) ** 2 * (32 / 127) ** 2)
  })

  it.each([
    [0, -1],
    [64, 0],
    [127, 1],
  ])('of pan put %i at %f', (value, position) => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1), controlChange(1, 10, value))
    expect(strips[0]?.pan).toBe(position)
  })
})

describe('channel 10', () => {
  it('plays drums, and no other channel does', () => {
    const { play, voices } = makePart()
    for (let channel = 1; channel <= 16; channel += 1) play(noteOn(channel, 40 + channel, 1))
    expect(voices.filter(({ kind }) => kind === 'drums').map(({ note }) => note)).toEqual([50])
  })

  it('plays the string of a guitar as the note that it is', () => {
    const { part, voices } = makePart()
    part.play(noteOn(10, 45, 1), 1, 5)
    part.play(noteOn(10, 36, 1), 2)
    expect(voices.map(({ kind, strip }) => [kind, strip])).toEqual([
      ['notes', 0],
      ['drums', 1],
    ])
  })

  it('follows its volume and pan with both', () => {
    const { part, strips } = makePart()
    part.play(noteOn(10, 45, 1), 1, 5)
    part.play(controlChange(10, 7, 127), 2)
    part.play(noteOn(10, 36, 1), 3)
    part.play(controlChange(10, 10, 127), 4)
    part.play(noteOn(10, 47, 1), 5, 5)
    expect(strips.map(({ level, pan }) => [level, pan])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })
})
