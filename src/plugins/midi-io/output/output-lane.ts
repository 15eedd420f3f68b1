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
  const held = new HandOver<TimedMessage>(clock, HAND_OVER_MS, ({ bytes, at }) => handOver(bytes, at))
  /** What the port has but has not sent yet. */
  const ahead: TimedMessage[] = []
  /** Time of the latest message that the port has. */
  let last = Number.NEGATIVE_INFINITY
  /** Nothing may overtake the latest silence, or it would be silenced by it. */
  let floor = Number.NEGATIVE_INFINITY
  /** What the silences up to `floor` have ended, and what of it a port that went did not send. */
  let ends: readonly (readonly number[])[] = []
  let owed: readonly (readonly number[])[] = []

  /** A note-off sent now ends no note that begins in a moment: what sounds is known in the order of time. */
  const settle = (untilMs: number) => {
    for (let first = ahead[0]; first && first.at <= untilMs; first = ahead[0]) {
      ahead.shift()
      sounding.apply(first.bytes)
    }
  }

  const handOver = (bytes: readonly number[], atMs: number) => {
    const now = clock.now()
    const at = Math.max(atMs, floor, now)
    last = Math.max(last, at)
    settle(now)
    addByTime(ahead, { bytes, at })
    send(bytes, at)
  }

  return {
    /** @param atMs when it shall sound, on the clock of the application; in the past means now */
    schedule(bytes: readonly number[], atMs: number) {
      if (atMs - clock.now() <= HOLD_BEYOND_MS) {
        // Ports send equal times in the order of the calls: what is held must not come behind this one.
        held.until(atMs)
        handOver(bytes, atMs)
      } else held.add({ bytes, at: atMs })
    },
    /**
     * Throws away what is held, ends all that sounds once everything handed over has gone out, then sends
     * `orders`. Sends nothing where nothing sounds and nothing is ordered.
     */
    silence(orders: readonly (readonly number[])[] = []) {
      held.clear()
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
      held.clear()
      if (clock.now() < floor) owed = ends
      settle(clock.now())
      // It is unknown what of these went out: note-ons may have, note-offs may not.
      for (const { bytes } of ahead.splice(0)) if (leavesSounding(bytes)) sounding.apply(bytes)
    },
  }
}

interface TimedMessage {
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

/** Keeps what is due later and hands it over a little before. Equal times stay in the order in which they came. */
export class HandOver<T extends { readonly at: number }> {
  readonly items: T[] = []
  /** For the first item. */
  private timer: Disposable | undefined
  private timerFor: number | undefined

  /** @param aheadMs how long before its time an item is handed over */
  constructor(
    private readonly clock: Pick<ClockPort, 'now' | 'after'>,
    private readonly aheadMs: number,
    private readonly handOver: (item: T) => void,
  ) {}

  add(item: T): void {
    addByTime(this.items, item)
    this.watch()
  }

  /** Hands over all that is due by then. */
  until(ms: number): void {
    for (let first = this.items[0]; first && first.at <= ms; first = this.items[0]) {
      this.items.shift()
      this.handOver(first)
    }
    this.watch()
  }

  clear(): void {
    this.items.length = 0
    this.watch()
  }

  /** To be called when `items` was changed. */
  watch(): void {
    const due = this.items[0]?.at
    if (due === this.timerFor) return
    this.timer?.dispose()
    this.timerFor = due
    this.timer = undefined
    if (due === undefined) return
    this.timer = this.clock.after(due - this.aheadMs - this.clock.now(), () => {
      this.timerFor = undefined
      this.until(this.clock.now() + this.aheadMs)
    })
  }
}

/** Nearly always at the end: a song and a player send in order. */
function addByTime<T extends { readonly at: number }>(items: T[], item: T): void {
  let index = items.length
  while (index > 0 && (items[index - 1]?.at ?? 0) > item.at) index -= 1
  if (index === items.length) items.push(item)
  else items.splice(index, 0, item)
}
