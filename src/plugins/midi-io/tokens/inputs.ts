/** The devices that play, as somebody has set them up. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { AccessView } from './access.js'
import type { MidiInput } from './input.js'
import type { InputPort } from './ports.js'

/** `auto`: it counts as a guitar while it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

/** A device that plays, as it is set up and understood now. */
export interface InputView extends InputPort {
  /** Off: nothing that it plays is taken in. */
  readonly enabled: boolean
  /** Semitones that a full bend makes, as somebody has set it; 0 leaves it to the device. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** One channel per string, in a row of neighbouring channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether it counts as a guitar now: its notes name their string then. */
  readonly active: boolean
  /** 1–16. The first is that of string 1, the highest; of the lowest where the row is reversed. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** It has played what its string does not have in the tuning of the neck. */
  readonly mismatch: boolean
}

/** What may be set up of a device; all of it is remembered. */
export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** 1–16, with room for all strings. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** 0–96 semitones. */
  readonly bendRange?: number
}

/** The devices that play and are connected. */
export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /**
   * @throws FretworkError `input_unknown` where no such device is connected, `guitar_channels` where the strings
   * find no room
   */
  setUp(id: string, change: InputChange): void
}

/** The plugin's own: what the ports of devices play into, on the way to `MidiInput`. */
export interface DeviceInputs extends MidiInputs, Pick<MidiInput, 'receive' | 'release'> {
  /** Keeps up with the ports that are there. */
  follow(access: ReadonlyStore<Pick<AccessView, 'inputs'>>): void
  /** After a panic: whatever a device has told of its notes, they are over. */
  forgetNotes(): void
}

/** The plugin's own: the inputs that were there since the start, whether they are there now or not. */
export const SEEN_PORTS = createToken<ReadonlyStore<readonly InputPort[]>>('midi-io.seen-ports')

export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs')

/** The plugin's own: the devices as ports to play and to send to, the bends, and the computer keyboard. */
export const DEVICE_INPUTS = createToken<DeviceInputs>('midi-io.device-inputs')
