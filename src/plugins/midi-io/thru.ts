/** MIDI thru: what comes in goes out as it is, as far as the filter lets it, and never round and round. */
import { isSendable } from '../../core/music/sendable.js'
import { createSounding, type Sounding } from '../../core/music/sounding.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createLoopGuard } from './loop-guard.js'
import type { OutputPath } from './tokens.js'

export interface ThruParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<OutputPath, 'pass'>
  /** Whether a message with this status byte is passed on. */
  readonly passes: (status: number) => boolean
  /** Whether this input is passed on. */
  readonly listensTo: (portId: string) => boolean
  /** Whether this input belongs to the device that is sent to. */
  readonly isTarget: (portId: string) => boolean
  /** The device of this input sends back what it gets: told after all has been ended. */
  readonly onLoop: (portId: string) => void
}

export interface Thru {
  /** @param atMs when it came in; what is later than now counts as now */
  take(bytes: readonly number[], portId: string, atMs: number): void
  /** Ends every note, pedal and bend that was passed on, of one input or of all. */
  end(portId?: string): void
  /** They were ended by somebody else: the output is another one, or has fallen silent. */
  forget(): void
}

/** Of one input. */
interface PassedOn {
  /** What still sounds of it. */
  readonly sounding: Sounding
  /** When the latest message is due. */
  lastAt: number
}

export function createThru(parts: ThruParts): Thru {
  const { clock, output, passes, listensTo, isTarget, onLoop } = parts
  const inputs = new Map<string, PassedOn>()

  const guard = createLoopGuard({
    clock,
    onLoop: portId => {
      end()
      onLoop(portId)
    },
  })

  const inputOf = (portId: string) => {
    const known = inputs.get(portId)
    if (known) return known
    const made = { sounding: createSounding(), lastAt: Number.NEGATIVE_INFINITY }
    inputs.set(portId, made)
    return made
  }

  const end = (portId?: string) => {
    for (const [id, { sounding }] of inputs) {
      if (portId !== undefined && portId !== id) continue
      for (const bytes of sounding.silence()) output.pass(bytes, clock.now())
    }
    guard.reset()
  }

  return {
    take(bytes, portId, atMs) {
      if (!listensTo(portId)) return
      const input = inputOf(portId)
      const { sounding } = input
      // What ends a note gets through whatever the filter says: it let the beginning through.
      const ending = sounding.ends(bytes)
      if (!ending && !passes(bytes[0] ?? 0)) return
      if (!isSendable(bytes)) return
      if (!ending && !guard.admits(bytes, atMs, portId, isTarget(portId))) return
      sounding.sent(bytes)
      // Devices' clocks may step back a little; a note-off must not come before its note-on.
      input.lastAt = Math.max(input.lastAt, Math.min(atMs, clock.now()))
      output.pass(bytes, input.lastAt)
    },
    end,
    forget() {
      for (const { sounding } of inputs.values()) sounding.silence()
      guard.reset()
    },
  }
}
