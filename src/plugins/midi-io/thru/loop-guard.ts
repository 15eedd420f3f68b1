/**
 * Detects whether what thru forwards comes back to be forwarded again, forever.
 *
 * A drum roll or a trembling controller also sends the same bytes again and again. So if messages repeat as in a
 * loop, a probe is sent: the note-off of a note that isn't played, which instruments ignore. It comes back only
 * through a loop, however slow. Some devices swallow it, so a message that repeats fast is also held back for a
 * moment: in a loop it stops coming, and from a player it keeps coming.
 */
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'

/**
 * A loop returns a message after the 10 ms of the output and the way through the device. From the device that is
 * played to, longer ways count and fewer rounds are enough.
 */
const SAME_DEVICE = { withinMs: 70, rounds: 6 } as const
const ANY_DEVICE = { withinMs: 35, rounds: 12 } as const

/** How long a message is held back; one that still comes in the second half isn't an echo. */
const TRIAL_MS = 250
/** A message that has stood the trial is not tried again so soon. */
const TRUSTED_MS = 30_000

/** The slowest loop that is looked for: a network, Bluetooth, a sequencer's buffers. */
const SLOWEST_MS = 260
/** A message that has come again so often within that may be in a loop. */
const SUSPICIOUS_RETURNS = 3

/**
 * If one output is received by two inputs, each round doubles. No player repeats so many messages, of all inputs
 * together: forty note-ons and note-offs, or four times as many controllers as a MIDI cable carries (31 250 bits a
 * second, about a thousand messages), which trembling fingers on a good instrument also repeat.
 */
const FLOOD = { weight: 400, withinMs: 100, note: 10, other: 1 } as const

/** The clock ticks 24 times a beat: more than that in a second would be over 600 beats a minute. */
const MOST_TICKS_A_SECOND = 250
const TIMING_CLOCK = 0xf8
/** Note-offs and note-ons are below it. */
const FIRST_OTHER = 0xa0

/** Messages remembered, each at the place of its sum: a power of two. */
const PLACES = 1024

/** 8 Hz: too low to be played or heard, and it is only ended, never begun. */
const PROBE_NOTE = 0
/** Identifies the probe in the log; a device on the way may change it to 0 or 64. */
const PROBE_VELOCITY = 101
/** A probe that has not come back by then won't. */
const PROBE_WAIT_MS = 1000
/** After each probe that did not come back the next one waits twice as long, up to this. */
const LONGEST_PROBE_WAIT_MS = 8000

const NOTE_OFF = 0x80
const NOTE_ON = 0x90

interface LoopGuardParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Sends a message to where everything is passed on to. */
  readonly send: (bytes: readonly number[]) => void
  /** @param portId the input through which it goes round */
  readonly onLoop: (portId: string) => void
}

export function createLoopGuard({ clock, send, onLoop }: LoopGuardParts) {
  const sums = new Int32Array(PLACES)
  const lastAt = new Float64Array(PLACES).fill(Number.NEGATIVE_INFINITY)
  const rounds = new Uint8Array(PLACES)
  /** How often a message has come again, each time within `SLOWEST_MS`. */
  const returns = new Uint8Array(PLACES)
  const probe = createLoopProbe({ clock, send })
  const trustedUntil = new Float64Array(PLACES)
  let ticks = 0
  let ticksSince = Number.NEGATIVE_INFINITY
  let flood = 0
  let floodSince = Number.NEGATIVE_INFINITY
  let trial: Disposable | undefined
  /** Sum of the message on trial. */
  let tried = 0
  let triedPort = ''
  let triedSince = 0
  let triedLast = 0

  const tickLoops = (atMs: number) => {
    if (atMs - ticksSince > 1000) {
      ticksSince = atMs
      ticks = 0
    }
    ticks += 1
    return ticks > MOST_TICKS_A_SECOND
  }

  const isFlood = (status: number, atMs: number) => {
    if (atMs - floodSince > FLOOD.withinMs) {
      floodSince = atMs
      flood = 0
    }
    flood += status < FIRST_OTHER ? FLOOD.note : FLOOD.other
    return flood > FLOOD.weight
  }

  const reset = () => {
    trial?.dispose()
    trial = undefined
    lastAt.fill(Number.NEGATIVE_INFINITY)
    rounds.fill(0)
    returns.fill(0)
    trustedUntil.fill(0)
    floodSince = Number.NEGATIVE_INFINITY
    probe.forget()
    ticksSince = Number.NEGATIVE_INFINITY
  }

  const found = (portId: string) => {
    reset()
    onLoop(portId)
  }

  const judge = (place: number) => {
    trial = undefined
    if (triedLast - triedSince < TRIAL_MS / 2) {
      found(triedPort)
      return
    }
    rounds[place] = 0
    trustedUntil[place] = triedLast + TRUSTED_MS
  }

  return {
    /**
     * To be asked of every message that would be passed on, before it is.
     *
     * @param atMs when it came in
     * @param portId the input that it came from
     * @param sameDevice it comes from the device that it would be sent to
     * @returns false while it is held back
     */
    admits(bytes: ArrayLike<number>, atMs: number, portId: string, sameDevice: boolean) {
      if (bytes[0] === TIMING_CLOCK) {
        if (!tickLoops(atMs)) return true
        found(portId)
        return false
      }
      const sum = sumOf(bytes)
      if (trial && sum === tried) {
        triedLast = atMs
        return false
      }
      const place = Math.imul(sum, 0x9e3779b1) >>> 22
      const { withinMs, rounds: enough } = sameDevice ? SAME_DEVICE : ANY_DEVICE
      const passed = sums[place] === sum ? atMs - (lastAt[place] ?? 0) : Number.POSITIVE_INFINITY
      const again = passed <= withinMs
      const came = passed <= SLOWEST_MS ? Math.min(255, (returns[place] ?? 0) + 1) : 0
      if (sums[place] !== sum) trustedUntil[place] = 0
      const round = again ? Math.min(255, (rounds[place] ?? 0) + 1) : 0
      sums[place] = sum
      lastAt[place] = atMs
      rounds[place] = round
      returns[place] = came
      if (came > 0 && isFlood(bytes[0] ?? 0, atMs)) {
        found(portId)
        return false
      }
      if (came >= SUSPICIOUS_RETURNS) probe.send(bytes)
      if (round < enough || trial || atMs < (trustedUntil[place] ?? 0)) return true
      tried = sum
      triedPort = portId
      triedSince = atMs
      triedLast = atMs
      trial = clock.after(TRIAL_MS, () => judge(place))
      return false
    },
    /** Whether this is the probe coming back: then there is a loop, and `onLoop` was called. */
    isProbe(bytes: ArrayLike<number>, portId: string) {
      if (!probe.is(bytes)) return false
      found(portId)
      return true
    },
    /** Forgets everything, a trial that is under way included. */
    reset,
  }
}

/** The bytes as one number (FNV-1a, 32 bits); two messages of the same sum pass for the same. */
function sumOf(bytes: ArrayLike<number>): number {
  let sum = 0x811c9dc5
  for (let index = 0; index < bytes.length; index += 1) sum = Math.imul(sum ^ (bytes[index] ?? 0), 0x01000193)
  return sum
}

function createLoopProbe({ clock, send }: Pick<LoopGuardParts, 'clock' | 'send'>) {
  let sentAt = Number.NEGATIVE_INFINITY
  let channel = 0
  let wait = PROBE_WAIT_MS

  return {
    /** Sends one, on the channel of a message that may be in a loop, unless one was sent lately. */
    send(suspect: ArrayLike<number>) {
      const now = clock.now()
      if (now - sentAt < wait) return
      wait = sentAt === Number.NEGATIVE_INFINITY ? PROBE_WAIT_MS : Math.min(LONGEST_PROBE_WAIT_MS, wait * 2)
      sentAt = now
      const status = suspect[0] ?? 0
      // System messages have no channel.
      channel = status < 0xf0 ? status & 15 : 0
      send([NOTE_OFF | channel, PROBE_NOTE, PROBE_VELOCITY])
    },
    /** Whether a message is a probe on its way back. */
    is(bytes: ArrayLike<number>) {
      if (bytes[1] !== PROBE_NOTE || bytes.length !== 3) return false
      const status = bytes[0]
      const ends = status === (NOTE_OFF | channel) || (status === (NOTE_ON | channel) && bytes[2] === 0)
      return ends && clock.now() - sentAt <= PROBE_WAIT_MS
    },
    forget() {
      sentAt = Number.NEGATIVE_INFINITY
      wait = PROBE_WAIT_MS
    },
  }
}
