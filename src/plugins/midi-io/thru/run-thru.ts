import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { CLOCK, EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/services/tokens.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { phrases } from '../../../core/platform/phrases.js'
import { isSameDevice } from '../devices/ports.js'
import { midiSettings, thruSettings } from '../settings.js'
import {
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_INPUT,
  MIDI_OUTPUT,
  MIDI_PANIC,
  MIDI_TICK,
  NECK_PORT,
  PORTS_CHANGED,
  SONG_PORT,
} from '../tokens.js'
import { createThru, thruFilter } from './thru.js'

const SENTENCES = phrases({
  loop: 'MIDI thru was switched off: “{{name}}” sends back what it is sent.',
  again: 'Switch on again',
})

const TIMING_CLOCK = [0xf8]
/** Their players send them to the output. */
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
    // Notes begun under another filter would never end under this one.
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
      // The output has silenced the previous target.
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
