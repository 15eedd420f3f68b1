// Effects of MIDI messages on the built-in sound's channels.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlChange, noteOff, noteOn, pitchBend } from '../../../src/music/midi/midi-message.js'
import { MidiPart } from '../../../src/plugins/sound/port-parts.js'
import type { StripKind, SynthVoice } from '../../../src/plugins/sound/synth.js'
import { VOICE_LIMIT, VoicePool, type Way } from '../../../src/plugins/sound/voice-pool.js'
import { rounds } from '../../support/rounds.js'
import { rows } from '../../support/rows.js'
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
  /** Plays one message per millisecond. */
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
/** Messages that select and set a channel's bend range. */
const bendRange = (channel: number, semitones: number, hundredths = 0) => [
  controlChange(channel, 101, 0),
  controlChange(channel, 100, 0),
  controlChange(channel, 6, semitones),
  controlChange(channel, 38, hundredths),
]

describe('notes in the built-in sound', () => {
  // Guards against sharing the first note’s voice, which may be silent.
  it('simultaneous notes on two channels sound separately if the channel settings differ', () => {
    const { part, voices } = makePart()
    part.play(controlChange(1, 7, 0), 0)
    for (const channel of [1, 2, 3]) part.play(noteOn(channel, 60, 1), 1)
    expect(voices).toHaveLength(2)
    part.play(noteOn(4, 60, 0.5), 1)
    expect(voices).toHaveLength(3)
  })

  it('notes that cannot be played are reported and do not hang', () => {
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

it('the sustain pedal holds released notes until it is lifted', () => {
  const { play, held } = makePart()
  play(noteOn(1, 60, 1), pedal(1, true), noteOff(1, 60), noteOn(1, 64, 1), noteOff(1, 64))
  expect(held()).toEqual([60, 64])
  play(pedal(1, false))
  expect(held()).toEqual([])
})

describe('MIDI reset messages', () => {
  it('*all sound off* cuts the notes on its channel even while the pedal is down', () => {
    const { play, calls } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 62, 1), pedal(1, true), controlChange(1, 120, 0))
    expect(calls.slice(2)).toEqual(['cut 60 at 4'])
  })

  it('*reset all controllers* resets pedals and pitch bend but not volume and pan', () => {
    const { play, held, strips } = makePart()
    play(
      ...[noteOn(1, 60, 1), pedal(1, true), noteOff(1, 60), pitchBend(1, 16383)],
      ...rows('1 127, 11 0, 7 127, 10 127, 121 0').map(([number = 0, value = 0]) =>
        controlChange(1, number, value),
      ),
    )
    expect([held(), strips[0]]).toEqual([[], { bend: 0, vibrato: 0, level: 1, pan: 1 }])
  })

  it('a system reset cuts all notes and restores every channel’s initial state', () => {
    const { play, calls, strips } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 62, 1), controlChange(1, 10, 0), ...bendRange(1, 12), [0xff])
    expect([calls.slice(2), strips[0]?.pan]).toEqual([['cut 60 at 8', 'cut 62 at 8'], 0])
    play(pitchBend(1, 0))
    expect(strips[0]?.bend).toBe(-2)
  })
})

describe('pitch bend', () => {
  it('pitch bend affects only its channel, by up to two semitones by default', () => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1), noteOn(2, 60, 1), pitchBend(1, 0))
    expect(strips.map(({ bend }) => bend)).toEqual([-2, 0])
    play(pitchBend(1, 16383))
    expect(strips[0]?.bend).toBeCloseTo(2, 3)
  })

  it('a new bend range applies to the current bend immediately', () => {
    const { play, strips } = makePart()
    play(noteOn(1, 60, 1), pitchBend(1, 0), ...bendRange(1, 24))
    expect(strips[0]?.bend).toBe(-24)
  })

  it('a bend received before the first note applies to that note', () => {
    const { play, strips } = makePart()
    play(...bendRange(3, 12), pitchBend(3, 0), noteOn(3, 60, 1))
    expect([strips.length, strips[0]?.bend]).toEqual([1, -12])
  })
})

it('volume and expression are squared and multiplied', () => {
  const { play, strips } = makePart()
  play(noteOn(1, 60, 1))
  expect(strips[0]?.level).toBeCloseTo((100 / 127) ** 2)
  play(controlChange(1, 7, 64), controlChange(1, 11, 32))
  expect(strips[0]?.level).toBeCloseTo((64 / 127) ** 2 * (32 / 127) ** 2)
})

describe('channel 10', () => {
  it('drums are played only on channel 10', () => {
    const { play, voices } = makePart()
    for (let channel = 1; channel <= 16; channel += 1) play(noteOn(channel, 40 + channel, 1))
    expect(voices.filter(({ kind }) => kind === 'drums').map(({ note }) => note)).toEqual([50])
  })

  it('notes with a guitar string are melodic even on channel 10', () => {
    const { part, voices } = makePart()
    part.play(noteOn(10, 45, 1), 1, 5)
    part.play(noteOn(10, 36, 1), 2)
    expect(voices.map(({ kind, strip }) => [kind, strip])).toEqual([
      ['notes', 0],
      ['drums', 1],
    ])
  })

  it('channel 10 volume and pan apply to both melodic notes and drums', () => {
    const { part, strips } = makePart()
    part.play(noteOn(10, 45, 1), 1, 5)
    part.play(controlChange(10, 7, 127), 2)
    part.play(noteOn(10, 36, 1), 3)
    part.play(controlChange(10, 10, 127), 4)
    part.play(noteOn(10, 47, 1), 5, 5)
    expect(strips.map(({ level, pan }) => [level, pan])).toEqual(rows('1 1, 1 1'))
  })
})

function makePool(limit = 3) {
  const synth = fakeSynth()
  const strip = synth.openStrip('notes')
  const pool = new VoicePool(limit)
  const start = (note: number, atMs: number, way: Way = 'in', kind: StripKind = 'notes'): SynthVoice =>
    pool.start({ way, kind, note, atMs, sounds: 'alike', begin: onEnd => strip.start(note, 1, atMs, onEnd) })
  return { ...synth, pool, start }
}

describe('voice limit', () => {
  it('when voices run out, the voice released first is cut off', () => {
    const { start, calls } = makePool()
    start(60, 0)
    const [second, third] = [start(61, 1), start(62, 2)]
    third.release(3)
    second.release(4)
    start(63, 5)
    expect(calls.slice(-2)).toEqual(['cut 62 at 5', 'start 63 at 5'])
    start(64, 6)
    expect(calls.slice(-2)).toEqual(['cut 61 at 6', 'start 64 at 6'])
  })

  it('when all voices are held, the oldest voice is cut off', () => {
    const { start, calls } = makePool()
    for (const note of [60, 61, 62, 63]) start(note, note)
    expect(calls.slice(-2)).toEqual(['cut 60 at 63', 'start 63 at 63'])
  })

  it('a note-off for a voice already cut has no effect', () => {
    const { start, calls } = makePool(1)
    const first = start(60, 0)
    start(61, 1)
    first.release(2)
    expect(calls).toEqual(['start 60 at 0', 'cut 60 at 1', 'start 61 at 1'])
  })
})

describe('duplicate notes', () => {
  it('a note that is played and echoed sounds once and ends after both note-offs', () => {
    const { start, calls } = makePool()
    const [played, sent] = [start(60, 0, 'in'), start(60, 10, 'out')]
    played.release(100)
    expect(calls).toEqual(['start 60 at 0'])
    sent.release(110)
    expect(calls).toEqual(['start 60 at 0', 'release 60 at 110'])
  })

  it('a note struck again starts a second voice', () => {
    const { start, voices } = makePool()
    start(60, 0, 'in')
    start(60, 200, 'out')
    expect(voices).toHaveLength(2)
  })

  it('every note in a fast repetition sounds', () => {
    const { start, voices } = makePool(8)
    const first = [start(60, 0, 'in'), start(60, 10, 'out')]
    for (const voice of first) voice.release(20)
    start(60, 20, 'in')
    start(60, 30, 'out')
    expect(voices).toHaveLength(2)
  })

  it('a note sent to all sixteen channels sounds once', () => {
    const { start, voices, held } = makePool()
    const all = Array.from({ length: 16 }, () => start(60, 10, 'out'))
    expect(voices).toHaveLength(1)
    for (const voice of all) voice.release(20)
    expect(held()).toEqual([])
  })
})

it('a drum and a melodic note with the same number can sound together', () => {
  const { start, calls } = makePool()
  start(36, 0, 'out')
  start(36, 0, 'out', 'drums')
  start(36, 20, 'in')
  expect(calls).toEqual(['start 36 at 0', 'start 36 at 0'])
})

const PORTS = ['in', 'in', 'out', 'out'] as const
const dataByte = fc.integer({ min: 0, max: 127 })
/** Few notes and channels, so that they often collide. Controllers are either relevant or random. */
const note = fc.integer({ min: 60, max: 64 })
const channel = fc.integer({ min: 0, max: 2 })
const controller = fc.oneof(fc.constantFrom(6, 38, 64, 66, 100, 101, 120, 121, 123, 126), dataByte)

const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x90 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x80 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, controller, dataByte).map(([c, n, v]) => [0xb0 | c, n, v]) },
  { weight: 1, arbitrary: fc.tuple(channel, dataByte, dataByte).map(([c, n, v]) => [0xe0 | c, n, v]) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }) },
)

const step = fc.record({
  port: fc.integer({ min: 0, max: PORTS.length - 1 }),
  bytes: message,
  /** Time since the previous step, ms. A song is sent ahead, so time can also go backward. */
  after: fc.integer({ min: -15, max: 60 }),
  /** Index of a voice that has faded out since the previous step. */
  died: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
})

function playAll(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
  const synth = fakeSynth()
  const pool = new VoicePool()
  const { openStrip } = synth
  const parts = PORTS.map(way => new MidiPart({ way, pool, openStrip, onUnplayable: () => undefined }))
  let now = 0
  let most = 0
  for (const { port, bytes, after, died } of steps) {
    now += after
    parts[port]?.play(bytes, now)
    if (died !== undefined) synth.voices[died]?.end()
    most = Math.max(most, pool.sounding)
  }
  return { synth, pool, parts, now, most }
}

const runs = rounds(1000, 20261121)

it('lifting all pedals and sending *all notes off* leaves no held voices', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), steps => {
      const { synth, parts, now, most } = playAll(steps)
      for (const part of parts) {
        for (let each = 1; each <= 16; each += 1)
          for (const order of [64, 66, 123]) part.play(controlChange(each, order, 0), now + 100)
      }
      const hanging = synth.voices.filter(({ released, cut }) => released === undefined && cut === undefined)
      // Faded voices need no note-off.
      const died = new Set(steps.map(({ died: index }) => index))
      expect(hanging.filter(voice => !died.has(synth.voices.indexOf(voice)))).toEqual([])
      expect(most).toBeLessThanOrEqual(VOICE_LIMIT)
    }),
    runs,
  )
})
