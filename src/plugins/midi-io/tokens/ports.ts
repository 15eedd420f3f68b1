/** The MIDI devices of the machine, and what outputs are made of. */
import { createEvent } from '../../../core/events/event-bus.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

/**
 * Ids of the inputs that are not devices.
 * @example log.info('neck port', NECK_PORT)
 */
export const NECK_PORT = 'neck'
/** @example log.info('keyboard port', KEYBOARD_PORT) */
export const KEYBOARD_PORT = 'keyboard'
/**
 * Of what a song plays on the neck.
 * @example log.info('song port', SONG_PORT)
 */
export const SONG_PORT = 'song'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

/**
 * The stored output of a user who wants none. An empty one was never chosen: then the standard output is used, if a
 * plugin brings one.
 * @example log.info('no output', NO_OUTPUT)
 */
export const NO_OUTPUT = 'none'

/** An output that can be sent to. */
export interface OutputTarget extends OutputPort {
  /** Whether it is used while the user has chosen no output. */
  readonly standard?: boolean
  /** @param atMs on the clock of the application */
  send(bytes: readonly number[], atMs: number): void
  /** See `MidiOutput.prepare`; an output without it is always ready. */
  prepare?(): Promise<void> | undefined
}

/** The connected outputs. */
export interface OutputTargets {
  /** @param id empty for the standard output */
  find(id: string): OutputTarget | undefined
  /** Called with the id of an output that was disconnected. */
  onGone(listener: (id: string) => void): Disposable
  /** Called with the id of an output that was connected. */
  onBack(listener: (id: string) => void): Disposable
}

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  /** True while the browser is being asked. */
  readonly asking: boolean
  /** Whether system-exclusive messages were granted. */
  readonly sysex: boolean
  /** Why it is DENIED: the user said no, the machine has no MIDI, or the browser failed in another way. */
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** Ids of connected ports that can't be opened, because another program is using them. */
  readonly taken?: readonly string[]
}

/** The MIDI devices of the machine, and whether the browser grants access to them. */
export interface MidiAccess extends OutputTargets {
  readonly view: ReadonlyStore<AccessView>
  /** Asks again; `sysex` false asks without system-exclusive messages. Never throws: see `view`. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/**
 * Devices were connected or disconnected, or access changed.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(PORTS_CHANGED, () => log.info('ports changed')))
 */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
/** @example const midiAccess = get(MIDI_ACCESS) */
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access', { permission: 'midi-in' })
