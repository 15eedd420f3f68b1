import { createEvent } from '../../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'
import type { OutputPort, OutputTarget } from './ports.js'

export interface PlayOptions {
  /** Id of the port; the setting by default, and if it isn't connected. */
  readonly port?: string
  /** 1–16, or 0 for all; the setting by default. */
  readonly channel?: number
  /** Note-on velocity, more than 0 and up to 1; the setting by default. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 by default. */
  readonly release?: number
  /** Milliseconds, up to a day; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** On the clock of the application, at most a day ahead; now by default. Sent 10 ms later. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * Sends to the given port, or else to the port and channel of the settings. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot carry. A bad
 * note name is logged and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /** The note-off belongs to this note: it comes before the next note-on, or is dropped after a `noteOff`. */
  playNote(note: number | string, options?: PlayOptions): void
  /** @param controller 0–127 @param value 0–127 */
  controlChange(controller: number, value: number, options?: ChannelOptions): void
  /** @param value 0–127 */
  volume(value: number, options?: ChannelOptions): void
  modulation(value: number, options?: ChannelOptions): void
  pan(value: number, options?: ChannelOptions): void
  hold(down: boolean, options?: ChannelOptions): void
  /** @param bend −1 to 1 of the receiver's range */
  pitchBend(bend: number, options?: ChannelOptions): void
  /** @param semitones whole, 0–127 @param cents 0–127 */
  pitchBendRange(semitones: number, cents?: number, options?: ChannelOptions): void
  /** @param program 0–127, counted from 0 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message unchanged. `dueMs` is on the application's clock; 10 ms are added.
   *
   * @throws MidiTypeError for malformed bytes, MidiRangeError for an infinite time
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /** Silences every port in use on all 16 channels, after all that is scheduled. */
  panic(): void
  /** Ends what sounds, and nothing else. */
  silence(): void
  /** Prepares the chosen output. @returns `undefined` if it is ready; otherwise resolves when it is, never rejects */
  prepare(): Promise<void> | undefined
  /** `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  readonly at: number
}

/**
 * Every message that goes out, as it is handed to its port.
 * @example scope.add(get(EVENTS).on(MIDI_SENT, () => log.info('midi sent')))
 */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent', { permission: 'midi-out' })

/**
 * Panic, or the end of a session: whatever plays, sounds or shows notes stops. The ports are silenced already.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_PANIC, () => log.info('midi panic')))
 */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')
/**
 * Plays notes on the output that the user has chosen.
 * @since 1.0.0
 * @example const midiOutput = get(MIDI_OUTPUT)
 */
export const MIDI_OUTPUT = createToken<MidiOutput>('midi-io.output', { permission: 'midi-out' })

/**
 * Outputs that are not devices, such as a synthesizer in the page. They can be chosen like any port.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_OUTPUTS).length} added by plugins`)
 */
export const MIDI_OUTPUTS = createExtensionPoint<OutputTarget>('midi-io.outputs', { permission: 'midi-out' })
