import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type Disposable, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import type { Token } from '../../../core/platform/token.js'
import type { Settings, SettingsStore } from '../../../core/settings/settings.js'
import { highestFirstChannel, lastChannelOf } from '../../../music/guitar/midi-guitar.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import type { LiveMidiInput } from '../input/midi-input.js'
import { LIVE_INPUT } from '../input/midi-input.js'
import { DEFAULT_SETUP, type DeviceSettings, deviceSettings, type InputSetup } from '../settings.js'
import {
  type AccessView,
  type InputChange,
  type InputPort,
  type InputView,
  MIDI_INPUTS,
  MIDI_PANIC,
  type MidiInputs,
  NECK_TUNING,
  type NeckTuning,
  type ReceiveOptions,
  type VirtualInput,
  type VirtualInputs,
} from '../tokens.js'
import { DeviceInput } from './device-input.js'
import { recall } from './ports.js'

const SENTENCES = phrases({
  mismatch:
    'The tuning doesn’t match “{{name}}”: it sent a note its string can’t play. Choose the right tuning, or set its channels under Device status.',
})

const KEPT_AT_MOST = 32 // when full, the oldest settings are dropped

interface Connected {
  readonly port: InputPort
  readonly device: DeviceInput
  warned: boolean
}

export const DEVICE_INPUTS = MIDI_INPUTS as Token<DeviceInputs>

@injectable()
export class DeviceInputs implements MidiInputs, Disposable {
  readonly view = createStore<readonly InputView[]>([])
  private readonly settings: SettingsStore<DeviceSettings>
  private readonly connected = new Map<string, Connected>()
  private readonly undo: (() => void)[]

  constructor(
    @inject(LIVE_INPUT) private readonly input: LiveMidiInput,
    @inject(NECK_TUNING) private readonly neck: Store<NeckTuning | undefined>,
    @inject(SETTINGS) settings: Settings,
    @inject(NOTICES) private readonly notices: Pick<NoticeBoard, 'post'>,
    @inject(EVENTS) events: EventBus,
  ) {
    this.settings = settings.store(deviceSettings)
    const panic = events.on(MIDI_PANIC, () => {
      for (const { device } of this.connected.values()) device.forgetNotes()
    })
    this.undo = [
      this.settings.subscribe(() => this.applySettings()),
      neck.subscribe(now => this.applyNeck(now)),
      () => panic.dispose(),
    ]
  }

  setUp(id: string, change: InputChange): void {
    const found = this.connected.get(id)
    if (!found) {
      throw new FretworkError('input_unknown', `There is no MIDI input "${id}"; choose a connected input.`)
    }
    const { setup, isGuitar, layout } = found.device
    const last = highestFirstChannel(layout.strings)
    if (change.firstChannel !== undefined && change.firstChannel > last) {
      throw new FretworkError(
        'guitar_channels',
        `${layout.strings} strings don't fit from channel ${change.firstChannel} on; choose 1 to ${last}.`,
      )
    }
    // An explicit choice of the guitar mode restarts recognition.
    const recognised = setup.guitar === 'auto' && change.guitar === undefined && isGuitar
    this.store(found.port, { ...setup, ...change, recognised })
  }

  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    return this.connected.get(options.portId)?.device.receive(bytes, options)
  }

  release(id?: string): void {
    if (id !== undefined) {
      this.connected.get(id)?.device.forgetNotes()
      this.input.release(id)
    } else for (const { device } of this.connected.values()) device.release()
  }

  follow(access: ReadonlyStore<Pick<AccessView, 'inputs'>>): void {
    this.update(access.getState().inputs)
    const stop = access.subscribe((now, before) => {
      if (now.inputs !== before.inputs) this.update(now.inputs)
    })
    this.undo.push(stop)
  }

  dispose(): void {
    for (const each of this.undo) each()
  }

  private setupOf(id: string): InputSetup {
    return this.settings.getState().inputs.find(stored => stored.id === id) ?? DEFAULT_SETUP
  }

  private store(port: InputPort, setup: InputSetup, replaced: readonly string[] = [port.id]): void {
    const { id, name, manufacturer } = port
    const others = this.settings.getState().inputs.filter(each => !replaced.includes(each.id))
    const stored = { ...setup, id, name, manufacturer }
    this.settings.change({ inputs: [...others, stored].slice(-KEPT_AT_MOST) })
  }

  /** Remembers that the device is a guitar, for the next connection or reload. */
  private storeRecognised({ port, device: { setup, isGuitar } }: Connected): void {
    if (setup.guitar !== 'auto' || this.setupOf(port.id).recognised === isGuitar) return
    this.store(port, { ...setup, recognised: isGuitar })
  }

  private show(): void {
    for (const each of this.connected.values()) {
      if (!each.device.mismatch || each.warned) continue
      each.warned = true
      const { name } = each.port
      this.notices.post({ kind: 'warning', message: SENTENCES.mismatch, values: { name }, source: 'midi-io' })
    }
    const now = [...this.connected.values()].map(viewOf)
    if (JSON.stringify(now) !== JSON.stringify(this.view.getState())) this.view.setState(now, true)
  }

  private connect(port: InputPort, isConnected: (id: string) => boolean): void {
    const { id } = port
    const known = recall(port, this.settings.getState().inputs, isConnected)
    if (known && known.id !== id) this.store(port, known, [id, known.id])
    const setup = this.setupOf(id)
    const onChange = () => {
      const found = this.connected.get(id)
      if (found) this.storeRecognised(found)
      this.show()
    }
    const device = new DeviceInput({
      portId: id,
      input: this.input,
      setup,
      neck: this.neck.getState(),
      onChange,
    })
    if (setup.bendRange !== 0) this.input.setBendRange(id, setup.bendRange)
    this.connected.set(id, { port, device, warned: false })
  }

  private update(ports: readonly InputPort[]): void {
    const isConnected = (id: string) => ports.some(port => port.id === id)
    for (const id of [...this.connected.keys()]) {
      if (isConnected(id)) continue
      this.connected.delete(id)
      this.input.forget(id)
    }
    for (const port of ports) if (!this.connected.has(port.id)) this.connect(port, isConnected)
    this.show()
  }

  private applySettings(): void {
    for (const [id, each] of this.connected) {
      const setup = this.setupOf(id)
      const before = each.device.setup
      if (SET_BY_USER.every(name => setup[name] === before[name])) continue
      each.device.setUp(setup)
      each.warned = false
      if (setup.bendRange !== before.bendRange) this.input.setBendRange(id, setup.bendRange)
    }
    this.show()
  }

  private applyNeck(neck: NeckTuning | undefined): void {
    for (const each of this.connected.values()) {
      each.device.setNeck(neck)
      each.warned = false
    }
    this.show()
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

const SET_BY_USER = ['enabled', 'guitar', 'firstChannel', 'reversed', 'bendRange'] as const

@injectable()
export class PluginInputs implements VirtualInputs {
  readonly view = createStore<readonly InputPort[]>([])

  constructor(@inject(DEVICE_INPUTS) private readonly devices: DeviceInputs) {}

  add(port: InputPort): VirtualInput {
    const { devices, view } = this
    const others = () => view.getState().filter(({ id }) => id !== port.id)
    view.setState([...others(), port], true)
    return {
      receive: (bytes, at) => devices.receive(bytes, { portId: port.id, at }),
      release: () => devices.release(port.id),
      dispose() {
        devices.release(port.id)
        // The input may have been replaced by another one with the same ID.
        if (view.getState().includes(port)) view.setState(others(), true)
      },
    }
  }
}
