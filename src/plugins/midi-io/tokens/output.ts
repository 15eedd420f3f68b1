/** The way out. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'
import type { OutputPort, OutputTarget } from './ports.js'

export interface PlayOptions {
  /** Id of the port; the setting unless given, and if it isn't connected. */
  readonly port?: string
  /** 1–16, or 0 for all; the setting unless given. */
  readonly channel?: number
  /** Note-on velocity, more than 0 and up to 1; the setting unless given. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 unless given. */
  readonly release?: number
  /** Milliseconds until the note-off, up to a day; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** When, on the clock of the application; in the past or absent: now; at most a day ahead. Sent 10 ms after that. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * The one way out. Sends to the given port; if that isn't connected, to the port and channel of the settings; if that
 * isn't either, nowhere. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot carry,
 * and for a time more than a day ahead. A note whose name isn't a note is logged to the console and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /**
   * Note-on and, after `duration`, note-off. The note-off belongs to this note: if the same note begins again first,
   * it comes right before that; if `noteOff` ends it first, it is dropped.
   */
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
   * Sends a message unchanged, on its own channel, as songs do. `dueMs` is on the application's clock; 10 ms are
   * added.
   *
   * @throws MidiTypeError for bytes that are not one whole message, MidiRangeError for a time that is not finite
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /**
   * Silences every port that was used and the chosen one, on all 16 channels, after all that is scheduled: all notes
   * off, all sound off, reset all controllers, reset.
   */
  panic(): void
  /** Ends what was sent and still sounds, without touching anything else. */
  silence(): void
  /**
   * Gets the chosen output ready to be heard; call it before something begins to play.
   *
   * @returns `undefined` if it is ready now; otherwise resolves as soon as it is, or cannot be: it never rejects
   */
  prepare(): Promise<void> | undefined
  /** The port in use now; `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

/** A message that was handed to an output port, with the time at which it sounds. */
export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
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
