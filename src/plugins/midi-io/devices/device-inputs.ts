/** All devices that play: each with its set-up, which is remembered, between the browser's ports and the input. */
import type { NoticeBoard } from '../../../core/events/notices.js'
import { highestFirstChannel, lastChannelOf } from '../../../core/music/guitar/midi-guitar.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import type { NeckStrings } from '../input/neck-strings.js'
import { type DeviceSettings, type InputSetup, type KeptInput, USUAL_SETUP } from '../settings.js'
import type { BendKeeper, DeviceInputs, InputPort, InputView, MidiInput } from '../tokens.js'
import { createDeviceInput, type DeviceInput } from './device-input.js'
import { recall } from './known-port.js'

const SENTENCES = phrases({
  mismatch:
    'The tuning does not match “{{name}}”: it plays what its string does not have. Choose its tuning on the neck, or set its channels in the device status.',
})

/** Set-ups that are kept; whoever has owned more devices than that has forgotten the first of them. */
const KEPT_AT_MOST = 32

export interface DeviceInputsParts {
  readonly input: Pick<MidiInput, 'receive' | 'release'>
  readonly settings: SettingsStore<DeviceSettings>
  readonly bends: Pick<BendKeeper, 'setRange' | 'forget'>
  readonly neck: ReadonlyStore<NeckStrings | undefined>
  readonly notices: Pick<NoticeBoard, 'post'>
}

interface Connected {
  readonly port: InputPort
  readonly device: DeviceInput
  /** Told of already; once for each way the device and the neck are set up. */
  warned: boolean
}

export function createDeviceInputs(parts: DeviceInputsParts): DeviceInputs & Disposable {
  const { input, settings, bends, neck, notices } = parts
  const connected = new Map<string, Connected>()
  const view = createStore<readonly InputView[]>([])
  const undo: (() => void)[] = []

  const setupOf = (id: string): InputSetup =>
    settings.getState().inputs.find(kept => kept.id === id) ?? USUAL_SETUP

  const keep = (port: InputPort, setup: InputSetup, instead: readonly string[] = [port.id]) => {
    const { id, name, manufacturer } = port
    const { enabled, guitar, firstChannel, reversed, bendRange, recognised } = setup
    const kept: KeptInput = {
      ...{ id, name, manufacturer },
      ...{ enabled, guitar, firstChannel, reversed, bendRange, recognised },
    }
    const others = settings.getState().inputs.filter(each => !instead.includes(each.id))
    settings.change({ inputs: [...others, kept].slice(-KEPT_AT_MOST) })
  }

  /** Whether it was recognised by itself outlives its plug, and this page. */
  const rememberGuitar = ({ port, device: { setup, isGuitar } }: Connected) => {
    if (setup.guitar !== 'auto' || setupOf(port.id).recognised === isGuitar) return
    keep(port, { ...setup, recognised: isGuitar })
  }

  const changed = (id: string) => {
    const found = connected.get(id)
    if (found) rememberGuitar(found)
    show()
  }

  const show = () => {
    for (const each of connected.values()) warn(each)
    view.setState([...connected.values()].map(viewOf), true)
  }

  const warn = (each: Connected) => {
    if (!each.device.mismatch || each.warned) return
    each.warned = true
    const { name } = each.port
    notices.post({ kind: 'warning', message: SENTENCES.mismatch, values: { name }, source: 'midi-io' })
  }

  const arrive = (port: InputPort, isThere: (id: string) => boolean) => {
    const known = recall(port, settings.getState().inputs, isThere)
    if (known && known.id !== port.id) keep(port, known, [port.id, known.id])
    const { id } = port
    const setup = setupOf(id)
    const onChange = () => changed(id)
    const device = createDeviceInput({ portId: id, input, setup, neck: neck.getState(), onChange })
    if (setup.bendRange !== 0) bends.setRange(id, setup.bendRange)
    connected.set(id, { port, device, warned: false })
  }

  const update = (ports: readonly InputPort[]) => {
    const isThere = (id: string) => ports.some(port => port.id === id)
    for (const id of [...connected.keys()]) {
      if (isThere(id)) continue
      connected.delete(id)
      bends.forget(id)
    }
    for (const port of ports) if (!connected.has(port.id)) arrive(port, isThere)
    show()
  }

  const applySettings = () => {
    for (const [id, each] of connected) {
      const setup = setupOf(id)
      const before = each.device.setup
      if (isSameSetup(setup, before)) continue
      each.device.setUp(setup)
      each.warned = false
      if (setup.bendRange !== before.bendRange) bends.setRange(id, setup.bendRange)
    }
    show()
  }

  undo.push(settings.subscribe(applySettings))
  undo.push(
    neck.subscribe(now => {
      for (const each of connected.values()) {
        each.device.setNeck(now)
        each.warned = false
      }
      show()
    }),
  )

  return {
    view,
    setUp(id, change) {
      const found = connected.get(id)
      if (!found) {
        throw new FretworkError(
          'input_unknown',
          `There is no MIDI input "${id}"; choose one that is connected.`,
        )
      }
      const { strings } = found.device.layout
      const last = highestFirstChannel(strings)
      if (change.firstChannel !== undefined && change.firstChannel > last) {
        throw new FretworkError(
          'guitar_channels',
          `${strings} strings find no room from channel ${change.firstChannel} on; choose 1 to ${last}.`,
        )
      }
      const { setup, isGuitar } = found.device
      // Who chooses what it is begins anew.
      const recognised = setup.guitar === 'auto' && change.guitar === undefined && isGuitar
      keep(found.port, { ...setup, ...change, recognised })
    },
    // A port that is gone plays nothing: what it held has been released.
    receive: (bytes, options) => connected.get(options.portId)?.device.receive(bytes, options),
    release(id) {
      if (id !== undefined) {
        connected.get(id)?.device.forgetNotes()
        input.release(id)
      } else for (const { device } of connected.values()) device.release()
    },
    follow(access) {
      update(access.getState().inputs)
      let ports = access.getState().inputs
      undo.push(
        access.subscribe(({ inputs }) => {
          if (inputs === ports) return
          ports = inputs
          update(inputs)
        }),
      )
    },
    forgetNotes() {
      for (const { device } of connected.values()) device.forgetNotes()
    },
    dispose() {
      for (const each of undo) each()
    },
  }
}

function viewOf({ port, device }: Connected): InputView {
  const { setup, layout, isGuitar, mismatch } = device
  return {
    ...port,
    enabled: setup.enabled,
    bendRange: setup.bendRange,
    guitar: {
      mode: setup.guitar,
      active: isGuitar,
      firstChannel: layout.firstChannel,
      lastChannel: lastChannelOf(layout),
      reversed: layout.reversed,
      mismatch,
    },
  }
}

function isSameSetup(a: InputSetup, b: InputSetup): boolean {
  return (
    a.enabled === b.enabled &&
    a.guitar === b.guitar &&
    a.firstChannel === b.firstChannel &&
    a.reversed === b.reversed &&
    a.bendRange === b.bendRange
  )
}
