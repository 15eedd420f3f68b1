import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import { getOrMake } from '../../../core/platform/store.js'
import { isSendable } from '../../../music/midi/midi-message.js'
import { PortState } from '../../../music/midi/port-state.js'
import { isSameDevice } from '../devices/ports.js'
import { midiSettings, type ThruSettings, thruSettings } from '../settings.js'
import {
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_INPUT,
  MIDI_OUTPUT,
  MIDI_PANIC,
  MIDI_TICK,
  type MidiOutput,
  NECK_PORT,
  PORTS_CHANGED,
  SONG_PORT,
} from '../tokens.js'
import { createLoopGuard } from './loop-guard.js'

interface ThruParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<MidiOutput, 'send'>
  readonly passes: (status: number) => boolean
  readonly listensTo: (portId: string) => boolean
  readonly isTarget: (portId: string) => boolean
  readonly onLoop: (portId: string) => void
}

/**
 * Pause after a loop or a panic. A panic is sent up to 160 ms later, and the slowest loop takes
 * about 200 ms. A forwarded panic would circulate forever.
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
      const ending = sounding.ends(bytes) // a forwarded note must end, even if the filter drops note-offs
      if (!ending && guard.isProbe(bytes, portId)) return
      if (!ending && !passes(bytes[0] ?? 0)) return
      if (!isSendable(bytes)) return
      if (!ending && !guard.admits(bytes, atMs, portId, isTarget(portId))) return
      sounding.apply(bytes)
      // A device's clock may jump back, but a note-off must not precede its note-on.
      input.lastAt = Math.max(input.lastAt, Math.min(atMs, clock.now()))
      output.send(bytes, input.lastAt)
    },
    end,
    forget,
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

const KIND_BY_STATUS_NIBBLE: Readonly<Record<number, ThruKind>> = {
  8: 'notes',
  9: 'notes',
  10: 'pressure',
  11: 'controllers',
  12: 'programs',
  13: 'pressure',
  14: 'bend',
}
const ACTIVE_SENSING = 0xfe

/** Returns a predicate for status bytes. Active sensing monitors a single cable and is never forwarded. */
export function thruFilter(settings: Pick<ThruSettings, ThruKind | 'channels'>): (status: number) => boolean {
  const passes = Array.from({ length: 256 }, (_, status) => {
    if (status < 0x80 || status === ACTIVE_SENSING) return false
    if (status < 0xf0) {
      const kind = KIND_BY_STATUS_NIBBLE[status >> 4]
      return kind !== undefined && settings[kind] && settings.channels.includes((status & 15) + 1)
    }
    return status === 0xf0 ? settings.sysex : settings.realtime
  })
  return status => passes[status] === true
}

const SENTENCES = phrases({
  loop: 'MIDI thru was turned off to stop a feedback loop with “{{name}}”.',
  again: 'Turn back on',
})

const TIMING_CLOCK = [0xf8]
/** The neck and the song player already send their notes to the output. */
const SENT_ALREADY: readonly string[] = [NECK_PORT, SONG_PORT]

export function runThru({ get, scope }: PluginContext): void {
  const events = get(EVENTS)
  const output = get(MIDI_OUTPUT)
  const access = get(MIDI_ACCESS).view
  const settings = get(SETTINGS).store(thruSettings)
  const ports = get(SETTINGS).store(midiSettings)
  let { outputPort, outputChannel } = ports.getState()
  let passes = thruFilter(settings.getState())
  let silentInputs: ReadonlySet<string> = new Set()
  let targetInputs: ReadonlySet<string> = new Set()
  let listening: readonly Disposable[] = []

  const thru = createThru({
    clock: get(CLOCK),
    output,
    passes: status => passes(status),
    listensTo: portId => !silentInputs.has(portId),
    isTarget: portId => targetInputs.has(portId),
    onLoop(portId) {
      settings.change({ on: false })
      get(MIDI_INPUT).release(portId)
      const name = access.getState().inputs.find(port => port.id === portId)?.name ?? portId
      get(NOTICES).post({
        kind: 'warning',
        message: SENTENCES.loop,
        values: { name },
        source: 'midi-io',
        code: 'thru_loop',
        stays: true,
        action: { label: SENTENCES.again, run: () => settings.change({ on: true }) },
      })
    },
  })

  const findTarget = () => {
    const target = output.port
    const same = access.getState().inputs.filter(input => target && isSameDevice(input, target))
    targetInputs = new Set(same.map(({ id }) => id))
  }

  const unlisten = () => {
    for (const each of listening) each.dispose()
    listening = []
  }

  const follow = () => {
    // Notes started under the previous filter would never end under the new one.
    thru.end()
    const { on, withoutInputs, ...filter } = settings.getState()
    passes = thruFilter(filter)
    silentInputs = new Set([...SENT_ALREADY, ...withoutInputs])
    if (!on) {
      unlisten()
      return
    }
    findTarget()
    if (listening.length > 0) return
    listening = [
      events.on(MIDI_EVENT, event => thru.take(event.raw, event.portId, event.at)),
      events.on(MIDI_TICK, tick => thru.take(TIMING_CLOCK, tick.portId, tick.at)),
    ]
  }

  let inputs = access.getState().inputs
  const followPorts = () => {
    const now = access.getState().inputs
    for (const { id } of inputs) if (!now.some(port => port.id === id)) thru.end(id)
    inputs = now
    findTarget()
  }

  follow()
  scope.onDispose(settings.subscribe(follow))
  scope.onDispose(
    ports.subscribe(now => {
      if (now.outputPort === outputPort && now.outputChannel === outputChannel) return
      outputPort = now.outputPort
      outputChannel = now.outputChannel
      // The output has already silenced the previous target.
      thru.forget()
      findTarget()
    }),
  )
  scope.add(events.on(PORTS_CHANGED, followPorts))
  scope.add(events.on(MIDI_PANIC, () => thru.pause()))
  scope.add(
    get(MIDI_ACCESS).onGone(id => {
      if (id === outputPort) thru.forget()
    }),
  )
  scope.onDispose(() => {
    unlisten()
    thru.end()
  })
}
