/** The way out: notes and controllers to a port, the ports that can be sent to, and what was sent. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { OutputPort, OutputTarget } from './ports.js'

export interface PlayOptions {
  /** Id of the port; the setting unless given, and also where it is not there. */
  readonly port?: string
  /** 1–16, or 0 for all; the setting unless given. */
  readonly channel?: number
  /** Note-on velocity, more than 0 and up to 1; the setting unless given. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 unless given. */
  readonly release?: number
  /** Milliseconds until the note-off, up to a day; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** When, on the clock of the application; in the past or absent: now; a day ahead at most. Sent 10 ms after that. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * The one way out. Goes to the chosen port; where that is missing, to the default port and channel; where
 * there is none either, nowhere. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot
 * carry, and for a time more than a day ahead. A note given by a name that is no note is logged to the console and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /**
   * Note-on and, after `duration`, note-off. The note-off belongs to this note: where the same note begins again
   * before, it comes right before that; where `noteOff` ends it before, none comes.
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
  /** @param program 0–127, the instrument counted from 0 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message as it stands, on its own channel: the song player's way. `dueMs` is on the application's
   * clock; 10 ms are added.
   *
   * @throws MidiTypeError for bytes that are not one whole message, MidiRangeError for a time without end
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /**
   * Silences every port that was used and the chosen one, on all 16 channels, after all that is scheduled:
   * all notes off, all sound off, reset all controllers, reset.
   */
  panic(): void
  /** Ends what was sent and still sounds, without touching anything else. */
  silence(): void
  /** The port in use now; `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

/** The plugin's own way out, beside what everybody may use. */
export interface OutputPath extends MidiOutput {
  /**
   * Hands a whole message on to the chosen port as it is, unchecked and without a copy: for what came in as a
   * message already. `dueMs` as for `send`.
   */
  pass(bytes: readonly number[], dueMs: number): void
}

/** A message that an output port has taken, with the time at which it sounds. */
export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

/** Everything that goes out, as it is handed to its port. */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent')

/**
 * Panic, or the end of a session: whoever sounds, plays or shows notes stops. The ports have been silenced already.
 */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')
export const MIDI_OUTPUT = createToken<MidiOutput>('midi-io.output')

/** The plugin's own: what thru sends through. */
export const OUTPUT_PATH = createToken<OutputPath>('midi-io.output-path')

/** Outputs that are no device: a synthesiser in the page. They are chosen like any port. */
export const MIDI_OUTPUTS = createExtensionPoint<OutputTarget>('midi-io.outputs')

/** The plugin's own: the outputs of other plugins, as far as they fit. */
export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
