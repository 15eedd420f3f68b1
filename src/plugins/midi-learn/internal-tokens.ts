/** What may be known of MIDI controls: what is bound, and hearing a control that is to be bound. */

import type { Disposable } from '../../core/platform/disposable.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { InputPort } from '../midi-io/tokens.js'
import type { Control } from './control.js'
import type { Unfit } from './learnable.js'
import type { Binding } from './settings.js'

export type { Binding, Control, Unfit }

/** A control that was moved just now. */
export interface HeardControl {
  readonly control: Control
  readonly port: InputPort
  /** 0–127, with fractions where it has 14 bits; of a note how hard it was struck, 0 of a program. */
  readonly value: number
}

export interface MidiLearn {
  /** The controls that run commands, as far as they can be read; the earliest first. */
  readonly bindings: ReadonlyStore<readonly Binding[]>
  /** The command that the user wants a control for, until the page is open. */
  readonly wanted: ReadonlyStore<string | undefined>
  /** Asks for a control for a command, or no longer. */
  want(command: string | undefined): void
  /**
   * Hears controls instead of running what they are bound to, until disposed. They do nothing else either. One
   * listener at a time: a later one takes over.
   *
   * @param onUnfit called with what was received and can't run a command
   */
  hear(onControl: (heard: HeardControl) => void, onUnfit?: (unfit: Unfit) => void): Disposable
  /** Binds a control in the place of those that it clashes with, and of `before`, which it is made from. */
  bind(binding: Binding, before?: Binding): void
  /**
   * Takes bindings away.
   *
   * @returns brings them back, and returns those that it left out: their control was bound again in the meantime
   */
  remove(bindings: readonly Binding[]): () => readonly Binding[]
}

/** @example const midiLearn = get(MIDI_LEARN) */
export const MIDI_LEARN = createToken<MidiLearn>('midi-learn.learn')
