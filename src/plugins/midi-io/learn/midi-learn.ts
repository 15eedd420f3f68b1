import type { NoticeBoard } from '../../../core/events/notices.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import {
  createStore,
  type Disposable,
  disposable,
  getOrMake,
  type ReadonlyStore,
} from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import { isOn, type PortState } from '../../../music/midi/port-state.js'
import { LIVE_INPUT } from '../input/midi-input.js'
import { type Binding, type LearnSettings, learnSettings } from '../settings.js'
import { type AccessView, type InputPort, MIDI_ACCESS, MIDI_FILTERS, type MidiFilter } from '../tokens.js'
import { type BindingRun, createBindingRun, createTellProblem } from './binding-run.js'
import { clashesOf, numbersOf, readBindings, withBinding, without } from './bindings.js'
import { type Control, controlCode, isControlPort, Movements } from './control.js'
import { createLearnable, type Unfit, unfitOf } from './learnable.js'

interface MidiLearnParts {
  readonly settings: SettingsStore<LearnSettings>
  readonly access: ReadonlyStore<AccessView>
  readonly clock: Pick<ClockPort, 'now'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Logger
  readonly runOf: (binding: Binding) => BindingRun
  readonly extend: (filter: MidiFilter) => Disposable
  /** State of a port before the message that is being filtered. */
  readonly stateOf: (portId: string) => PortState | undefined
  readonly loggedIn: () => boolean
}

export interface HeardControl {
  readonly control: Control
  readonly port: InputPort
  /** Value 0–127, with fractions for 14-bit controllers. The velocity for notes, 0 for programs. */
  readonly value: number
}

interface Listener {
  readonly onControl: (heard: HeardControl) => void
  readonly onUnfit: ((unfit: Unfit) => void) | undefined
}

const SENTENCES = phrases({
  broken: '{{count}} saved MIDI mappings couldn’t be read and were ignored.',
})

export function createMidiLearn(parts: MidiLearnParts) {
  const { settings, access, clock, notices, log, runOf, extend, stateOf, loggedIn } = parts
  const bindings = createStore<readonly Binding[]>([])
  const wanted = createStore<string | undefined>(undefined)
  const movements = new Movements(stateOf)
  const bound = new BoundControls(clock, runOf, movements)
  const learnable = createLearnable(clock, movements)
  let listener: Listener | undefined
  let filtering: Disposable | undefined
  let complained = ''

  const complain = (complaints: readonly string[]) => {
    const all = complaints.join('; ')
    if (all === complained) return
    complained = all
    if (complaints.length === 0) return
    log.warn('Some MIDI mappings cannot be read', complaints)
    notices.post({
      kind: 'warning',
      source: 'midi-io',
      code: 'bindings_broken',
      message: SENTENCES.broken,
      values: { count: complaints.length },
    })
  }
  const filter: MidiFilter = {
    id: 'midi-io.learn',
    // Runs before other filters can change the device's messages.
    order: -1000,
    accepts(bytes: ArrayLike<number>, portId: string) {
      if (!isControlPort(portId) || !loggedIn()) return true
      if (!listener) return !(settings.getState().on && bound.take(bytes, portId))
      const control = learnable.controlOf(bytes, portId)
      if (!control) {
        const unfit = unfitOf(bytes)
        if (unfit) listener.onUnfit?.(unfit)
        return true
      }
      const value = control.kind === 'program' ? 0 : movements.valueOf(control, bytes, portId)
      listener.onControl({ control, port: portOf(portId, access.getState()), value })
      return false
    },
  }
  const filterIfNeeded = () => {
    if (listener || bindings.getState().length > 0) {
      filtering ??= extend(filter)
      return
    }
    filtering?.dispose()
    filtering = undefined
    movements.forget()
  }
  const follow = () => bound.set(bindings.getState(), access.getState().inputs)
  let read: readonly unknown[] | undefined
  const update = () => {
    const stored = settings.getState().bindings
    if (stored === read) return
    read = stored
    const reading = readBindings(stored)
    bindings.setState(reading.bindings, true)
    filterIfNeeded()
    follow()
    complain(reading.complaints)
  }

  update()
  const stopSettings = settings.subscribe(update)
  const stopAccess = access.subscribe((now, before) => {
    if (now.inputs === before.inputs) return
    for (const id of cameOrWent(before.inputs, now.inputs)) bound.letGo(id)
    follow()
  })

  return {
    bindings,
    /** Command that the user wants to map, stored until the page opens. */
    wanted,
    want: (command: string | undefined) => wanted.setState(command, true),
    /** Reports controls instead of running their commands. A new listener replaces the previous one. */
    hear(onControl: (heard: HeardControl) => void, onUnfit?: (unfit: Unfit) => void): Disposable {
      const next = { onControl, onUnfit }
      listener = next
      filterIfNeeded()
      return disposable(() => {
        if (listener !== next) return
        listener = undefined
        filterIfNeeded()
      })
    },
    bind(binding: Binding, before?: Binding) {
      const stored = settings.getState().bindings
      settings.change({ bindings: withBinding(before ? without(stored, [before]) : stored, binding) })
    },
    /** @returns a function that restores the mappings and returns those whose control is in use again */
    remove(gone: readonly Binding[]): () => readonly Binding[] {
      settings.change({ bindings: without(settings.getState().bindings, gone) })
      return () => {
        const stored = settings.getState().bindings
        const { bindings: since } = readBindings(stored)
        const isFree = (binding: Binding) => clashesOf(binding, since).length === 0
        settings.change({ bindings: [...stored, ...gone.filter(isFree)] })
        return gone.filter(binding => !isFree(binding))
      }
    },
    dispose() {
      filtering?.dispose()
      stopAccess()
      stopSettings()
      bound.dispose()
    },
  }
}

export function startMidiLearn({ get, log, extend }: PluginContext): MidiLearn {
  const commands = get(COMMANDS)
  const input = get(LIVE_INPUT)
  const tell = createTellProblem({ commands, notices: get(NOTICES), log })
  return createMidiLearn({
    settings: get(SETTINGS).store(learnSettings),
    access: get(MIDI_ACCESS).view,
    clock: get(CLOCK),
    notices: get(NOTICES),
    log,
    runOf: binding => createBindingRun(binding, { commands, clock: get(CLOCK), tell }),
    extend: filter => extend(MIDI_FILTERS, filter),
    stateOf: portId => input.stateOf(portId),
    loggedIn: () => commands.conditions.getState().loggedIn === true,
  })
}

export type MidiLearn = ReturnType<typeof createMidiLearn>

export const MIDI_LEARN = createToken<MidiLearn>('midi-io.learn')

/** Returns the input's ID and name. For inputs that aren't devices, the ID serves as the name. */
function portOf(id: string, { inputs }: AccessView): HeardControl['port'] {
  const { name, manufacturer } = inputs.find(port => port.id === id) ?? { name: id, manufacturer: '' }
  return { id, name, manufacturer }
}

interface Bound {
  readonly binding: Binding
  portId: string | undefined
  /** Press state by input. Two devices may send the same control. */
  readonly presses: Map<string, ReturnType<typeof createPresses>>
  readonly run: BindingRun
}

const NOTE_OFF = 0x80
const NOTE_ON = 0x90
const PROGRAM_CHANGE = 0xc0

class BoundControls implements Disposable {
  private readonly known = new Map<string, Bound>()
  private byCode: ReadonlyMap<number, readonly Bound[]> = new Map()
  private readonly ports = new BoundPorts()

  constructor(
    private readonly clock: Pick<ClockPort, 'now'>,
    private readonly runOf: (binding: Binding) => BindingRun,
    private readonly movements: Movements,
  ) {}

  set(bindings: readonly Binding[], inputs: readonly InputPort[]): void {
    const byCode = new Map<number, Bound[]>()
    const wanted = new Set<string>()
    this.ports.take(inputs)
    // Mappings for this exact port take precedence over mappings made on another USB port.
    const isMoved = ({ port }: Binding) => Number(port !== undefined && !this.ports.isThere(port))
    for (const binding of bindings.toSorted((a, b) => isMoved(a) - isMoved(b))) {
      const name = JSON.stringify(binding)
      wanted.add(name)
      const bound = this.known.get(name) ?? this.made(name, binding)
      bound.portId = binding.port && this.ports.idOf(binding.port)
      for (const code of codesOf(binding)) byCode.set(code, [...(byCode.get(code) ?? []), bound])
    }
    for (const [name, { run }] of this.known) {
      if (wanted.has(name)) continue
      this.known.delete(name)
      run.dispose()
    }
    this.byCode = byCode
  }

  letGo(portId: string): void {
    for (const { presses } of this.known.values()) presses.delete(portId)
  }

  /** @returns whether the message is consumed */
  take(bytes: ArrayLike<number>, portId: string): boolean {
    const kind = (bytes[0] ?? 0) & 0xf0
    this.movements.follow(bytes, portId)
    const bounds = this.byCode.get(this.movements.codeOf(bytes, portId))
    if (!bounds) return false
    for (const bound of bounds) {
      if (bound.portId !== undefined && bound.portId !== portId) continue
      if (kind !== NOTE_OFF) {
        this.moved(bound, kind, this.movements.valueOf(bound.binding, bytes, portId), portId)
      }
      return bound.binding.keeps
    }
    return false
  }

  dispose(): void {
    this.set([], [])
  }

  private moved({ binding, presses, run }: Bound, kind: number, value: number, portId: string): void {
    if (kind === PROGRAM_CHANGE || (kind === NOTE_ON && value > 0)) run.press()
    else if (kind === NOTE_ON) return
    else if (binding.follows !== undefined) run.follow(value)
    else if (getOrMake(presses, portId, createPresses).take(pressed(binding, value), this.clock.now()))
      run.press()
  }

  private made(name: string, binding: Binding): Bound {
    const bound = { binding, portId: undefined, presses: new Map(), run: this.runOf(binding) }
    this.known.set(name, bound)
    return bound
  }
}

function codesOf(binding: Binding): readonly number[] {
  return numbersOf(binding).map(number => controlCode({ ...binding, number }))
}

/** The pitch wheel counts as pressed when it is pushed up from the center. */
function pressed({ kind }: Binding, value: number): number {
  return kind === 'bend' ? Math.max(0, value * 2 - 127) : value
}

/** Minimum time between two presses. Some pedals send 127 on each press and nothing on release. */
const AGAIN_MS = 150

const LET_GO = 48 // below the press threshold, so that a jittering pedal doesn't toggle

export function createPresses() {
  let last = 0
  let lastAt = 0
  let down = false
  return {
    /** @param value 0–127 @param at time, ms @returns whether this is a new press */
    take(value: number, at: number) {
      const again = value === last && at - lastAt >= AGAIN_MS
      const pressed = isOn(value) && (!down || again)
      if (pressed) down = true
      else if (value < LET_GO) down = false
      last = value
      lastAt = at
      return pressed
    },
  }
}

class BoundPorts {
  private inputs: readonly InputPort[] = []
  /** Inputs with the same name that were connected at the same time, by ID. */
  private readonly twins = new Map<string, Set<string>>()

  take(inputs: readonly InputPort[]): void {
    if (inputs === this.inputs) return
    this.inputs = inputs
    for (const input of inputs) {
      for (const other of inputs) {
        if (other.id === input.id || !isAlike(other, input)) continue
        this.twins.set(input.id, (this.twins.get(input.id) ?? new Set()).add(other.id))
      }
    }
  }

  isThere({ id }: InputPort): boolean {
    return this.inputs.some(input => input.id === id)
  }

  idOf(port: InputPort): string {
    if (this.isThere(port)) return port.id
    const twins = this.twins.get(port.id)
    return this.inputs.find(input => isAlike(input, port) && !twins?.has(input.id))?.id ?? port.id
  }
}

/** Returns the IDs of inputs that were connected or disconnected; reconnected inputs come last. */
export function cameOrWent(before: readonly InputPort[], now: readonly InputPort[]): readonly string[] {
  let last = -1
  const stayed = new Set<string>()
  for (const { id } of now) {
    const at = before.findIndex(port => port.id === id)
    if (at <= last) continue
    last = at
    stayed.add(id)
  }
  return [...before, ...now].map(({ id }) => id).filter(id => !stayed.has(id))
}

function isAlike(a: InputPort, b: InputPort): boolean {
  return a.name === b.name && a.manufacturer === b.manufacturer
}
