import { describe, expect, it } from 'vitest'
import { isSendable } from '../../../../src/core/music/midi/midi-message.js'

describe('isSendable', () => {
  it.each([
    ['a note-on', [0x90, 60, 100]],
    ['a program change', [0xc5, 12]],
    ['channel pressure', [0xd0, 90]],
    ['a bend', [0xef, 0, 64]],
    ['a system-exclusive message', [0xf0, 0x7e, 0x7f, 6, 1, 0xf7]],
    ['a time code', [0xf1, 3]],
    ['a song position', [0xf2, 3, 4]],
    ['a song selection', [0xf3, 3]],
    ['a tune request', [0xf6]],
    ['a clock', [0xf8]],
    ['a reset', [0xff]],
  ])('takes %s', (_, bytes) => {
    expect(isSendable(bytes)).toBe(true)
    expect(isSendable([...bytes, 0])).toBe(false)
  })

  it.each([
    ['nothing', []],
    ['data without a status', [60, 100]],
    ['a message cut short', [0x90, 60]],
    ['a data byte over 127', [0x90, 60, 200]],
    ['a fraction', [0xb0, 7, 0.5]],
    ['a system-exclusive message without its end', [0xf0, 1, 2]],
    ['a status byte inside of a system-exclusive message', [0xf0, 0x90, 0xf7]],
    ['the end of a system-exclusive message alone', [0xf7]],
    ['a status that MIDI leaves undefined', [0xf4]],
    ['another', [0xfd]],
    ['a number that isn’t a byte', [300, 1, 2]],
  ])('refuses %s', (_, bytes) => {
    expect(isSendable(bytes)).toBe(false)
  })
})
