/** Services that only this plugin uses. */
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { DeviceInputs } from './devices/device-inputs.js'
import type { InputPorts } from './devices/ports.js'
import type { ComputerKeyboard } from './input/computer-keyboard.js'
import type { LiveMidiInput } from './input/midi-input.js'
import type { LogFilter } from './log/log-filter.js'
import type { RingLog } from './log/ring-log.js'
import type { OutputTarget } from './tokens.js'

/** Closed between a log-out and the next log-in: then no MIDI is received or sent. */
/** Whether MIDI passes: `watchSession` closes it between a log-out and the next login. */
export class SessionGate {
  /** Open at first: only logged-in users can start this plugin, and the command line has no login. */
  open = true
}

export const SESSION_GATE = createToken<SessionGate>('midi-io.session-gate')
/** `MIDI_INPUT` and `MIDI_BENDS`, with what devices need of them. */
export const LIVE_INPUT = createToken<LiveMidiInput>('midi-io.live-input')
/** `MIDI_INPUTS`, with what ports play into. */
export const DEVICE_INPUTS = createToken<DeviceInputs>('midi-io.device-inputs')
export const INPUT_PORTS = createToken<InputPorts>('midi-io.input-ports')
/** `MIDI_LOG`, with what the input appends to. */
export const RING_LOG = createToken<RingLog>('midi-io.ring-log')
/** Not stored: the log is shown in full after a reload. */
export const LOG_FILTER = createToken<Store<LogFilter>>('midi-io.log-filter')
/** The letters of the computer keyboard as an input; off until it is switched on. */
export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')
/** The outputs of other plugins that fit. */
export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
