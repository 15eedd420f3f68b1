/** MIDI thru: what comes in goes out as it is, as far as the filter lets it, and never round and round. */
import { isSendable } from '../../../core/music/midi/midi-message.js'
import { PortState } from '../../../core/music/midi/port-state.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { ThruSettings } from '../settings.js'
import type { MidiOutput } from '../tokens.js'
import { createLoopGuard } from './loop-guard.js'

interface ThruParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<MidiOutput, 'send'>
  /** Whether a message with this status byte is passed on. */
  readonly passes: (status: number) => boolean
  /** Whether this input is passed on. */
  readonly listensTo: (portId: string) => boolean
  /** Whether this input belongs to the device that is sent to. */
  readonly isTarget: (portId: string) => boolean
  /** Called when the device of this input sends back what it gets, after everything was ended. */
  readonly onLoop: (portId: string) => void
}

/**
 * So long nothing is passed on after a loop or a panic. What a panic sends goes out up to 160 ms later, behind what
 * the port has already, and the slowest loop takes some 200 ms. Passed on again it would go round and round, and
 * silence the instrument each time.
 */
const PAUSE_MS = 500

/** Of one input. */
interface PassedOn {
  /** What still sounds of it. */
  readonly sounding: PortState
  /** When the latest message is due. */
  lastAt: number
}

const createPassedOn = (): PassedOn => ({ sounding: new PortState(), lastAt: Number.NEGATIVE_INFINITY })

export function createThru(parts: ThruParts) {
  const { clock, output, passes, listensTo, isTarget, onLoop } = parts
  const inputs = new Map<string, PassedOn>()

  let pausedUntil = Number.NEGATIVE_INFINITY

  const guard = createLoopGuard({
    clock,
    send: bytes => output.send(bytes, clock.now()),
    onLoop: portId => {
      end()
      pausedUntil = clock.now() + PAUSE_MS
      onLoop(portId)
    },
  })

  const end = (portId?: string) => {
    for (const [id, { sounding }] of inputs) {
      if (portId !== undefined && portId !== id) continue
      for (const bytes of sounding.silence()) output.send(bytes, clock.now())
    }
    guard.reset()
  }

  const forget = () => {
    for (const { sounding } of inputs.values()) sounding.silence()
    guard.reset()
  }

  return {
    /** @param atMs when it came in; what is later than now counts as now */
    take(bytes: readonly number[], portId: string, atMs: number) {
      if (!listensTo(portId) || clock.now() < pausedUntil) return
      const input = getOrMake(inputs, portId, createPassedOn)
      const { sounding } = input
      // What ends a note gets through whatever the filter says: it let the beginning through.
      const ending = sounding.ends(bytes)
      if (!ending && guard.isProbe(bytes, portId)) return
      if (!ending && !passes(bytes[0] ?? 0)) return
      if (!isSendable(bytes)) return
      if (!ending && !guard.admits(bytes, atMs, portId, isTarget(portId))) return
      sounding.apply(bytes)
      // Devices' clocks may step back a little; a note-off must not come before its note-on.
      input.lastAt = Math.max(input.lastAt, Math.min(atMs, clock.now()))
      output.send(bytes, input.lastAt)
    },
    /** Ends every note, pedal and bend that was passed on, of one input or of all. */
    end,
    /** Forgets what was sent: the output was changed or silenced. */
    forget,
    /** After a panic: passes nothing on until what it sent has come back, where it comes back. */
    pause() {
      forget()
      pausedUntil = clock.now() + PAUSE_MS
    },
  }
}

type ThruKind = 'notes' | 'controllers' | 'bend' | 'programs' | 'pressure' | 'sysex' | 'realtime'

export const THRU_KINDS: readonly ThruKind[] = [
  'notes',
  'controllers',
  'bend',
  'programs',
  'pressure',
  'sysex',
  'realtime',
]

/** Kinds of channel messages, by the high nibble of their status. */
const CHANNEL_KINDS: Readonly<Record<number, ThruKind>> = {
  8: 'notes',
  9: 'notes',
  10: 'pressure',
  11: 'controllers',
  12: 'programs',
  13: 'pressure',
  14: 'bend',
}
const ACTIVE_SENSING = 0xfe

/**
 * Makes the test by a message's status byte: a table of the 256, so that a message costs one look. Active sensing
 * watches over one cable and is never passed on: the cable to the output is another one.
 */
export function thruFilter(settings: Pick<ThruSettings, ThruKind | 'channels'>): (status: number) => boolean {
  const passes = Array.from({ length: 256 }, (_, status) => {
    if (status < 0x80 || status === ACTIVE_SENSING) return false
    if (status < 0xf0) {
      const kind = CHANNEL_KINDS[status >> 4]
      return kind !== undefined && settings[kind] && settings.channels.includes((status & 15) + 1)
    }
    return status === 0xf0 ? settings.sysex : settings.realtime
  })
  return status => passes[status] === true
}
