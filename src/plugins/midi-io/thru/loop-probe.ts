/** The message that is sent to see whether it comes back. */
import type { ClockPort } from '../../../core/platform/ports.js'

/** 8 Hz: below what anybody plays or hears, and it is only ended, never begun. */
const NOTE = 0
/** Tells the probe from other note-offs in the log; a device on the way may make 0 or 64 of it. */
const VELOCITY = 101
/** One that has not come back by then does not. */
const WAIT_MS = 1000
/** Who has not answered is asked less often, down to this. */
const LONGEST_WAIT_MS = 8000

const NOTE_OFF = 0x80
const NOTE_ON = 0x90

export interface LoopProbe {
  /** Sends one, on the channel of a message that may be in a loop, unless one was sent lately. */
  send(suspect: ArrayLike<number>): void
  /** Whether a message is a probe on its way back. */
  is(bytes: ArrayLike<number>): boolean
  forget(): void
}

export interface LoopProbeParts {
  readonly clock: Pick<ClockPort, 'now'>
  readonly send: (bytes: readonly number[]) => void
}

export function createLoopProbe({ clock, send }: LoopProbeParts): LoopProbe {
  let sentAt = Number.NEGATIVE_INFINITY
  let channel = 0
  let wait = WAIT_MS

  return {
    send(suspect) {
      const now = clock.now()
      if (now - sentAt < wait) return
      wait = sentAt === Number.NEGATIVE_INFINITY ? WAIT_MS : Math.min(LONGEST_WAIT_MS, wait * 2)
      sentAt = now
      const status = suspect[0] ?? 0
      // System messages have no channel.
      channel = status < 0xf0 ? status & 15 : 0
      send([NOTE_OFF | channel, NOTE, VELOCITY])
    },
    is(bytes) {
      if (bytes[1] !== NOTE || bytes.length !== 3) return false
      const status = bytes[0]
      const ends = status === (NOTE_OFF | channel) || (status === (NOTE_ON | channel) && bytes[2] === 0)
      return ends && clock.now() - sentAt <= WAIT_MS
    },
    forget() {
      sentAt = Number.NEGATIVE_INFINITY
      wait = WAIT_MS
    },
  }
}
