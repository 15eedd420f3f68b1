/** What may be known of MIDI controls: what is bound, and hearing a control that is to be bound. */

import { createToken } from '../../core/platform/services/token.js'
import type { InputPort } from '../midi-io/tokens.js'
import type { Control } from './control.js'
import type { Unfit } from './learnable.js'
import type { MidiLearn } from './midi-learn.js'
import type { Binding } from './settings.js'

export type { Binding, Control, Unfit }

/** A control that was moved just now. */
export interface HeardControl {
  readonly control: Control
  readonly port: InputPort
  /** 0–127, with fractions where it has 14 bits; of a note how hard it was struck, 0 of a program. */
  readonly value: number
}

export const MIDI_LEARN = createToken<MidiLearn>('midi-learn.learn')
