import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type Disposable, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import type { Token } from '../../../core/platform/token.js'
import type { Settings, SettingsStore } from '../../../core/settings/settings.js'
import {
  createGuitarEar,
  fretOf,
  type GuitarLayout,
  highestFirstChannel,
  lastChannelOf,
  stringOfChannel,
  USUAL_STRINGS,
} from '../../../music/guitar/midi-guitar.js'
import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'
import { type MidiMessage, noteOff, parseMidiMessage } from '../../../music/midi/midi-message.js'
import { CONTROLLER, endsAllNotes } from '../../../music/midi/port-state.js'
import { LIVE_INPUT, type LiveMidiInput } from '../input/midi-input.js'
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
} from '../tokens.js'
import { recall } from './ports.js'

const SENTENCES = phrases({
  mismatch:
    'The tuning doesn’t match “{{name}}”: it sent a note its string can’t play. Choose the right tuning, or set its channels under Device status.',
})

const KEPT_AT_MOST = 32 // when full, the oldest entries are dropped

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
        `${layout.strings} strings don't fit above channel ${change.firstChannel}; choose 1 to ${last}.`,
      )
    }
    // Explicitly choosing a guitar mode restarts recognition.
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

type NoteMessage = Extract<MidiMessage, { note: number }>

interface DeviceInputParts {
  readonly portId: string
  readonly input: Pick<LiveMidiInput, 'receiveParsed' | 'stateOf' | 'release'>
  readonly setup: InputSetup
  readonly neck: NeckTuning | undefined
  readonly onChange: () => void
}

export class DeviceInput {
  setup: InputSetup
  layout: GuitarLayout
  isGuitar: boolean
  mismatch = false
  private neck: NeckTuning | undefined
  private readonly ear: ReturnType<typeof createGuitarEar>
  private readonly stringOf = new Uint8Array(17) // string assigned to each channel, 0 for none

  constructor(private readonly parts: DeviceInputParts) {
    this.setup = parts.setup
    this.neck = parts.neck
    this.layout = this.layOut()
    this.ear = createGuitarEar(...earRowOf(this.layout))
    if (this.setup.recognised) this.ear.trust()
    this.isGuitar = this.setup.guitar === 'auto' ? this.setup.recognised : this.setup.guitar === 'on'
  }

  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    if (!this.setup.enabled) return undefined
    const message = parseMidiMessage(bytes)
    switch (message?.type) {
      case 'note-on':
        return this.pass(message, bytes, options, this.noteOn(message, options))
      case 'note-off':
        return this.pass(message, bytes, options, this.noteOff(message, options))
      case 'controller': {
        const { channel, controller } = message
        if (controller === CONTROLLER.allSoundOff || endsAllNotes(controller)) this.forgetNotes(channel)
        break
      }
      case 'other':
        if (message.message === 'reset') this.forgetNotes()
        break
    }
    return this.pass(message, bytes, options, 0)
  }

  release(): void {
    this.forgetNotes()
    this.parts.input.release(this.parts.portId)
  }

  /** Forgets held notes. The device may never send their note-offs. */
  forgetNotes(channel?: number): void {
    this.ear.silence(channel)
  }

  setUp(next: InputSetup): void {
    const before = this.setup
    this.setup = next
    if (before.enabled && !next.enabled) {
      this.release()
      this.ear.forget()
    }
    if (before.guitar !== next.guitar) this.ear.forget()
    this.adapt()
  }

  setNeck(next: NeckTuning | undefined): void {
    this.neck = next
    this.adapt()
  }

  private adapt(): void {
    this.layout = this.layOut()
    this.ear.setRow(...earRowOf(this.layout))
    this.mismatch = false
    this.recognise()
  }

  private layOut(): GuitarLayout {
    const { firstChannel, reversed } = this.setup
    const layout = { firstChannel, reversed, strings: this.neck?.strings.length ?? USUAL_STRINGS }
    for (let channel = 1; channel <= 16; channel += 1) {
      this.stringOf[channel] = stringOfChannel(layout, channel) ?? 0
    }
    return layout
  }

  private recognise(): void {
    const { guitar } = this.setup
    const now = guitar === 'auto' ? this.ear.recognised : guitar === 'on'
    if (now === this.isGuitar) return
    this.isGuitar = now
    this.mismatch = false
    this.parts.onChange()
  }

  private noteOn({ channel, note }: NoteMessage, options: ReceiveOptions): number {
    if (this.setup.guitar === 'auto' && options.string === undefined) {
      this.ear.noteOn(channel, note, options.at ?? 0)
      this.recognise()
    }
    const string = options.string ?? (this.isGuitar ? (this.stringOf[channel] ?? 0) : 0)
    const before = this.begun(channel, note)
    // The note has moved to another string. End it on the previous string, or it would stay lit there.
    if (before && (before.string ?? 0) !== string) {
      const bytes = noteOff(channel, note)
      this.pass(parseMidiMessage(bytes), bytes, options, before.string ?? 0)
    }
    const { neck } = this
    if (this.isGuitar && !this.mismatch && neck && fretOf(note, string, neck) === undefined) {
      this.mismatch = true
      this.parts.onChange()
    }
    return string
  }

  private noteOff({ channel, note }: NoteMessage, options: ReceiveOptions): number {
    if (this.setup.guitar === 'auto') {
      this.ear.noteOff(channel, note, options.at ?? 0)
      this.recognise()
    }
    // Use the note-on's string, even if the setup has changed since.
    return this.begun(channel, note)?.string ?? 0
  }

  private begun(channel: number, note: number): NoteEvent | undefined {
    return this.parts.input.stateOf(this.parts.portId)?.begun(channel, note)
  }

  private pass(
    message: MidiMessage | undefined,
    bytes: ArrayLike<number>,
    options: ReceiveOptions,
    string: number,
  ): MidiEvent | undefined {
    return this.parts.input.receiveParsed(message, bytes, string === 0 ? options : { ...options, string })
  }
}

/** Considers at least six strings, so that a guitar is recognized even while the neck shows a bass. */
function earRowOf(layout: GuitarLayout): [firstChannel: number, lastChannel: number] {
  const strings = Math.max(layout.strings, USUAL_STRINGS)
  return [layout.firstChannel, lastChannelOf({ ...layout, strings })]
}
