/** How far each channel is bent. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createToken } from '../../../core/platform/services/token.js'

/**
 * How far each channel is bent. Up to date when `MIDI_EVENT` brings a bend, for every source. The range is what the
 * user has set for the device, else what the device has sent (registered parameter 0), else 2 semitones.
 */
export interface MidiBends {
  /** Semitones, negative downwards; 0 until something was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones that a full bend makes, either way. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * The bend range of a port has changed, and with it every bend there. Sent with the port's id.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')
