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
  readonly passes: (status: number) => boolean
  readonly listensTo: (portId: string) => boolean
  readonly isTarget: (portId: string) => boolean
  /** Called after everything was ended. */
  readonly onLoop: (portId: string) => void
}

/**
 * After a loop or a panic. A panic goes out up to 160 ms later, and the slowest loop takes some 200 ms. If forwarded, it
 * would go round forever.
 */
const PAUSE_MS = 500

interface PassedOn {
  readonly sounding: PortState
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
    take(bytes: readonly number[], portId: string, atMs: number) {
      if (!listensTo(portId) || clock.now() < pausedUntil) return
      const input = getOrMake(inputs, portId, createPassedOn)
      const { sounding } = input
      const ending = sounding.ends(bytes) // a note that the filter let in must end
      if (!ending && guard.isProbe(bytes, portId)) return
      if (!ending && !passes(bytes[0] ?? 0)) return
      if (!isSendable(bytes)) return
      if (!ending && !guard.admits(bytes, atMs, portId, isTarget(portId))) return
      sounding.apply(bytes)
      // Clocks of devices may step back; a note-off must not come before its note-on.
      input.lastAt = Math.max(input.lastAt, Math.min(atMs, clock.now()))
      output.send(bytes, input.lastAt)
    },
    end,
    forget,
    /** For as long as what a panic sent may come back. */
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

/** By the high nibble of the status. */
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

/** A table by status byte. Active sensing watches over a single cable and is never passed on. */
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
