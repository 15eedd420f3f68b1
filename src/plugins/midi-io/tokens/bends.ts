/** How far each channel of each port is bent. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createToken } from '../../../core/kernel/services/token.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'

/**
 * How far each channel is bent. Up to date when `MIDI_EVENT` tells of a bend, for events of every source. The range
 * is what somebody has set for the device, else what the port has said (registered parameter 0), else 2 semitones.
 */
export interface MidiBends {
  /** Semitones, negative downwards; 0 while nothing was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones that a full bend makes, either way. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/** The plugin's own: where what `MidiBends` tells is taken in. */
export interface BendKeeper extends MidiBends {
  /** Takes in an event before anybody else hears of it. */
  apply(event: MidiEvent): void
  /** The range of a port, whatever it says itself; 0 leaves it to the port. */
  setRange(portId: string, semitones: number): void
  /** A port is gone, and with it what it has said. */
  forget(portId: string): void
}

/** The bend range of a port is another one now: what is bent there is bent anew. Told with the port's id. */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')
export const BEND_KEEPER = createToken<BendKeeper>('midi-io.bend-keeper')
