import { isOn } from '../../core/music/midi/controllers.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { getOrMake } from '../../core/platform/get-or-make.js'
import type { ClockPort } from '../../core/platform/ports.js'
import type { InputPort } from '../midi-io/tokens.js'
import type { BindingRun } from './binding-run.js'
import { numbersOf } from './bindings.js'
import { controlCode } from './control.js'
import type { Movements } from './movement.js'
import type { Binding } from './settings.js'

interface Bound {
  readonly binding: Binding
  portId: string | undefined
  /** By input, because two devices may send the same control. */
  readonly presses: Map<string, Presses>
  readonly run: BindingRun
}

const NOTE_OFF = 0x80
const NOTE_ON = 0x90
const PROGRAM_CHANGE = 0xc0

export class BoundControls implements Disposable {
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
    // Bindings of this port take precedence over bindings of another USB socket.
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

  /** @returns whether the message must do nothing else */
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

/** As a button, the pitch wheel is pressed upwards from its middle. */
function pressed({ kind }: Binding, value: number): number {
  return kind === 'bend' ? Math.max(0, value * 2 - 127) : value
}

/** Some pedals send 127 for each press and nothing on release. Sooner repetitions are one press. */
const AGAIN_MS = 150

const LET_GO = 48 // below the middle, so that a trembling pedal is neither pressed nor released

export function createPresses() {
  let last = 0
  let lastAt = 0
  let down = false
  return {
    /** @param value 0–127 @param at in milliseconds @returns whether the control was pressed */
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

type Presses = ReturnType<typeof createPresses>

class BoundPorts {
  private inputs: readonly InputPort[] = []
  /** Other inputs of the same names, connected at the same time, by id. */
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

/** Ids of inputs that were connected or disconnected. Reconnected inputs are last. */
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
