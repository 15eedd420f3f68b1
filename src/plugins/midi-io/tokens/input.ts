import { createEvent } from '../../../core/events/event-bus.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'

/** What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now by default. */
  readonly at?: number
  /** `HH:mm:ss:SSS` of a replayed log, which filters don't change again; the local time by default. */
  readonly time?: string
  /** Unique; the next number by default. */
  readonly key?: number
  /** The guitar string, 1 (highest) to 16. */
  readonly string?: number
  /** Whole octaves added to the note names; the user's setting by default. */
  readonly octaveOffset?: number
}

/** Sources pass their bytes to it; everything else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Receives, logs and announces one complete message, status byte first.
   *
   * @returns `undefined` for malformed bytes, for what a filter held back, while no user is logged in, and for timing
   * clock and active sensing
   * @throws MidiTypeError, MidiRangeError for a bad port, time or string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends the notes, pedals and bends that sound on a port, or on all of them. */
  release(portId?: string): void
  /** On a port, or on all of them. */
  soundingNotes(portId?: string): number
}

/**
 * Every event of every input, after the filters, as it is logged.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_EVENT, ({ portId }) => log.info(portId)))
 */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** Ticks of the MIDI clock, 24 a beat. */
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

/** Plays into the input while midi-io is active. A source whose `start` throws is removed with a notice. */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source, which must release its port */
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

/** @since 1.2 */
export interface FilterCall {
  readonly portId: string
  /** 1 (highest) to 16. */
  readonly string?: number
}

/**
 * Gets each message first, and passes it on, holds it back or changes it. It must be quick. A filter that throws is removed
 * with a notice, and the message passes unchanged.
 *
 * A note-off ends what its note-on became, even after filters were changed; so do pedals, modulation, aftertouch and bends
 * when they return to rest.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * Lowest first, 0 by default; each filter gets what the one before has passed on.
   * @since 1.2
   */
  readonly order?: number
  /** `false` holds the message back, unless it ends a sounding note or lifts a pedal. */
  accepts?(bytes: ArrayLike<number>, portId: string): boolean
  /**
   * Called for accepted messages except note-offs and replayed logs (`ReceiveOptions.time`).
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

/** Current bend of each channel. The range is that of the user, else of the device (registered parameter 0), else 2 semitones. */
export interface MidiBends {
  /** Semitones, negative downwards; 0 until something was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones of a full bend. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * The bend range of a port has changed, and with it every bend there. Sent with the port's id.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')
