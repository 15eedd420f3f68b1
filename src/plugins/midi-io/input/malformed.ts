/** Bytes that are not one whole message: kept in the log and told in the console, and nothing else. */
import { MALFORMED, type OtherMidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Logger } from '../../../core/platform/logger.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { Circumstances } from './event-maker.js'

/** A broken cable sends a thousand of them a second. */
const ONE_LINE_IN_MS = 1000

export function malformedEvent(
  bytes: ArrayLike<number>,
  { key, time, at, portId }: Circumstances,
): OtherMidiEvent {
  // What is no byte at all has no place in a log that is exported.
  const raw = Array.from(bytes, byte => (byte >= 0 && byte <= 255 ? Math.trunc(byte) : 0))
  const words = { message: MALFORMED, note: MALFORMED } as const
  return { key, time, at, portId, channel: 0, kind: 'other', on: null, ...words, number: 0, raw }
}

export interface MalformedParts {
  readonly clock: Pick<ClockPort, 'now'>
  readonly console: Pick<Logger, 'warn'>
}

/** Tells of them in the console, once a second at most (specification, section 8). */
export function tellMalformed({ clock, console }: MalformedParts): (event: OtherMidiEvent) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return ({ portId, raw }) => {
    const now = clock.now()
    if (now - toldAt < ONE_LINE_IN_MS) {
      untold += 1
      return
    }
    const more = untold > 0 ? ` (and ${untold} more before it)` : ''
    console.warn(`Bytes from ${portId} that are not one MIDI message were dropped${more}`, raw)
    toldAt = now
    untold = 0
  }
}
