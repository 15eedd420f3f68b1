/** The pitch bends of one port in semitones: how far each channel is bent, and how far it can be. */
import type { MidiEvent } from './midi-event.js'

/** Controllers of MIDI 1.0 that choose a parameter and set it. */
const DATA_ENTRY = 6
const DATA_ENTRY_FINE = 38
const NON_REGISTERED_FINE = 98
const NON_REGISTERED_COARSE = 99
const REGISTERED_FINE = 100
const REGISTERED_COARSE = 101
const RESET_ALL_CONTROLLERS = 121

/** Registered parameter 0 is the bend range; 127/127 is none. */
const BEND_RANGE = 0
const NO_PARAMETER = 0x3fff
const MIDDLE = 8192
/** MIDI 1.0: a receiver that was told nothing bends by two semitones. */
export const USUAL_BEND_RANGE = 2

export interface PortBends {
  /** Takes in an event of the port. @returns whether the range of a channel is another one now */
  apply(event: MidiEvent): boolean
  /** Semitones, negative downwards. @param channel 1–16 */
  bend(channel: number): number
  /** Semitones up and down that the whole way of the wheel bends. @param channel 1–16 */
  range(channel: number): number
  /** The range of all channels, whatever the port says; `undefined` leaves it to the port. */
  setRange(semitones: number | undefined): void
}

export function createPortBends(): PortBends {
  // By channel; place 0 is not used.
  const values = new Int16Array(17).fill(MIDDLE)
  const parameters = new Int16Array(17).fill(NO_PARAMETER)
  const ranges = new Float64Array(17).fill(USUAL_BEND_RANGE)
  let set: number | undefined

  const range = (channel: number) => set ?? ranges[channel] ?? USUAL_BEND_RANGE

  const control = (channel: number, controller: number, value: number): boolean => {
    const parameter = parameters[channel] ?? NO_PARAMETER
    const before = ranges[channel] ?? USUAL_BEND_RANGE
    switch (controller) {
      case REGISTERED_COARSE:
        parameters[channel] = (value << 7) | (parameter & 127)
        return false
      case REGISTERED_FINE:
        parameters[channel] = (parameter & ~127) | value
        return false
      case NON_REGISTERED_COARSE:
      case NON_REGISTERED_FINE:
        // Data entry belongs to a parameter of the maker's own from now on.
        parameters[channel] = NO_PARAMETER
        return false
      case DATA_ENTRY:
        if (parameter === BEND_RANGE) ranges[channel] = value + (before % 1)
        break
      case DATA_ENTRY_FINE:
        if (parameter === BEND_RANGE) ranges[channel] = Math.floor(before) + Math.min(value, 99) / 100
        break
      case RESET_ALL_CONTROLLERS:
        // The range stays (MIDI recommended practice RP-015).
        values[channel] = MIDDLE
        parameters[channel] = NO_PARAMETER
        break
    }
    return set === undefined && ranges[channel] !== before
  }

  return {
    apply(event) {
      if (event.kind === 'controller') return control(event.channel, event.controller, event.value)
      if (event.kind === 'bend') values[event.channel] = event.value
      if (event.kind === 'other' && event.message === 'reset') {
        values.fill(MIDDLE)
        parameters.fill(NO_PARAMETER)
        ranges.fill(USUAL_BEND_RANGE)
      }
      return false
    },
    bend: channel => (((values[channel] ?? MIDDLE) - MIDDLE) / MIDDLE) * range(channel),
    range,
    setRange(semitones) {
      set = semitones
    },
  }
}
