import { createToken } from '../../core/platform/token.js'
import type { Control } from './control.js'
import type { Unfit } from './learnable.js'
import type { HeardControl, MidiLearn } from './midi-learn.js'
import type { Binding } from './settings.js'

export type { Binding, Control, HeardControl, Unfit }

export const MIDI_LEARN = createToken<MidiLearn>('midi-learn.learn')
