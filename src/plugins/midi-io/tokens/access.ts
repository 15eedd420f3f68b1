/** The MIDI devices of the machine, and whether the browser lets us at them. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createToken } from '../../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { InputPort, OutputPort, OutputTargets } from './ports.js'

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  /** True while the browser is being asked. */
  readonly asking: boolean
  /** Whether system-exclusive messages were granted. */
  readonly sysex: boolean
  /** Why it is DENIED: somebody said no, the machine has no MIDI, or the browser failed in another way. */
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** Ids of ports that are there and cannot be opened, because another program holds them. */
  readonly taken?: readonly string[]
}

/** The MIDI devices of the machine, and whether the browser lets us at them. */
export interface MidiAccess {
  readonly view: ReadonlyStore<AccessView>
  /** Asks again; `sysex` false asks without system-exclusive messages. Never throws: see `view`. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/** Devices came or went, or access changed. */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access')
export const MIDI_DEVICES = createToken<MidiAccess & OutputTargets>('midi-io.devices')
