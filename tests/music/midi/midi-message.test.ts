import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MidiRangeError, MidiTypeError } from '../../../src/music/midi/midi-limits.js'
import {
  bendToRaw,
  controlChange,
  isSendable,
  noteOff,
  noteOn,
  parseMidiMessage,
  pitchBend,
  programChange,
} from '../../../src/music/midi/midi-message.js'

const [channel, byte7] = [fc.integer({ min: 1, max: 16 }), fc.integer({ min: 0, max: 127 })]

it.each([
  [[0x95, 64, 127], { type: 'note-on', channel: 6, note: 64, velocity: 1 }],
  [[0x90, 64, 0], { type: 'note-off', channel: 1, note: 64, velocity: 0 }],
  [[0xe0, 0, 64], { type: 'bend', channel: 1, value: 8192 }],
  [[0xe0, 127, 127], { type: 'bend', channel: 1, value: 16383 }],
  [[0xa0, 60, 10], { type: 'other', channel: 1, message: 'keyaftertouch', value: 60 }],
  [[0xc3, 24], { type: 'other', channel: 4, message: 'programchange', value: 24 }],
  [[0xdf, 99], { type: 'other', channel: 16, message: 'channelaftertouch', value: 99 }],
  [[0xf0, 0x7e], { type: 'other', message: 'sysex', value: 0x7e }],
  [[0xf0, 0x7e, 0xf7], { type: 'other', message: 'sysex', value: 0x7e }],
  [[0xf8], { type: 'other', message: 'clock', value: 0 }],
  [[0xff], { type: 'other', message: 'reset', value: 0 }],
  [[0xf4], { type: 'other', message: 'unknown', value: 0 }],
])('parses the bytes %j', (bytes, message) => expect(parseMidiMessage(bytes)).toEqual(message))

it.each([
  [[]],
  [[60, 64]],
  [[0x90]],
  [[0x90, 60]],
  [[0x90, 200, 1]],
  [[0x90, 60, 128]],
  [[0xc0]],
  [[0xf2, 1]],
  [[300, 1, 1]],
  [[0x90, 64, 100, 0x80, 64, 0]],
  [[0x90, 60, 100, 0]],
  [[0xc0, 5, 5]],
  [[0xf8, 0x90, 60, 100]],
  [[0xf2, 1, 2, 3]],
  [[0xf0, 1, 0xf8, 2, 0xf7]],
  [[0xf0, 1, 0xf7, 0x90, 60, 100]],
])('rejects the bytes %j', bytes => expect(parseMidiMessage(bytes)).toBeUndefined())

it('parseMidiMessage never throws, for any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 6 }), bytes => parseMidiMessage(bytes) !== null))
})

it('MIDI messages survive building and parsing unchanged', () => {
  fc.assert(
    fc.property(channel, byte7, byte7, (onChannel, first, second) => {
      const strength = Math.max(1, second)
      expect(parseMidiMessage(noteOn(onChannel, first, strength / 127))).toEqual({
        ...{ type: 'note-on', channel: onChannel, note: first, velocity: strength / 127 },
      })
      expect(parseMidiMessage(controlChange(onChannel, first, second))).toEqual({
        ...{ type: 'controller', channel: onChannel, controller: first, value: second },
      })
      expect(parseMidiMessage(pitchBend(onChannel, first * 128 + second))).toEqual({
        ...{ type: 'bend', channel: onChannel, value: first * 128 + second },
      })
    }),
  )
})

it('the softest note-on has velocity 1, note-offs have velocity 64 and programs count from 0', () => {
  expect(noteOn(1, 60, 0.001)).toEqual([0x90, 60, 1])
  expect(noteOff(2, 60)).toEqual([0x81, 60, 64])
  expect(noteOff(2, 60, 0)).toEqual([0x81, 60, 0])
  expect(programChange(16, 0)).toEqual([0xcf, 0])
})

it.each<[string, () => unknown, string]>([
  ['a fraction of a note', () => noteOn(1, 60.7, 1), 'midi_note'],
  ['a note that is text', () => noteOn(1, 'C4' as unknown as number, 1), 'midi_note'],
  ['a velocity of NaN', () => noteOn(1, 60, Number.NaN), 'midi_velocity'],
  ['half a channel', () => noteOff(1.5, 60), 'midi_channel'],
  ['a missing value', () => controlChange(1, 7, undefined as unknown as number), 'midi_value'],
])('building a MIDI message throws a TypeError for %s', (_, build, code) => {
  const error = thrownBy(build)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toBeInstanceOf(MidiTypeError)
  expect(error).toMatchObject({ code })
})

it.each<[string, () => unknown, string]>([
  ['note 128', () => noteOn(1, 128, 1), 'midi_note'],
  ['note -1', () => noteOff(1, -1), 'midi_note'],
  ['velocity 1.01', () => noteOn(1, 60, 1.01), 'midi_velocity'],
  ['channel 0', () => noteOn(0, 60, 1), 'midi_channel'],
  ['channel 17', () => pitchBend(17, 0), 'midi_channel'],
  ['controller 128', () => controlChange(1, 128, 0), 'midi_controller'],
  ['an infinite value', () => controlChange(1, 1, Number.POSITIVE_INFINITY), 'midi_value'],
  ['bend 16384', () => pitchBend(1, 16384), 'midi_bend'],
  ['program 128', () => programChange(1, 128), 'midi_program'],
])('building a MIDI message throws a RangeError for %s', (_, build, code) => {
  const error = thrownBy(build)
  expect(error).toBeInstanceOf(RangeError)
  expect(error).toBeInstanceOf(MidiRangeError)
  expect(error).toMatchObject({ code })
})

it('pitch bends are scaled by 8192 and clamped to 14 bits', () => {
  expect([-1, 0, 0.5, 1, 2, -3].map(bendToRaw)).toEqual([0, 8192, 12288, 16383, 16383, 0])
})

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (thrown) {
    return thrown
  }
  return undefined
}

it.each([
  ['a note-on', [0x90, 60, 100]],
  ['a program change', [0xc5, 12]],
  ['channel aftertouch', [0xd0, 90]],
  ['a bend', [0xef, 0, 64]],
  ['a SysEx message', [0xf0, 0x7e, 0x7f, 6, 1, 0xf7]],
  ['a time code', [0xf1, 3]],
  ['a song position', [0xf2, 3, 4]],
  ['a song selection', [0xf3, 3]],
  ['a tune request', [0xf6]],
  ['a clock', [0xf8]],
  ['a reset', [0xff]],
])('isSendable accepts %s', (_, bytes) =>
  expect([isSendable(bytes), isSendable([...bytes, 0])]).toEqual([true, false]),
)

it.each([
  ['no bytes', []],
  ['data without a status', [60, 100]],
  ['a message cut short', [0x90, 60]],
  ['a data byte over 127', [0x90, 60, 200]],
  ['a fraction', [0xb0, 7, 0.5]],
  ['a SysEx message without its end', [0xf0, 1, 2]],
  ['a status byte within a SysEx message', [0xf0, 0x90, 0xf7]],
  ['the end of a SysEx message alone', [0xf7]],
  ['a status that MIDI leaves undefined', [0xf4]],
  ['another undefined status', [0xfd]],
  ['a number that isn’t a byte', [300, 1, 2]],
])('isSendable rejects %s', (_, bytes) => expect(isSendable(bytes)).toBe(false))
