import type { ClockPort } from '../../../core/platform/ports.js'
import { getOrMake } from '../../../core/platform/store.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { timeOfDay } from '../../../music/midi/midi-event.js'
import { isNoteOn } from '../../../music/midi/midi-message.js'
import { PortState } from '../../../music/midi/port-state.js'
import { createRoundStart } from './chase.js'
import { later } from './edit-source.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

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

export interface ReplayTarget {
  /** How far ahead of time messages are sent, ms. */
  readonly aheadMs: number
  /** @param dueMs time on the replay's clock, ascending */
  send(bytes: readonly number[], dueMs: number): void
}

export interface ReplayOptions {
  readonly source: ReplaySource
  readonly input: ReplayInput
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly fast?: boolean
  /** Default: 1. `Infinity` repeats until aborted. */
  readonly rounds?: number
  /** How long notes ring after the last event, ms. Default: 0. */
  readonly tailMs?: number
  readonly target?: ReplayTarget
  readonly signal?: AbortSignal
  /**
   * Called with each event as reported by the input. Includes messages between rounds, but not the state
   * before a log or the final cleanup. If a promise is returned, the replay waits for it, which gives slow
   * readers backpressure.
   * @param from the source's event; messages between rounds have no track
   */
  readonly onEvent?: (event: MidiEvent, from: Pick<ReplayEvent, 'track'>) => void | Promise<void>
}

export interface ReplayResult {
  readonly ending: 'end' | 'aborted'
  readonly sent: number
  /** Messages sent to end sounding notes. */
  readonly silenced: number
}

/** Number of events after which a fast replay yields, so that it can be aborted. */
const EVENTS_PER_BREATH = 16_384

const createPortState = () => new PortState()

/**
 * Replays a source. In real time, no event is early, no event is dropped after a stall, and delays don't
 * accumulate. Even after an error, note-offs are sent, pedals are released, and bends return to center.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { source, input, clock, fast = false, rounds = 1, tailMs = 0, target, signal, onEvent } = options
  const ports = new Map<string, PortState>()
  // A source of zero length would loop forever without yielding.
  const times = source.lengthMs > 0 ? rounds : Math.min(rounds, 1)
  const roundStart = times > 1 ? createRoundStart(source) : undefined
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

  /** Returns the ms left until `ms`. Due times never decrease. */
  const remaining = (ms: number): number => {
    due = Math.max(due, ms)
    return zero + due - (target?.aheadMs ?? 0) - clock.now()
  }

  const waitUntil = async (ms: number): Promise<boolean> => {
    for (let wait = remaining(ms); wait > 0 && !signal?.aborted; wait = remaining(ms)) {
      await pause(clock, wait, signal)
    }
    return !signal?.aborted
  }

  const playRound = async (events: readonly ReplayEvent[], begins: number): Promise<boolean> => {
    for (const event of events) {
      if (fast) {
        if (sent > 0 && sent % EVENTS_PER_BREATH === 0) await pause(clock, 0, signal)
      } else {
        // Inlined: late events must not wait for another microtask.
        const at = event.at - begins
        for (let wait = remaining(at); wait > 0 && !signal?.aborted; wait = remaining(at)) {
          await pause(clock, wait, signal)
        }
      }
      if (signal?.aborted) return false
      const received = send(event)
      sent += 1
      const held = received && onEvent?.(received, event)
      if (held) await held
    }
    return !signal?.aborted
  }

  const beginAgain = async (round: number) => {
    const shift = round * source.lengthMs
    const at = source.startMs + shift
    const time = later(source.events[0]?.time ?? timeOfDay(0), at - (source.events[0]?.at ?? at))
    const tell = async (messages: readonly Pick<ReplayEvent, 'raw' | 'portId' | 'track'>[]) => {
      for (const message of messages) {
        const received = send({ ...message, at, time })
        const held = received && onEvent?.(received, message)
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
    // No message may be due after the final note-offs.
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
