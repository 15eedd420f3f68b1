/** The pitch bends of one port in semitones: how far each channel is bent, and how far it can be. */
import { CONTROLLER } from './controller-numbers.js'
import type { MidiEvent } from './midi-event.js'

/** Registered parameter 0 is the bend range; 127/127 is none. */
const BEND_RANGE = 0
const NO_PARAMETER = 0x3fff
const MIDDLE = 8192
/** MIDI 1.0: a receiver that was told nothing bends by two semitones. */
export const USUAL_BEND_RANGE = 2

export interface PortBends {
  /** Takes in an event of the port. @returns whether the range of a channel is another one now */
  apply(event: MidiEvent): boolean
  /** Takes in a controller. @param channel 1–16 @returns whether the range of the channel is another one now */
  control(channel: number, controller: number, value: number): boolean
  /** @param channel 1–16 @param value raw, 0–16383 */
  bendTo(channel: number, value: number): void
  /** As before the first message; a range that was set stays. */
  reset(): void
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
      case CONTROLLER.registeredCoarse:
        parameters[channel] = (value << 7) | (parameter & 127)
        return false
      case CONTROLLER.registeredFine:
        parameters[channel] = (parameter & ~127) | value
        return false
      case CONTROLLER.nonRegisteredCoarse:
      case CONTROLLER.nonRegisteredFine:
        // Data entry belongs to a parameter of the maker's own from now on.
        parameters[channel] = NO_PARAMETER
        return false
      case CONTROLLER.dataEntry:
        // The coarse half of a value sets the fine one to 0; it comes after it, or not at all (MIDI 1.0).
        if (parameter === BEND_RANGE) ranges[channel] = value
        break
      case CONTROLLER.dataEntryFine:
        if (parameter === BEND_RANGE) ranges[channel] = Math.floor(before) + Math.min(value, 99) / 100
        break
      case CONTROLLER.resetAll:
        // The range stays (MIDI recommended practice RP-015).
        values[channel] = MIDDLE
        parameters[channel] = NO_PARAMETER
        break
    }
    return set === undefined && ranges[channel] !== before
  }

  const bendTo = (channel: number, value: number) => {
    values[channel] = value
  }

  const reset = () => {
    values.fill(MIDDLE)
    parameters.fill(NO_PARAMETER)
    ranges.fill(USUAL_BEND_RANGE)
  }

  return {
    apply(event) {
      if (event.kind === 'controller') return control(event.channel, event.controller, event.value)
      if (event.kind === 'bend') bendTo(event.channel, event.value)
      if (event.kind === 'other' && event.message === 'reset') reset()
      return false
    },
    control,
    bendTo,
    reset,
    bend: channel => (((values[channel] ?? MIDDLE) - MIDDLE) / MIDDLE) * range(channel),
    range,
    setRange(semitones) {
      set = semitones
    },
  }
}
