// How messages of MIDI inputs and outputs sound.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  controlChange,
  noteOff,
  noteOn,
  pitchBend,
  programChange,
} from '../../../src/music/midi/midi-message.js'
import { TECHNIQUES } from '../../../src/music/song/techniques.js'
import type { Way } from '../../../src/plugins/sound/synthesis/sound-port.js'
import { SoundPorts } from '../../../src/plugins/sound/synthesis/sound-ports.js'
import { rounds } from '../../support/rounds.js'
import { recordingSynth } from './recording-synth.js'

const NYLON_GUITAR = 24
const STEEL_GUITAR = 25
const MUTED_GUITAR = 28
const VOLUME = 7
const BANK = 0
const SUSTAIN = 64

const all16 = Array.from({ length: 16 }, (_, index) => index + 1)

function makePorts(bendOf?: (port: string, channel: number) => number) {
  const synth = recordingSynth()
  const turnedDown: (number | undefined)[] = []
  const ports = new SoundPorts({
    synth: () => synth,
    ...(bendOf && { bendOf }),
    onTurnedDown: channel => turnedDown.push(channel),
  })
  ports.setInstrument({ program: STEEL_GUITAR }, true, 0)
  /** Plays messages at intervals of 100 ms. */
  let now = 0
  const play = (way: Way, ...messages: readonly (readonly number[])[]) => {
    for (const bytes of messages) {
      now += 100
      ports.play(way, 'port', bytes, now)
    }
  }
  return { ...synth, ports, play, turnedDown }
}

/** Messages that set a channel's bend range. */
const bendRange = (channel: number, semitones: number) =>
  [
    [101, 0],
    [100, 0],
    [6, semitones],
  ].map(([controller = 0, value = 0]) => controlChange(channel, controller, value))

describe('instruments', () => {
  it('an output plays its programs, and an input plays the chosen instrument', () => {
    const { play, notes } = makePorts()
    play('out', noteOn(1, 60, 1), programChange(1, 40), noteOn(1, 62, 1), noteOn(2, 64, 1))
    play('in', programChange(1, 40), noteOn(1, 65, 1))
    expect(notes().map(({ program }) => program)).toEqual([STEEL_GUITAR, 40, STEEL_GUITAR, STEEL_GUITAR])
  })

  it('bank select chooses a variation of the program', () => {
    const { play, notes } = makePorts()
    play('out', controlChange(1, BANK, 8), programChange(1, 25), noteOn(1, 60, 1))
    expect(notes()).toMatchObject([{ bank: 8, program: 25 }])
  })

  it('the chosen instrument replaces all programs if song instruments are turned off', () => {
    const { ports, play, notes } = makePorts()
    play('out', programChange(1, 40), noteOn(1, 60, 1))
    ports.setInstrument({ program: NYLON_GUITAR }, false, 250)
    play('out', noteOn(1, 62, 1))
    expect(notes().map(({ program }) => program)).toEqual([40, NYLON_GUITAR])
  })

  it('each instrument is requested before its first note, but the synthesizer never is', () => {
    const { ports, play, needed } = makePorts()
    ports.setInstrument({ program: 0, isPlain: true }, true, 0)
    play('out', programChange(2, 33), noteOn(1, 60, 1), noteOn(2, 40, 1), noteOn(10, 36, 1))
    expect(needed).toEqual([{ program: 33 }, { program: 0, isDrums: true }])
  })
})

describe('channel 10', () => {
  it('drums are played only on channel 10', () => {
    const { play, notes } = makePorts()
    play('out', ...all16.map(channel => noteOn(channel, 40 + channel, 1)))
    expect(
      notes()
        .filter(({ isDrum }) => isDrum)
        .map(({ note }) => note),
    ).toEqual([50])
  })

  it('notes with a guitar string are melodic even on channel 10', () => {
    const { ports, notes } = makePorts()
    ports.play('in', 'guitar', noteOn(10, 45, 1), 100, { string: 5 })
    expect(notes()).toMatchObject([{ note: 45, program: STEEL_GUITAR }])
    expect(notes()[0]?.isDrum).toBe(false)
  })

  it('drums and a melodic note with the same number sound together', () => {
    const { ports, notes } = makePorts()
    ports.play('out', 'port', programChange(1, 0), 0)
    ports.play('out', 'port', noteOn(1, 36, 1), 100)
    ports.play('out', 'port', noteOn(10, 36, 1), 100)
    expect(notes()).toHaveLength(2)
  })
})

describe('pitch bend', () => {
  it('an output’s bends and bend ranges reach the synthesizer, including those sent before the note', () => {
    const { play, notes, channel } = makePorts()
    play('out', ...bendRange(3, 12), pitchBend(3, 0), noteOn(3, 60, 1))
    const target = notes()[0]?.channel ?? -1
    expect(channel(target).bentBy()).toBe(-12)
    play('out', ...bendRange(3, 24), pitchBend(3, 16_383))
    expect(channel(target).bentBy()).toBeCloseTo(24, 2)
  })

  it('an input follows the device’s bend to within a cent, whatever bend range the device sends', () => {
    let semitones = 0
    const { ports, play, notes, channel } = makePorts((_, each) => (each === 2 ? semitones : 0))
    semitones = -1.37
    play('in', noteOn(2, 60, 1))
    const target = notes()[0]?.channel ?? -1
    const error = () => Math.abs(channel(target).bentBy() - semitones)
    expect(error()).toBeLessThan(0.01)
    semitones = 11.5
    play('in', ...bendRange(2, 12), pitchBend(2, 15_000))
    expect(error()).toBeLessThan(0.01)
    semitones = 0
    ports.refreshBend('port', 1000)
    expect(channel(target).bentBy()).toBe(0)
  })
})

describe('notes received twice', () => {
  it('a note that is both played and sent to the output sounds once', () => {
    const { ports, notes } = makePorts()
    ports.play('in', 'guitar', noteOn(1, 60, 1), 0)
    ports.play('out', 'sound', noteOn(1, 60, 1), 10)
    ports.play('out', 'sound', noteOff(1, 60), 100)
    expect(notes()).toHaveLength(1)
    expect(notes()[0]?.endMs).toBeUndefined()
    ports.play('in', 'guitar', noteOff(1, 60), 110)
    expect(notes()[0]?.endMs).toBe(110)
  })

  it('a note struck again after 30 ms sounds again', () => {
    const { ports, notes } = makePorts()
    ports.play('in', 'guitar', noteOn(1, 60, 1), 0)
    ports.play('out', 'sound', noteOn(1, 60, 1), 31)
    expect(notes()).toHaveLength(2)
  })

  it('a note sent on all sixteen channels sounds once, without drums, and ends', () => {
    const { ports, notes, held } = makePorts()
    for (const channel of all16) ports.play('out', 'port', noteOn(channel, 60, 1), 0)
    expect(notes().map(({ isDrum }) => isDrum)).toEqual([false])
    for (const channel of all16) ports.play('out', 'port', noteOff(channel, 60), 50)
    expect(held()).toEqual([])
  })

  it('two tracks that play the same note with the same instrument sound as two', () => {
    const { ports, notes, held } = makePorts()
    for (const channel of [1, 2]) ports.play('out', 'port', noteOn(channel, 60, 1), 0, { techniques: [] })
    expect(notes().map(({ channel }) => channel)).toEqual([0, 1])
    ports.play('out', 'port', noteOff(1, 60), 50)
    expect(held()).toEqual([60])
    ports.play('out', 'port', noteOff(2, 60), 60)
    expect(held()).toEqual([])
  })

  it('a note on two strings of a guitar sounds as two', () => {
    const { ports, notes } = makePorts()
    for (const string of [1, 2]) ports.play('in', 'guitar', noteOn(string, 64, 1), 0, { string })
    expect(notes()).toHaveLength(2)
  })

  // Guards against sharing the first note’s voice, which may be silent.
  it('simultaneous notes on two channels sound separately if the channels sound different', () => {
    const { ports, notes } = makePorts()
    ports.play('out', 'port', controlChange(1, VOLUME, 0), 0)
    for (const channel of [1, 2, 3]) ports.play('out', 'port', noteOn(channel, 60, 1), 1)
    expect(notes()).toHaveLength(2)
    ports.play('out', 'port', noteOn(4, 60, 0.5), 1)
    expect(notes()).toHaveLength(3)
  })
})

describe('resetting', () => {
  it('a system reset restores controllers, bends and bend ranges', () => {
    const { play, notes, channel } = makePorts()
    play('out', noteOn(1, 60, 1), controlChange(1, 10, 0), controlChange(1, VOLUME, 3), ...bendRange(1, 12))
    play('out', pitchBend(1, 0), [0xff])
    const state = channel(notes()[0]?.channel ?? -1)
    expect([state.value(10), state.value(VOLUME), state.bentBy()]).toEqual([64, 100, 0])
    play('out', pitchBend(1, 0))
    expect(channel(notes()[0]?.channel ?? -1).bentBy()).toBe(-2)
  })

  it('a disconnected port’s notes end, and its volume is forgotten', () => {
    const { ports, play, held, notes, channel, turnedDown } = makePorts()
    play('in', controlChange(1, VOLUME, 0), controlChange(1, SUSTAIN, 127), noteOn(1, 60, 1), noteOff(1, 60))
    expect([held(), turnedDown]).toEqual([[60], [1]])
    ports.forget('in', 'port', 1000)
    expect([held(), turnedDown]).toEqual([[], [1, undefined]])
    expect(channel(notes()[0]?.channel ?? -1).value(VOLUME)).toBe(100)
  })

  it('ending all input notes leaves output notes sounding', () => {
    const { ports, play, held } = makePorts()
    play('in', noteOn(1, 60, 1))
    play('out', noteOn(1, 64, 1))
    ports.letGo('in', 1000)
    expect(held()).toEqual([64])
  })
})

it('a channel that is turned down is reported once until it is audible', () => {
  const { play, turnedDown } = makePorts()
  play('out', controlChange(2, 11, 0), noteOn(2, 60, 1), noteOff(2, 60), noteOn(2, 62, 1))
  expect(turnedDown).toEqual([2])
  play('out', controlChange(2, 11, 1))
  expect(turnedDown).toEqual([2, undefined])
})

describe('techniques', () => {
  it('each technique has its own channel, which follows the controllers and bends of plain notes', () => {
    const { ports, play, notes, channel } = makePorts()
    play('out', programChange(1, NYLON_GUITAR), controlChange(1, VOLUME, 90), noteOn(1, 52, 1))
    ports.play('out', 'port', noteOn(1, 40, 1), 1000, { techniques: ['palm-mute'] })
    play('out', pitchBend(1, 0))
    const [plain, muted] = notes()
    expect([plain?.program, muted?.program]).toEqual([NYLON_GUITAR, MUTED_GUITAR])
    expect(muted?.channel).not.toBe(plain?.channel)
    const state = channel(muted?.channel ?? -1)
    expect([state.value(VOLUME), state.bentBy()]).toEqual([90, -2])
    ports.play('out', 'port', noteOff(1, 40), 1200)
    expect(notes()[1]?.endMs).toBe(1200)
  })

  it('a technique’s note ends with its own note-off, even if it is repeated immediately', () => {
    const { ports, notes } = makePorts()
    for (const at of [1000, 1200]) {
      ports.play('out', 'port', noteOn(1, 40, 1), at, { techniques: ['palm-mute'] })
      ports.play('out', 'port', noteOff(1, 40), at + 83)
    }
    expect(notes().map(({ atMs, endMs = 0 }) => endMs - atMs)).toEqual([83, 83])
  })

  it('techniques only affect guitars and basses', () => {
    const { ports, play, notes } = makePorts()
    play('out', programChange(1, 0))
    for (const channel of [1, 10]) {
      ports.play('out', 'port', noteOn(channel, 40, 1), 1000, { techniques: ['palm-mute'] })
    }
    expect(notes().map(({ channel }) => Math.floor(channel / 16))).toEqual([0, 0])
  })
})

const PORTS: readonly (readonly [Way, string])[] = [
  ['in', 'guitar'],
  ['in', 'neck'],
  ['out', 'sound'],
  ['out', 'device'],
]
const dataByte = fc.integer({ min: 0, max: 127 })
/** Few notes and channels, so that they often collide. Controllers are either relevant or random. */
const note = fc.integer({ min: 60, max: 64 })
const channel = fc.constantFrom(0, 1, 9)
const controller = fc.oneof(fc.constantFrom(0, 6, 38, 64, 66, 100, 101, 120, 121, 123, 126), dataByte)

const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x90 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x80 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, controller, dataByte).map(([c, n, v]) => [0xb0 | c, n, v]) },
  { weight: 1, arbitrary: fc.tuple(channel, dataByte, dataByte).map(([c, n, v]) => [0xe0 | c, n, v]) },
  { weight: 1, arbitrary: fc.tuple(channel, dataByte).map(([c, program]) => [0xc0 | c, program]) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }) },
)

const step = fc.record({
  port: fc.constantFrom(...PORTS),
  bytes: message,
  /** Time since the previous step, ms. */
  after: fc.integer({ min: 0, max: 60 }),
  string: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 8 }),
  techniques: fc.subarray([...TECHNIQUES], { maxLength: 2 }),
})

it('lifting all pedals and sending *all notes off* leaves no held notes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), steps => {
      const { ports, held } = makePorts()
      let now = 0
      for (const {
        port: [way, port],
        bytes,
        after,
        string,
        techniques,
      } of steps) {
        now += after
        ports.play(way, port, bytes, now, { string, techniques })
      }
      for (const [way, port] of PORTS) {
        for (const each of all16)
          for (const order of [64, 66, 123]) ports.play(way, port, controlChange(each, order, 0), now + 100)
      }
      expect(held()).toEqual([])
    }),
    rounds(1000, 20261130),
  )
})
