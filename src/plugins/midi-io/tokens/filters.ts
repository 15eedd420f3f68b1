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
  /** When it was played, in milliseconds on the clock of the application. */
  readonly at: number
  /** The guitar string, 1 (highest) to 16, if it is known. */
  readonly string?: number
  /**
   * Passes on a message later: to the filters behind this one, then into the input. A note that is sent `d` ms after
   * the played one began ends `d` ms after the played one ends, unless the filter sends its note-off before. Once the
   * filter is gone nothing more is sent, and what it has sent is ended.
   *
   * @param atMs on the clock of the application; in the past: now; at most a day ahead
   * @throws FretworkError `midi_filter_message` for bytes that are not one MIDI message, `midi_filter_time`
   */
  send(bytes: ArrayLike<number>, atMs: number): void
}

/**
 * Gets each message first, and lets it pass, keeps it back or changes it. It must be quick: it runs for every message.
 * One that throws is taken out with a notice, and the message goes on as it was.
 *
 * No note hangs, whatever a filter does: the input remembers what each held note has become, and ends that when the
 * key is released, also after the filter was added, removed or set up in another way. The same holds for pedals,
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
   * Called for what it accepts. It also gets the note-off of each note that it got, to know about it; what it returns
   * then is ignored, because the input ends what the note-on became. What is replayed from a log (`ReceiveOptions.time`)
   * is not changed again.
   *
   * It may answer with a promise. Then what is played on that port waits for it, in order, for a tenth of a second at
   * most; a message whose answer is later goes on as it was. A filter that is late for two seconds is taken out.
   * @since 1.2
   */
  change?(bytes: ArrayLike<number>, call: FilterCall): ChangedMessage | Promise<ChangedMessage>
}

/**
 * Filters that every incoming message passes before any plugin sees it.
 * @since 1.0.0
 * @example extend(MIDI_FILTERS, { id: 'no-clock', accepts: bytes => bytes[0] !== 0xf8 })
 */
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters', { permission: 'midi-in' })
