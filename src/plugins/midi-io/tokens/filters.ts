/** Filters that every message passes on its way in. */
import { createExtensionPoint } from '../../../core/platform/services/token.js'

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
