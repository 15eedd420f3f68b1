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
/** @example log.info('song port', SONG_PORT) */
export const SONG_PORT = 'song'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

/**
 * For a user who wants no output. An empty id means the standard output.
 * @example log.info('no output', NO_OUTPUT)
 */
export const NO_OUTPUT = 'none'

export interface OutputTarget extends OutputPort {
  readonly standard?: boolean
  /** @param atMs on the clock of the application */
  send(bytes: readonly number[], atMs: number): void
  /** See `MidiOutput.prepare`. */
  prepare?(): Promise<void> | undefined
}

export interface OutputTargets {
  /** @param id empty for the standard output */
  find(id: string): OutputTarget | undefined
  onGone(listener: (id: string) => void): Disposable
  onBack(listener: (id: string) => void): Disposable
}

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  readonly asking: boolean
  readonly sysex: boolean
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** Ids of connected ports that another program uses. */
  readonly taken?: readonly string[]
}

export interface MidiAccess extends OutputTargets {
  readonly view: ReadonlyStore<AccessView>
  /** Asks again. Never throws: see `view`. */
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

/** There is no page on the command line. */
export interface MidiPage {
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** The browser's answer to a request for all of MIDI. Rejects where it cannot be asked. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the page is left or about to be frozen. */
  onHide(run: () => void): Disposable
  /** Keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if nothing else may use the key */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** No `up` will come for keys held now. */
  lost(): void
}

/**
 * The page is left or about to be frozen: whatever makes its own sound has to fall silent. The page may come back.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Finds the page. @example const midiPage = get(MIDI_PAGE) */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})
