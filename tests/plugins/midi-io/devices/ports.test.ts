import { describe, expect, it } from 'vitest'
import { isSameDevice } from '../../../../src/plugins/midi-io/devices/ports.js'

const port = (name: string, manufacturer = '') => ({ name, manufacturer })

describe('isSameDevice', () => {
  it.each([
    ['KeyLab 61', 'KeyLab 61'],
    ['USB MIDI In', 'USB MIDI Out'],
    ['MIDIIN2 (KeyLab 61)', 'MIDIOUT2 (KeyLab 61)'],
    ['Launchkey Input', 'launchkey output'],
    ['loopMIDI Port', 'loopMIDI Port'],
    ['IAC-Treiber Bus 1', 'IAC-Treiber Bus 1'],
  ])('knows %s and %s for one', (input, output) => {
    expect(isSameDevice(port(input), port(output))).toBe(true)
  })

  it.each([
    ['GK-3', 'Warm pad'],
    ['IAC Bus 1', 'IAC Bus 2'],
    ['Indigo', 'Outdigo'],
  ])('tells %s and %s apart', (input, output) => {
    expect(isSameDevice(port(input), port(output))).toBe(false)
  })

  it('distinguishes devices of one name by their manufacturers, if both are known', () => {
    expect(isSameDevice(port('MIDI 1', 'Roland'), port('MIDI 1', 'Yamaha'))).toBe(false)
    expect(isSameDevice(port('MIDI 1', 'Roland'), port('MIDI 1'))).toBe(true)
  })
})
