/** The way to one port: in order, a little ahead of time, and always knowing what it would have to silence. */
import { leavesSounding, PortState } from '../../../core/music/midi/port-state.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'

/**
 * Every message is handed to the port this long before it sounds (specification, section 7), so that a timer
 * that comes late is not heard.
 */
export const OUTPUT_DELAY_MS = 10

/**
 * What is due later than this stays with us. A port cannot take back what it was given, so a panic has to
 * wait for it; what we hold is simply thrown away.
 */
const HOLD_BEYOND_MS = 150
/** How long before its time a message that was held is handed over: longer than a busy page keeps a timer waiting. */
const HAND_OVER_MS = 100

export interface OutputLaneParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Gives a message to the port, which sends it at a time on the clock of the application. */
  readonly send: (bytes: readonly number[], atMs: number) => void
}

export function createOutputLane({ clock, send }: OutputLaneParts) {
  const sounding = new PortState()
  const held = createTimeQueue()
  /** What the port has but has not sent yet. */
  const ahead = createTimeQueue()
  /** For the first of what is held. */
  let timer: Disposable | undefined
  let timerFor: number | undefined
  /** Time of the latest message that the port has. */
  let last = Number.NEGATIVE_INFINITY
  /** Nothing may overtake the latest silence, or it would be silenced by it. */
  let floor = Number.NEGATIVE_INFINITY
  /** What the silences up to `floor` have ended, and what of it a port that went did not send. */
  let ends: readonly (readonly number[])[] = []
  let owed: readonly (readonly number[])[] = []

  /** A note-off sent now ends no note that begins in a moment: what sounds is known in the order of time. */
  const settle = (untilMs: number) => {
    for (let first = ahead.take(untilMs); first; first = ahead.take(untilMs)) sounding.apply(first.bytes)
  }

  const handOver = (bytes: readonly number[], atMs: number) => {
    const now = clock.now()
    const at = Math.max(atMs, floor, now)
    last = Math.max(last, at)
    settle(now)
    ahead.add(bytes, at)
    send(bytes, at)
  }

  /** Ports send equal times in the order of the calls: what is held must not come behind a later call. */
  const handOverHeld = (untilMs: number) => {
    for (let first = held.take(untilMs); first; first = held.take(untilMs)) handOver(first.bytes, first.at)
    watch()
  }

  const watch = () => {
    const due = held.firstAt()
    if (due === timerFor) return
    timer?.dispose()
    timerFor = due
    timer = undefined
    if (due === undefined) return
    timer = clock.after(due - HAND_OVER_MS - clock.now(), () => {
      timerFor = undefined
      handOverHeld(clock.now() + HAND_OVER_MS)
    })
  }

  const throwAwayHeld = () => {
    held.clear()
    watch()
  }

  return {
    /** @param atMs when it shall sound, on the clock of the application; in the past means now */
    schedule(bytes: readonly number[], atMs: number) {
      if (atMs - clock.now() <= HOLD_BEYOND_MS) {
        handOverHeld(atMs)
        handOver(bytes, atMs)
        return
      }
      held.add(bytes, atMs)
      watch()
    },
    /**
     * Throws away what is held, ends all that sounds once everything handed over has gone out, then sends
     * `orders`. Sends nothing where nothing sounds and nothing is ordered.
     */
    silence(orders: readonly (readonly number[])[] = []) {
      throwAwayHeld()
      settle(Number.POSITIVE_INFINITY)
      const quiet = [...owed, ...sounding.silence()]
      owed = []
      const messages = [...quiet, ...orders]
      if (messages.length === 0) return
      // A panic on the heels of another silence: neither has been sent yet.
      ends = clock.now() < floor ? [...ends, ...quiet] : quiet
      const at = Math.max(last, clock.now() + OUTPUT_DELAY_MS) + 1
      for (const bytes of messages) send(bytes, at)
      last = at
      floor = at
    },
    /**
     * The port is gone: throws away what is held. What sounded is remembered, since the instrument behind the
     * port may sound it still: `silence` ends it when the port is back.
     */
    lose() {
      throwAwayHeld()
      if (clock.now() < floor) owed = ends
      settle(clock.now())
      // It is unknown what of these went out: note-ons may have, note-offs may not.
      for (
        let first = ahead.take(Number.POSITIVE_INFINITY);
        first;
        first = ahead.take(Number.POSITIVE_INFINITY)
      ) {
        if (leavesSounding(first.bytes)) sounding.apply(first.bytes)
      }
    },
  }
}

export type OutputLane = ReturnType<typeof createOutputLane>

interface TimedMessage {
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

function createTimeQueue() {
  const messages: TimedMessage[] = []

  return {
    add(bytes: readonly number[], at: number) {
      // Nearly always the last: a song and a player send in order.
      let place = messages.length
      while (place > 0 && (messages[place - 1]?.at ?? 0) > at) place -= 1
      if (place === messages.length) messages.push({ bytes, at })
      else messages.splice(place, 0, { bytes, at })
    },
    /** The first message, if it is due by then; it is no longer in the queue. */
    take(untilMs: number): TimedMessage | undefined {
      const first = messages[0]
      return first && first.at <= untilMs ? messages.shift() : undefined
    },
    /** When the first is due; undefined where there is none. */
    firstAt: () => messages[0]?.at,
    clear() {
      messages.length = 0
    },
  }
}
