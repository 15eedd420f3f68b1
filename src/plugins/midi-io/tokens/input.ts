/** The way in: what is played, what plays into it, what filters it, and how far it is bent. */
import { createEvent } from '../../../core/events/event-bus.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'

/** What a source knows about a message, apart from its bytes. What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now unless given. */
  readonly at?: number
  /** `HH:mm:ss:SSS`, of what is replayed from a log, which filters do not change again; else the local time now. */
  readonly time?: string
  /** Unique number; the next one unless given. */
  readonly key?: number
  /** The guitar string, 1 (highest) to 16, if the source knows it. */
  readonly string?: number
  /** Whole octaves added to the note names, as they were set when it was recorded; the user's setting unless given. */
  readonly octaveOffset?: number
}

/** The one way in: sources pass their bytes to it, and everything else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Receives one complete message, status byte first: logs it and sends it on the event bus.
   *
   * Bytes that are not one whole message are dropped, with a row in the log and a line in the console.
   *
   * @returns the event; `undefined` for malformed bytes, for what a filter kept back, while no user is logged in,
   * and for timing clock and active sensing, which would flood the log
   * @throws MidiTypeError, MidiRangeError for a port without a name, a time that is not finite, and a bad string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends the notes, pedals and bends that sound on a port, as when it is unplugged, or on all of them. */
  release(portId?: string): void
  /** The number of notes that sound on a port, or on all of them. */
  soundingNotes(portId?: string): number
}

/**
 * Every event of every input, after the filters, as it is logged.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_EVENT, ({ portId }) => log.info(portId)))
 */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** A tick of the MIDI clock (24 a beat): too many to be logged as events. */
export interface ClockTick {
  readonly portId: string
  /** Milliseconds on the input's clock. */
  readonly at: number
}

/**
 * Timing clock of an input, after the filters.
 * @example scope.add(get(EVENTS).on(MIDI_TICK, () => log.info('midi tick')))
 */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick', { permission: 'midi-in' })
/**
 * What is played: the notes that sound, and a way to play as a device would.
 * @since 1.0.0
 * @example get(MIDI_INPUT).receive([0x90, 64, 100], { portId: 'drill' })
 */
export const MIDI_INPUT = createToken<MidiInput>('midi-io.input', { permission: 'midi-in' })

/**
 * Something that plays into the input: a device layer, a bridge. Started while midi-io is active. One whose `start`
 * throws is taken out with a notice.
 */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source; it has to release what it left sounding on its port */
  start(input: MidiInput): Disposable
}

/**
 * Sources that play into the MIDI input, such as a drone or a controller of another kind.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_SOURCES).length} added by plugins`)
 */
export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources', { permission: 'midi-in' })

/**
 * One MIDI message, several, none (an empty list), or `undefined` for the message as it is.
 * @since 1.2
 */
export type ChangedMessage = ArrayLike<number> | readonly ArrayLike<number>[] | undefined

/**
 * What a filter knows about a message, apart from its bytes.
 * @since 1.2
 */
export interface FilterCall {
  readonly portId: string
  /** The guitar string, 1 (highest) to 16, if it is known. */
  readonly string?: number
}

/**
 * Gets each message first, and lets it pass, keeps it back or changes it. It must be quick: it runs for every message.
 * One that throws is removed with a notice, and the message goes on as it was.
 *
 * A note-off ends what its note-on became, also after filters were added, removed or changed; so do pedals,
 * modulation, pressure and bends when they return to rest.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * The lowest first, 0 unless given; equal ones in order of activation. Each gets what the one before has passed on.
   * @since 1.2
   */
  readonly order?: number
  /** `false` keeps the message back, unless it ends a sounding note or lifts a pedal. */
  accepts?(bytes: ArrayLike<number>, portId: string): boolean
  /**
   * Called for what it accepts except note-offs. What is replayed from a log (`ReceiveOptions.time`) is not changed
   * again.
   * @since 1.2
   */
  change?(bytes: ArrayLike<number>, call: FilterCall): ChangedMessage
}

/**
 * Filters that every incoming message passes before any plugin sees it.
 * @since 1.0.0
 * @example extend(MIDI_FILTERS, { id: 'no-clock', accepts: bytes => bytes[0] !== 0xf8 })
 */
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters', { permission: 'midi-in' })

/**
 * How far each channel is bent. Up to date when `MIDI_EVENT` brings a bend, for every source. The range is what the
 * user has set for the device, else what the device has sent (registered parameter 0), else 2 semitones.
 */
export interface MidiBends {
  /** Semitones, negative downwards; 0 until something was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones that a full bend makes, either way. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * The bend range of a port has changed, and with it every bend there. Sent with the port's id.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')
