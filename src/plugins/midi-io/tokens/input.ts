/** The way in: what is played, and what plays into it. */
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
