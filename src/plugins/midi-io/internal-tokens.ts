/** Services that only this plugin uses. */
import { createToken, type Token } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { InputPorts } from './devices/ports.js'
import type { ComputerKeyboard } from './input/computer-keyboard.js'
import type { LiveMidiInput } from './input/midi-input.js'
import type { LogFilter } from './log/log-filter.js'
import type { RingLog } from './log/ring-log.js'
import { MIDI_INPUT, MIDI_LOG, type OutputTarget } from './tokens.js'

/** Whether MIDI passes: `watchSession` closes it between a log-out and the next login. */
export class SessionGate {
  /** Open at first: only logged-in users can start this plugin, and the command line has no login. */
  open = true
}

export const SESSION_GATE = createToken<SessionGate>('midi-io.session-gate')
/** With what devices need of it. */
export const LIVE_INPUT = MIDI_INPUT as Token<LiveMidiInput>
export const INPUT_PORTS = createToken<InputPorts>('midi-io.input-ports')
/** With what a session does with it. */
export const RING_LOG = MIDI_LOG as Token<RingLog>
/** Not stored: the log is shown in full after a reload. */
export const LOG_FILTER = createToken<Store<LogFilter>>('midi-io.log-filter')
/** The letters of the computer keyboard as an input; off until it is switched on. */
export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')
/** The outputs of other plugins that fit. */
export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
