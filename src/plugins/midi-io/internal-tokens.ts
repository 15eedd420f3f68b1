import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import { createToken, type Token } from '../../core/platform/token.js'
import type { InputPorts } from './devices/ports.js'
import type { ComputerKeyboard } from './input/computer-keyboard.js'
import type { LiveMidiInput } from './input/midi-input.js'
import type { LogFilter } from './log/log-filter.js'
import type { RingLog } from './log/ring-log.js'
import { MIDI_INPUT, MIDI_LOG, type OutputTarget } from './tokens.js'

/** Closed between logout and the next login, so that no MIDI data passes. */
export class SessionGate {
  /** Initially open: only logged-in users can start this plugin, and the CLI has no login. */
  open = true
}

export const SESSION_GATE = createToken<SessionGate>('midi-io.session-gate')
export const LIVE_INPUT = MIDI_INPUT as Token<LiveMidiInput>
export const INPUT_PORTS = createToken<InputPorts>('midi-io.input-ports')
export const RING_LOG = MIDI_LOG as Token<RingLog>
export const LOG_FILTER = createToken<Store<LogFilter>>('midi-io.log-filter')
export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')
export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
