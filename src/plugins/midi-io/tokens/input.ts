/** The way in: what sources hand over, what filters keep back, and the events that everybody hears. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../../core/kernel/services/token.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'

/** Port names of the inputs that are no device. */
export const NECK_PORT = 'neck'
export const KEYBOARD_PORT = 'keyboard'

/** What a source knows of a message besides its bytes. What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now unless given. */
  readonly at?: number
  /** `HH:mm:ss:SSS`; the local time now unless given. */
  readonly time?: string
  /** Unique number; the next of the running ones unless given. */
  readonly key?: number
  /** The guitar string, 1 is the highest, up to 16, where the source knows it. */
  readonly string?: number
  /** Whole octaves added to the names, as whoever recorded it had set; the user's own unless given. */
  readonly octaveOffset?: number
}

/** The one way in: every source hands its bytes here, and everybody else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Takes in one complete message, status byte first. Logs it and tells it on the bus.
   *
   * Bytes that are not one whole message are dropped: a row of the log and a line in the console say so.
   *
   * @returns the event; `undefined` for bytes that are no message, for what a filter kept back, while nobody is
   * logged in, and for timing clock and active sensing, which come many times a second and would wash everything
   * else out of the log
   * @throws MidiTypeError, MidiRangeError for a port without a name, a time that is no finite number, and a string
   * that is none
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends what sounds on a port, as when it is unplugged, or on all of them: notes, pedals and bends. */
  release(portId?: string): void
  /** Notes that sound on a port, or on all of them. */
  soundingNotes(portId?: string): number
}

/** Every event of every input, after the filters, as it is logged. */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event')

/** A tick of the MIDI clock (24 a beat) came in: too many to be events and to be logged. */
export interface ClockTick {
  readonly portId: string
  /** Milliseconds on the input's clock. */
  readonly at: number
}

/** Timing clock of an input, after the filters. */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick')
export const MIDI_INPUT = createToken<MidiInput>('midi-io.input')

/**
 * Something that plays into the input: a device layer, a bridge. Started while midi-io is active. One whose
 * `start` throws is taken out with a notice.
 */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source; what it left sounding on its port is its own to release */
  start(input: MidiInput): Disposable
}

/**
 * Sees each message before anybody else. It must be quick: it runs for every message. One that throws is taken
 * out with a notice, and the message goes on.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * `false` keeps the message back, unless it ends a note that sounds or lifts a pedal that is down: nothing
   * may hang because a filter came in between.
   */
  accepts(bytes: ArrayLike<number>, portId: string): boolean
}

export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources')
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters')
