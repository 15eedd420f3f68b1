/** Sends a source through the MIDI input: in real time on an absolute schedule, or as fast as it goes. */

import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import { isNoteOn } from '../../core/music/midi/midi-message.js'
import { PortState } from '../../core/music/midi/port-state.js'
import { timeOfDay } from '../../core/music/song/time-of-day.js'
import { getOrMake } from '../../core/platform/get-or-make.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createRoundStart } from './chase.js'
import { later } from './edit-source.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

/** The part of the MIDI input that a replay needs. */
export interface ReplayInput {
  receive(
    bytes: readonly number[],
    options: {
      portId: string
      at: number
      time?: string
      key?: number
      string?: number
      octaveOffset?: number
    },
  ): MidiEvent | undefined
}

/** Where a replay is sent in addition to the input: a MIDI port, a page. */
export interface ReplayTarget {
  /** Messages are handed over this long before they are due, in milliseconds. */
  readonly aheadMs: number
  /** @param dueMs on the clock of the replay; never less than that of the message before */
  send(bytes: readonly number[], dueMs: number): void
}

export interface ReplayOptions {
  readonly source: ReplaySource
  readonly input: ReplayInput
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Sends everything at once instead of at its time. */
  readonly fast?: boolean
  /** How often it is played, once unless given; `Infinity` until the signal. */
  readonly rounds?: number
  /** Goes on for so long after the last event before it ends what sounds, in milliseconds. */
  readonly tailMs?: number
  readonly target?: ReplayTarget
  /** Ends the replay early; what sounds is silenced first. */
  readonly signal?: AbortSignal
  /**
   * Called with each event of the source as the input understood it. A promise holds the replay back until it
   * is fulfilled, so that a slow reader is not flooded. The state before a log, and what silences the end, go
   * to the input only; what silences the end of a round before the next, and sets all to where the first one began, is
   * an event as any other.
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

const createPortState = () => new PortState()

/**
 * Replays a source to its end, or until the signal is aborted. In real time no event comes early, none is
 * dropped after a stall, and lateness does not add up. However it ends, also by an error of the input or of
 * `onEvent`, notes still sounding get their note-offs, pedals are lifted, bends go back to the middle.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { source, input, clock, fast = false, rounds = 1, tailMs = 0, target, signal, onEvent } = options
  const ports = new Map<string, PortState>()
  // A source without length would go round for ever in no time.
  const times = source.lengthMs > 0 ? rounds : Math.min(rounds, 1)
  const roundStart = times > 1 ? createRoundStart(source) : undefined
  // Of the log, and of nothing else that is played meanwhile.
  const octaveOffset = source.settings?.midi.midiOctaveOffset
  const zero = clock.now() + (target?.aheadMs ?? 0)
  let sent = 0
  let due = 0
  let last: Pick<ReplayEvent, 'at' | 'time'> | undefined
  let silenced = 0
  let ended = false

  const send = (event: ReplayEvent): MidiEvent | undefined => {
    const { raw, portId, at, time, key, string } = event
    getOrMake(ports, portId, createPortState).apply(raw)
    roundStart?.sent(event)
    last = event
    target?.send(raw, zero + due)
    return input.receive(raw, { portId, at, time, key, string, octaveOffset })
  }

  /** How long to wait until it is time for what is due at `ms`; nothing is due before what was due already. */
  const remaining = (ms: number): number => {
    due = Math.max(due, ms)
    return zero + due - (target?.aheadMs ?? 0) - clock.now()
  }

  /** @returns false where the replay was ended meanwhile */
  const waitUntil = async (ms: number): Promise<boolean> => {
    for (let wait = remaining(ms); wait > 0 && !signal?.aborted; wait = remaining(ms)) {
      await pause(clock, wait, signal)
    }
    return !signal?.aborted
  }

  const playRound = async (events: readonly ReplayEvent[], begins: number): Promise<boolean> => {
    for (const event of events) {
      if (signal?.aborted) return false
      if (fast) {
        if (sent > 0 && sent % EVENTS_PER_BREATH === 0) await pause(clock, 0, signal)
      } else {
        // Here rather than in a function of its own: what is late already must not wait for another turn.
        const at = event.at - begins
        for (let wait = remaining(at); wait > 0 && !signal?.aborted; wait = remaining(at)) {
          await pause(clock, wait, signal)
        }
      }
      if (signal?.aborted) return false
      const received = send(event)
      sent += 1
      const held = received && onEvent?.(received)
      if (held) await held
    }
    return !signal?.aborted
  }

  /** What sounds ends, and all begins again where it began. */
  const beginAgain = async (round: number) => {
    const shift = round * source.lengthMs
    const at = source.startMs + shift
    const time = later(source.events[0]?.time ?? timeOfDay(0), at - (source.events[0]?.at ?? at))
    const tell = async (messages: readonly Pick<ReplayEvent, 'raw' | 'portId'>[]) => {
      for (const message of messages) {
        const received = send({ ...message, at, time })
        const held = received && onEvent?.(received)
        if (held) await held
      }
    }
    for (const [portId, port] of [...ports]) await tell(port.silence().map(raw => ({ raw, portId })))
    await tell(roundStart?.messages() ?? [])
    for (const event of source.state) if (isNoteOn(event.raw)) send({ ...event, at, time, key: undefined })
  }

  try {
    for (const event of source.state) send(event)
    for (let round = 0; round < times; round += 1) {
      const shift = round * source.lengthMs
      if (round > 0) {
        if (!fast && !(await waitUntil(shift))) break
        if (signal?.aborted) break
        await beginAgain(round)
      }
      const events = round === 0 ? source.events : source.events.map(event => shifted(event, shift))
      ended = await playRound(events, source.startMs)
      if (!ended) break
    }
    if (ended && tailMs > 0 && !fast) ended = await waitUntil(due + tailMs)
  } finally {
    const at = (last?.at ?? source.startMs) + (ended ? tailMs : 0)
    const time = later(last?.time ?? timeOfDay(0), ended ? tailMs : 0)
    // Behind all that was handed over: nothing that begins may overtake its end.
    const end = Math.max(clock.now(), zero + due)
    for (const [portId, port] of ports) {
      for (const bytes of port.silence()) {
        silenced += 1
        target?.send(bytes, end)
        input.receive(bytes, { portId, at, time, octaveOffset })
      }
    }
  }
  return { ending: ended ? 'end' : 'aborted', sent, silenced }
}

function shifted({ raw, portId, at, time, string, track }: ReplayEvent, ms: number): ReplayEvent {
  return { raw, portId, at: at + ms, time: later(time, ms), string, track }
}

function pause(clock: ReplayOptions['clock'], ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      timer.dispose()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
