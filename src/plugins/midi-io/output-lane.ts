/** The way to one port: in order, a little ahead of time, and always knowing what it would have to silence. */
import { createSounding } from '../../core/music/sounding.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'

/**
 * Every message is handed to the port this long before it sounds (specification, section 7), so that a timer
 * that comes late is not heard.
 */
export const OUTPUT_DELAY_MS = 10

/**
 * What is due later than this stays with us. A port cannot take back what it was given, so a panic has to
 * wait for it; what we hold is simply thrown away.
 */
const HOLD_BEYOND_MS = 100
/** How long before its time a message that was held is handed over. */
const HAND_OVER_MS = 50

export interface OutputLane {
  /** @param atMs when it shall sound, on the clock of the application; in the past means now */
  schedule(bytes: readonly number[], atMs: number): void
  /**
   * Throws away what is held, ends all that sounds once everything handed over has gone out, then sends
   * `orders`. Sends nothing where nothing sounds and nothing is ordered.
   */
  silence(orders?: readonly (readonly number[])[]): void
  /** Throws away what is held and forgets what sounds: the port is gone. */
  drop(): void
}

export interface OutputLaneParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Gives a message to the port, which sends it at a time on the clock of the application. */
  readonly send: (bytes: readonly number[], atMs: number) => void
}

export function createOutputLane({ clock, send }: OutputLaneParts): OutputLane {
  const sounding = createSounding()
  const held = new Set<Disposable>()
  /** What the port has but has not sent yet, in the order in which it will. */
  const ahead: { readonly bytes: readonly number[]; readonly at: number }[] = []
  /** Time of the latest message that the port has. */
  let last = Number.NEGATIVE_INFINITY
  /** Nothing may overtake the latest silence, or it would be silenced by it. */
  let floor = Number.NEGATIVE_INFINITY

  /** A note-off sent now ends no note that begins in a moment: what sounds is known in the order of time. */
  const settle = (untilMs: number) => {
    const later = ahead.findIndex(({ at }) => at > untilMs)
    for (const { bytes } of ahead.splice(0, later < 0 ? ahead.length : later)) sounding.sent(bytes)
  }

  const handOver = (bytes: readonly number[], atMs: number) => {
    const at = Math.max(atMs, floor, clock.now())
    last = Math.max(last, at)
    settle(clock.now())
    ahead.splice(ahead.findLastIndex(message => message.at <= at) + 1, 0, { bytes, at })
    send(bytes, at)
  }

  const throwAwayHeld = () => {
    for (const timer of held) timer.dispose()
    held.clear()
  }

  return {
    schedule(bytes, atMs) {
      const early = atMs - clock.now()
      if (early <= HOLD_BEYOND_MS) {
        handOver(bytes, atMs)
        return
      }
      const timer = clock.after(early - HAND_OVER_MS, () => {
        held.delete(timer)
        handOver(bytes, atMs)
      })
      held.add(timer)
    },
    silence(orders = []) {
      throwAwayHeld()
      settle(Number.POSITIVE_INFINITY)
      const messages = [...sounding.silence(), ...orders]
      if (messages.length === 0) return
      const at = Math.max(last, clock.now() + OUTPUT_DELAY_MS) + 1
      for (const bytes of messages) send(bytes, at)
      last = at
      floor = at
    },
    drop() {
      throwAwayHeld()
      settle(Number.POSITIVE_INFINITY)
      sounding.silence()
    },
  }
}
