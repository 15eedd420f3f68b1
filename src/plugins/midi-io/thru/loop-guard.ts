/**
 * Detects messages that MIDI thru would forward in an endless loop.
 *
 * Drum rolls and jittering controllers also repeat messages. A suspicious repetition therefore sends a
 * probe, the note-off of an unused note, which only a loop can return. Some devices swallow the probe, so
 * a fast-repeating message is also held back briefly. A loop then stops repeating it, but a player doesn't.
 */

import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'

/**
 * Loop thresholds. A looped message returns after at least the 10 ms output delay.
 * Fewer rounds are required if it comes from the target device.
 */
const SAME_DEVICE = { withinMs: 70, rounds: 6 } as const
const ANY_DEVICE = { withinMs: 35, rounds: 12 } as const

/** How long a suspicious message is held back. A repetition in the second half isn't an echo. */
const TRIAL_MS = 250
const TRUSTED_MS = 30_000 // once cleared, a message isn't held back again for this long

const SLOWEST_MS = 260 // slowest loop: network, Bluetooth or sequencer buffers
const SUSPICIOUS_RETURNS = 3 // number of returns within `SLOWEST_MS`

/**
 * If two inputs receive the same output, messages double on each round. No player
 * repeats forty note-ons and note-offs in this time, or four times as many controllers
 * as a MIDI cable carries (31,250 bit/s, about a thousand messages per second).
 */
const FLOOD = { weight: 400, withinMs: 100, note: 10, other: 1 } as const

const MOST_TICKS_A_SECOND = 250 // 24 ticks per beat at over 600 BPM
const TIMING_CLOCK = 0xf8
const FIRST_OTHER = 0xa0 // lower status bytes are note-on and note-off

const PLACES = 1024 // number of checksum slots; a power of two

const PROBE_NOTE = 0 // 8 Hz: too low to be played or heard
const PROBE_VELOCITY = 101 // identifies the probe in the log; some devices change it to 0 or 64
const PROBE_WAIT_MS = 1000
/** The wait time doubles up to this limit after each probe that doesn't return. */
const LONGEST_PROBE_WAIT_MS = 8000

const NOTE_OFF = 0x80
const NOTE_ON = 0x90

interface LoopGuardParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly send: (bytes: readonly number[]) => void
  readonly onLoop: (portId: string) => void
}

export function createLoopGuard({ clock, send, onLoop }: LoopGuardParts) {
  const sums = new Int32Array(PLACES)
  const lastAt = new Float64Array(PLACES).fill(Number.NEGATIVE_INFINITY)
  const rounds = new Uint8Array(PLACES)
  const returns = new Uint8Array(PLACES)
  const probe = createLoopProbe({ clock, send })
  const trustedUntil = new Float64Array(PLACES)
  let ticks = 0
  let ticksSince = Number.NEGATIVE_INFINITY
  let flood = 0
  let floodSince = Number.NEGATIVE_INFINITY
  let trial: Disposable | undefined
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
     * Call before forwarding a message.
     *
     * @param sameDevice whether the message comes from the device it would be sent to
     * @returns false while the message is held back
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
    isProbe(bytes: ArrayLike<number>, portId: string) {
      if (!probe.is(bytes)) return false
      found(portId)
      return true
    },
    reset,
  }
}

/** 32-bit FNV-1a hash; messages with equal hashes are treated as equal. */
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
    send(suspect: ArrayLike<number>) {
      const now = clock.now()
      if (now - sentAt < wait) return
      wait = sentAt === Number.NEGATIVE_INFINITY ? PROBE_WAIT_MS : Math.min(LONGEST_PROBE_WAIT_MS, wait * 2)
      sentAt = now
      const status = suspect[0] ?? 0
      channel = status < 0xf0 ? status & 15 : 0
      send([NOTE_OFF | channel, PROBE_NOTE, PROBE_VELOCITY])
    },
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
