/** Services that only this plugin itself asks for. */
import { createToken } from '../../core/kernel/token.js'
import type { MidiEvent } from '../../core/music/midi-event.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { AccessView, MidiBends, MidiInput, MidiInputs } from './tokens.js'

/** What the ports of devices play into, on the way to `MidiInput`. */
export interface DeviceInputs extends MidiInputs, Pick<MidiInput, 'receive' | 'release'> {
  /** Keeps up with the ports that are there. */
  follow(access: ReadonlyStore<Pick<AccessView, 'inputs'>>): void
  /** After a panic: whatever a device has told of its notes, they are over. */
  forgetNotes(): void
}

/** Where what `MidiBends` tells is taken in. */
export interface BendKeeper extends MidiBends {
  /** Takes in an event before anybody else hears of it. */
  apply(event: MidiEvent): void
  /** The range of a port, whatever it says itself; 0 leaves it to the port. */
  setRange(portId: string, semitones: number): void
  /** A port is gone, and with it what it has said. */
  forget(portId: string): void
}

export const DEVICE_INPUTS = createToken<DeviceInputs>('midi-io.device-inputs')
export const BEND_KEEPER = createToken<BendKeeper>('midi-io.bend-keeper')
