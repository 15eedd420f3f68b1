/** Sends a source through the MIDI input: in real time on an absolute schedule, or as fast as it goes. */

import type { MidiEvent } from '../../core/music/midi-event.js'
import { createSounding, type Sounding } from '../../core/music/sounding.js'
import { timeOfDay } from '../../core/music/time-of-day.js'
import type { ClockPort } from '../../core/platform/ports.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

/** The part of the MIDI input that a replay needs. */
export interface ReplayInput {
  receive(
    bytes: readonly number[],
    options: { portId: string; at: number; time?: string; key?: number; string?: number },
  ): MidiEvent | undefined
}

export interface ReplayOptions {
  readonly source: ReplaySource
  readonly input: ReplayInput
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Sends everything at once instead of at its time. */
  readonly fast?: boolean
  /** Ends the replay early; what sounds is silenced first. */
  readonly signal?: AbortSignal
  /**
   * Called with each event of the source as the input understood it. A promise holds the replay back until it
   * is fulfilled, so that a slow reader is not flooded. The state before a log, and what silences the end, go
   * to the input only.
   */
  readonly onEvent?: (event: MidiEvent) => void | Promise<void>
}

export interface ReplayResult {
  readonly ending: 'end' | 'aborted'
  /** Events of the source that were sent. */
  readonly sent: number
  /** Messages that had to be sent at the end because something still sounded. */
  readonly silenced: number
}

/** Events between two breaths of a fast replay, in which Ctrl-C is heard. */
const EVENTS_PER_BREATH = 16_384

/**
 * Replays a source to its end, or until the signal is aborted. In real time no event comes early, none is
 * dropped after a stall, and lateness does not add up. However it ends, also by an error of the input or of
 * `onEvent`, notes still sounding get their note-offs, pedals are lifted, bends go back to the middle.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { source, input, clock, fast = false, signal, onEvent } = options
  const sounding = new Map<string, Sounding>()
  const zero = clock.now()
  let sent = 0
  let last: ReplayEvent | undefined
  let silenced = 0

  const send = (event: ReplayEvent): MidiEvent | undefined => {
    const { raw, portId, at, time, key, string } = event
    let port = sounding.get(portId)
    if (!port) {
      port = createSounding()
      sounding.set(portId, port)
    }
    port.sent(raw)
    last = event
    return input.receive(raw, { portId, at, time, key, string })
  }

  try {
    for (const event of source.state) send(event)
    let due = 0
    for (const event of source.events) {
      if (signal?.aborted) break
      if (fast) {
        if (sent > 0 && sent % EVENTS_PER_BREATH === 0) await pause(clock, 0, signal)
      } else {
        due = Math.max(due, event.at - source.startMs)
        for (let wait = zero + due - clock.now(); wait > 0; wait = zero + due - clock.now()) {
          await pause(clock, wait, signal)
          if (signal?.aborted) break
        }
      }
      if (signal?.aborted) break
      const received = send(event)
      sent += 1
      const held = received && onEvent?.(received)
      if (held) await held
    }
  } finally {
    const at = last?.at ?? source.startMs
    const time = last?.time ?? timeOfDay(0)
    for (const [portId, port] of sounding) {
      for (const bytes of port.silence()) {
        silenced += 1
        input.receive(bytes, { portId, at, time })
      }
    }
  }
  return { ending: sent < source.events.length ? 'aborted' : 'end', sent, silenced }
}

/** Longer timers than this overflow in browsers and Node alike, and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

function pause(clock: ReplayOptions['clock'], ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      timer.dispose()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = clock.after(Math.min(ms, LONGEST_TIMER_MS), done)
    signal?.addEventListener('abort', done)
  })
}
