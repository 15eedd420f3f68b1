/** Inputs that plugins play into as if they were devices. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { InputPort } from './ports.js'

/** An input that a plugin plays into. Disposing it ends what sounds on it, as unplugging does. */
export interface VirtualInput extends Disposable {
  /** @param at when it was played, on the clock of the application, in milliseconds */
  receive(bytes: ArrayLike<number>, at: number): MidiEvent | undefined
  /** Ends what sounds on it. */
  release(): void
}

/** Inputs that are no device of the machine and go the way of one. */
export interface VirtualInputs {
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Its id must be no device's. */
  add(port: InputPort): VirtualInput
}

export const VIRTUAL_INPUTS = createToken<VirtualInputs>('midi-io.virtual-inputs')
